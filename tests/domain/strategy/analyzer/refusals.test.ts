import { describe, expect, test } from "vitest";
import { MOST_LEGS } from "#domain/strategy/analyzer/bounds.ts";
import {
  ATM,
  add,
  bench,
  contracts,
  expectRefused,
  idOf,
  NEAR,
  option,
  trade,
  withLegs,
} from "./analyzer-fixture.ts";

describe("[ANZ-6] what cannot be done", () => {
  const made = withLegs(option("CE", ATM));
  const id = idOf(made, 0);

  test("is refused by its reason and keeps the last good value", () => {
    for (const price of [-1, Number.NaN, Infinity, 1e308]) {
      expectRefused(made, { type: "set-entry-price", id, price }, "PRICE");
      expectRefused(made, { type: "set-target-price", price }, "TARGET_PRICE");
      expectRefused(made, { type: "set-strike-iv", expiry: NEAR, strike: ATM, iv: price }, "IV");
    }
    for (const units of [0, -65, 1.5, Number.NaN, 1e308])
      expectRefused(made, { type: "set-quantity", id, units }, "QUANTITY");
    for (const points of [Number.NaN, 1e308])
      expectRefused(made, { type: "set-iv-offset", points }, "IV_OFFSET");
    for (const time of [Number.NaN, -1, 1e308])
      expectRefused(made, { type: "set-target-time", time }, "TARGET_TIME");
    for (const interval of [0, -0.1, 1.01, Number.NaN])
      expectRefused(made, { type: "set-target-interval", interval }, "INTERVAL");
    for (const pnl of [Number.NaN, 1e308])
      expectRefused(made, { type: "set-manual-pnl", isChecked: true, pnl }, "PNL");
    expectRefused(made, { type: "set-strike", id, strike: 1e308 }, "PRICE");
  });

  test("is refused of a leg that is gone", () => {
    expectRefused(made, { type: "flip-leg", id: "gone" }, "NO_LEG");
    expectRefused(made, { type: "toggle-leg", id: "gone" }, "NO_LEG");
  });

  test("is refused of what is not listed, and while nothing is", () => {
    const unlisted = { ...option("CE", ATM), token: 99, strike: 1.5 };
    expectRefused(made, add(unlisted), "NOT_LISTED");
    const early = bench({ contracts: null });
    early.do(add(option("CE", ATM)));
    expectRefused(early, { type: "step-strike", id: idOf(early, 0), direction: 1 }, "NO_INSTRUMENTS");
    expect(made.refusal({ type: "step-strike", id, direction: 1 })).toBeNull();
  });

  test("[ANZ-7] has its end at 500 trades", () => {
    const all = contracts.expiries.flatMap((expiry) =>
      (["CE", "PE"] as const).flatMap((side) =>
        contracts.strikes(side, expiry).map((strike) => contracts.option(side, expiry, strike)!),
      ),
    );
    expect(all.length).toBeGreaterThan(MOST_LEGS);
    const full = bench();
    const load = (count: number) =>
      ({
        type: "load-trades",
        source: "SAVED_STRATEGY",
        meta: null,
        trades: all.slice(0, count).map((contract) => trade(contract)),
      }) as const;
    expectRefused(full, load(MOST_LEGS + 1), "TOO_MANY_LEGS");
    expect(full.do(load(MOST_LEGS)).legs).toHaveLength(MOST_LEGS);
    expectRefused(full, add(all[MOST_LEGS]!), "TOO_MANY_LEGS");
    expect(full.do(add(all[0]!, 7)).legs[0]!.quantity).toBe(7 * all[0]!.lotSize);
  });
});
