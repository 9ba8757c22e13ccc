import { describe, expect, test } from "vitest";
import { shownEntryPrice } from "#domain/strategy/analyzer/figures.ts";
import {
  ATM,
  add,
  type Bench,
  bench,
  draftOf,
  expectRefused,
  FAR,
  FUTURE,
  idOf,
  NEAR,
  option,
  position,
  positionsOf,
  prices,
  STRIKES,
  strikeAt,
  strikes,
  withLegs,
} from "./analyzer-fixture.ts";

describe("[ANZ-8] a trade", () => {
  test("is selected, flipped, priced and sized", () => {
    const made = withLegs(option("CE", ATM));
    const id = idOf(made, 0);
    made.do(
      { type: "toggle-leg", id },
      { type: "flip-leg", id },
      { type: "set-entry-price", id, price: 88 },
      { type: "set-quantity", id, units: 130 },
    );
    expect(made.now().legs[0]).toMatchObject({ isSelected: false, quantity: -130, entryPrice: 88 });
    expect(made.do({ type: "toggle-all", isSelected: true }).legs[0]!.isSelected).toBe(true);
    const state = made.state();
    made.do({ type: "toggle-all", isSelected: true });
    expect(made.state()).toBe(state);
  });

  test("takes another expiry, strike and option type", () => {
    const made = withLegs(option("CE", ATM));
    const id = idOf(made, 0);
    made.do(
      { type: "set-expiry", id, expiry: FAR },
      { type: "swap-type", id },
      { type: "set-expiry", id, expiry: NEAR },
    );
    expect(made.now().legs[0]).toMatchObject({ type: "PE", strike: ATM, expiry: NEAR });
    made.do({ type: "set-strike", id, strike: strikeAt(3) + 1 }, { type: "step-strike", id, direction: -1 });
    expect(made.now().legs[0]).toMatchObject({ ...option("PE", strikeAt(2)), id });
  });

  test("of a future has no other type", () => {
    const made = withLegs(FUTURE);
    expectRefused(made, { type: "swap-type", id: idOf(made, 0) }, "NO_OTHER_TYPE");
  });

  test("takes another place", () => {
    const made = withLegs(option("CE", ATM), option("PE", ATM), FUTURE);
    const [a, b, c] = made.now().legs.map(({ id }) => id);
    const order = (to: number) => made.do({ type: "move-leg", id: a!, to }).legs.map(({ id }) => id);
    expect(order(1)).toEqual([b, a, c]);
    expect(order(99)).toEqual([b, c, a]);
    expect(order(-7)).toEqual([a, b, c]);
    expect(order(Number.NaN)).toEqual([a, b, c]);
  });

  test("and a position are different: that is selected and nothing else", () => {
    const made = bench();
    made.do(positionsOf([position(option("CE", ATM))]));
    const { id } = made.now().positions[0]!;
    expect(made.do({ type: "toggle-leg", id }).positions[0]!.isSelected).toBe(false);
    for (const action of [
      { type: "flip-leg", id },
      { type: "delete-leg", id },
      { type: "set-entry-price", id, price: 1 },
      { type: "set-quantity", id, units: 65 },
      { type: "set-strike", id, strike: ATM },
      { type: "move-leg", id, to: 0 },
    ] as const)
      expectRefused(made, action, "POSITION");
  });
});

describe("[ANZ-9] one contract is in one trade", () => {
  const made = withLegs(
    option("CE", ATM),
    option("PE", ATM),
    option("CE", ATM, FAR),
    option("CE", strikeAt(1)),
  );
  const [call, , far] = made.now().legs.map(({ id }) => id) as [string, string, string];

  test("so expiry and type stay where another holds it", () => {
    expectRefused(made, { type: "swap-type", id: call }, "DUPLICATE");
    expectRefused(made, { type: "set-expiry", id: far, expiry: NEAR }, "DUPLICATE");
    expectRefused(made, { type: "set-expiry", id: call, expiry: "2031-01-01" }, "NOT_LISTED");
  });

  test("and strikes skip those that are held", () => {
    expect(made.do({ type: "step-strike", id: call, direction: 1 }).legs[0]!.strike).toBe(strikeAt(2));
    expect(made.do({ type: "set-strike", id: call, strike: strikeAt(1) }).legs[0]!.strike).not.toBe(
      strikeAt(1),
    );
    const last = STRIKES.at(-1)!;
    expect(made.do({ type: "set-strike", id: call, strike: 1e12 }).legs[0]!.strike).toBe(last);
    expectRefused(made, { type: "step-strike", id: call, direction: 1 }, "NO_STRIKE");
  });
});

test("[ANZ-10] adding what is held updates action, price and quantity", () => {
  const made = withLegs(option("CE", ATM));
  const [before] = made.now().legs;
  made.do({
    type: "add-leg",
    contract: option("CE", ATM),
    deal: { action: "SELL", quantity: 195, entryPrice: 77 },
  });
  expect(made.now().legs).toEqual([{ ...before, quantity: -195, entryPrice: 77 }]);
});

describe("[ANZ-11] an end of the trades", () => {
  const whatIf = [
    { type: "set-target-price", price: 25_000 },
    { type: "set-iv-offset", points: 2 },
    { type: "set-strike-iv", expiry: NEAR, strike: ATM, iv: 0.2 },
  ] as const;

  test("begins anew without positions", () => {
    for (const action of ["delete-leg", "clear-legs"] as const) {
      const made = withLegs(option("CE", ATM));
      made.do(...whatIf, { type: action, id: idOf(made, 0) });
      expect(draftOf(made.now()), action).toEqual({
        ...draftOf(bench().now()),
        dataSource: "UNSAVED_STRATEGY",
      });
      expect(made.do({ type: "undo" })).toMatchObject({ targetPrice: 25_000, ivOffset: 2 });
    }
  });

  test("takes the trades alone where there are positions", () => {
    for (const action of ["delete-leg", "clear-legs"] as const) {
      const made = withLegs(option("CE", ATM));
      made.do(positionsOf([position(option("PE", ATM))]), ...whatIf, { type: action, id: idOf(made, 0) });
      expect(made.now(), action).toMatchObject({
        legs: [],
        dataSource: "LIVE_POSITIONS",
        targetPrice: 25_000,
      });
      expect(made.now().positions).toHaveLength(1);
    }
  });

  test("says nothing of figures of before", () => {
    const made = withLegs(option("CE", ATM));
    made.do({ type: "margin-done", margin: null, figures: { marginRequired: 5, capitalRequired: 6 } });
    expect(made.do({ type: "clear-legs" }).marginSpanData).toEqual({ marginRequired: 0, capitalRequired: 0 });
    expect(made.do(add(option("CE", ATM))).marginSpanData).toEqual({
      marginRequired: null,
      capitalRequired: null,
    });
  });
});

test("[ANZ-12] clearing the positions leaves the trades as an unsaved strategy", () => {
  const made = withLegs(option("CE", ATM));
  made.do(positionsOf([position(option("PE", ATM))]), { type: "clear-positions" });
  expect(made.now()).toMatchObject({
    positions: [],
    positionExpiryFilters: {},
    dataSource: "UNSAVED_STRATEGY",
  });
  expect(made.now().legs).toHaveLength(1);
});

test("[ANZ-13] a trade without a price shows the market's and stays without one", () => {
  const made = withLegs(option("CE", ATM));
  const leg = () => made.now().legs[0]!;
  expect(shownEntryPrice(leg())).toBeNaN();
  made.do(prices(made.now().legs, 120, 1));
  expect([shownEntryPrice(leg()), leg().entryPrice]).toEqual([120.5, null]);
  made.do(prices(made.now().legs, 130, 2));
  expect(shownEntryPrice(leg())).toBe(130.5);
  made.do({ type: "set-entry-price", id: leg().id, price: 99 });
  expect(shownEntryPrice(leg())).toBe(99);
  made.do({ type: "reset-prices" });
  expect(shownEntryPrice(leg())).toBe(130.5);
  made.do(
    { type: "set-entry-price", id: leg().id, price: 99 },
    { type: "step-strike", id: leg().id, direction: 1 },
  );
  expect([leg().entryPrice, leg().quote.lastPrice, leg().marketIv]).toEqual([null, Number.NaN, Number.NaN]);
});

test("[ANZ-14] all trades move together or not at all", () => {
  const made = withLegs(option("CE", strikeAt(1)), option("PE", strikeAt(-1)));
  made.do({ type: "shift-legs", shift: "up" });
  expect(strikes(made)).toEqual([strikeAt(2), strikeAt(0)]);
  made.do({ type: "shift-legs", shift: "wider" });
  expect(strikes(made)).toEqual([strikeAt(3), strikeAt(-1)]);
  expect(made.do({ type: "shift-legs", shift: "next-expiry" }).legs.map(({ expiry }) => expiry)).toEqual([
    FAR,
    FAR,
  ]);
  const last = withLegs(option("CE", STRIKES.at(-1)!), option("PE", ATM));
  expectRefused(last, { type: "shift-legs", shift: "up" }, "NO_ROOM");
});

describe("[ANZ-17] the lot multiplier", () => {
  const quantities = (made: Bench) => made.now().legs.map(({ quantity }) => quantity);

  test("is common to all quantities, and scales them", () => {
    const made = bench();
    made.do(add(option("CE", ATM), 4), add(option("PE", ATM), 2, "SELL"));
    expect(made.now().lotMultiplier).toBe(2);
    made.do({ type: "set-lot-multiplier", multiplier: 3 });
    expect([made.now().lotMultiplier, ...quantities(made)]).toEqual([3, 390, -195]);
    made.do({ type: "set-quantity", id: idOf(made, 0), units: 65 });
    expect(made.now().lotMultiplier).toBe(1);
  });

  test("of odd lots is the one set last", () => {
    const made = withLegs(option("CE", ATM));
    made.do(
      { type: "set-quantity", id: idOf(made, 0), units: 100 },
      { type: "set-lot-multiplier", multiplier: 3 },
    );
    expect([made.now().lotMultiplier, ...quantities(made)]).toEqual([3, 300]);
    made.do({ type: "toggle-leg", id: idOf(made, 0) }, { type: "set-lot-multiplier", multiplier: 2 });
    expect(quantities(made)).toEqual([200]);
  });

  test("is a whole number from 1, and no more than can be traded", () => {
    const made = withLegs(option("CE", ATM));
    for (const multiplier of [0, -3, 0.5, 2.5, Number.NaN, Infinity, 1e308])
      expectRefused(made, { type: "set-lot-multiplier", multiplier }, "MULTIPLIER");
    expectRefused(made, { type: "set-lot-multiplier", multiplier: 1e12 }, "TOO_LARGE");
  });
});
