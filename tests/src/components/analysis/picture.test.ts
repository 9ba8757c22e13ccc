import { describe, expect, test } from "vitest";
import { isSamePicture } from "#src/components/analysis/payoff/picture.ts";
import type { PayoffFigures, PayoffView } from "#src/components/analysis/types.ts";
import { payoff, view } from "./payoff-figures.ts";

/** The same answer with the target price among its prices, as every answer has it: the curves pass through it. */
function aimedAt(price: number): PayoffFigures {
  const plain = payoff();
  const share = (price - 20_000) / 4000;
  return {
    ...plain,
    selected_target_price: price,
    payoff_prices: [20_000, price, 24_000, 28_000],
    payoffs_at_target: [-4000, -4000 + share * 4000, 0, -4000],
    payoffs_at_expiry: [-8000, -8000 + share * 10_000, 2000, -8000],
  };
}

const shown = (more: Partial<PayoffView> = {}): PayoffView => view({ payload: aimedAt(21_000), ...more });
const before = shown();

describe("a picture is the same", () => {
  test.each<[string, Partial<PayoffView>]>([
    ["of the same answer", { payload: before.payload }],
    ["of an equal answer", { payload: aimedAt(21_000) }],
    ["where only the target price is another", { payload: aimedAt(23_000), target: 23_000 }],
    [
      "where the target stands on a price of the curves",
      { payload: { ...payoff(), selected_target_price: 24_000 } },
    ],
    ["where neither knows the spot", {}],
  ])("%s", (_, more) => {
    const a = { ...before, spot: Number.NaN };
    expect(isSamePicture(a, { ...a, ...more })).toBe(true);
    expect(isSamePicture({ ...a, ...more }, a)).toBe(true);
  });
});

describe("a picture is another", () => {
  const other = aimedAt(21_000);
  test.each<[string, Partial<PayoffView>]>([
    ["without an answer", { payload: null }],
    ["with a spot that has moved", { spot: 24_001 }],
    ["with a ghost", { ghost: payoff() }],
    [
      "with other legs",
      { legs: [{ id: "a", type: "CE", strike: 24_000, expiry: "2026-11-24", quantity: 65 }] },
    ],
    ["with bars", { oi: [] }],
    ["with a greek", { greekCurve: { greek: "delta", prices: [], values: [] } }],
    ["where a curve has moved", { payload: { ...other, payoffs_at_target: [-4000, -3000, 0, -3999] } }],
    ["where the other curve has", { payload: { ...other, payoffs_at_expiry: [-8000, -5500, 2001, -8000] } }],
    [
      "where a price more is known that is no target",
      { payload: { ...aimedAt(22_000), selected_target_price: 1 } },
    ],
    ["of another breakeven", { payload: { ...other, breakevens_at_expiry: [23_200] } }],
    [
      "of other deviations",
      { payload: { ...other, standard_deviation: { ...other.standard_deviation, upper_1: 24_501 } } },
    ],
    ["of another target date", { payload: { ...other, selected_target_datetime: 0 } }],
  ])("%s", (_, more) => {
    expect(isSamePicture(before, shown({ ...before, ...more }))).toBe(false);
    expect(isSamePicture(shown({ ...before, ...more }), before)).toBe(false);
  });
});
