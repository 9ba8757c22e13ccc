import { describe, expect, test } from "vitest";
import {
  ATM,
  add,
  type Bench,
  bench,
  expectRefused,
  FAR,
  FUTURE,
  facts,
  idOf,
  option,
  prices,
  STRIKES,
  strikeAt,
  strikes,
  withLegs,
} from "./analyzer-fixture.ts";

describe("dragged strikes", () => {
  const STEP = strikeAt(1) - ATM;
  const drag = (made: Bench, which: readonly number[], by: number, mirror = false): readonly number[] => {
    made.do({ type: "drag-strikes", ids: which.map((i) => idOf(made, i)), by, mirror });
    return strikes(made);
  };

  test("[ANZ-15] go from where they stood when the drag began", () => {
    const made = withLegs(option("CE", ATM), option("PE", ATM), FUTURE);
    const before = made.now().legs;
    made.do({ type: "set-entry-price", id: idOf(made, 0), price: 50 }, { type: "begin-drag" });
    expect(drag(made, [0], 1.4 * STEP)).toEqual([strikeAt(1), ATM, 0]);
    expect(drag(made, [0, 2], 1.6 * STEP)).toEqual([strikeAt(2), ATM, 0]);
    expect(made.now().legs[0]!.entryPrice).toBeNull();
    expect(drag(made, [0], 0.2 * STEP)).toEqual([ATM, ATM, 0]);
    expect(made.do({ type: "end-drag" }).legs).toEqual([
      { ...before[0], entryPrice: 50 },
      before[1],
      before[2],
    ]);
  });

  test("[ANZ-15] make room for one another", () => {
    const ladder = [0, 1, 2].map((steps) => option("CE", strikeAt(steps)));
    for (const by of [1, -1, 3, -3]) {
      const made = withLegs(...ladder);
      made.do({ type: "begin-drag" });
      expect(drag(made, [0, 1, 2], by * STEP)).toEqual([0, 1, 2].map((steps) => strikeAt(steps + by)));
    }
    const made = withLegs(...ladder);
    made.do({ type: "begin-drag" });
    expect(drag(made, [0], STEP)).not.toContain(undefined);
    expect(new Set(strikes(made)).size).toBe(3);
  });

  test("[ANZ-15] hold at the ends of the list, and no two meet there", () => {
    const made = withLegs(option("CE", ATM), option("CE", strikeAt(1)));
    made.do({ type: "begin-drag" });
    expect(drag(made, [0, 1], 1e12)).toEqual([STRIKES.at(-2), STRIKES.at(-1)]);
    expect(drag(made, [0, 1], 0)).toEqual([ATM, strikeAt(1)]);
    for (const by of [Number.NaN, 1e308, -Infinity])
      expectRefused(made, { type: "drag-strikes", ids: [idOf(made, 0)], by, mirror: false }, "DISTANCE");
  });

  test("[ANZ-16] take their opposites the other way", () => {
    const made = bench();
    made.do(
      add(option("PE", strikeAt(-2)), 1, "BUY"),
      add(option("PE", strikeAt(-1)), 1, "SELL"),
      add(option("CE", strikeAt(1)), 1, "SELL"),
      add(option("CE", strikeAt(2)), 1, "BUY"),
      { type: "begin-drag" },
    );
    expect(drag(made, [2], STEP * 4, true)).toEqual([-2, -5, 5, 2].map(strikeAt));
    expect(drag(made, [2], STEP * 4)).toEqual([-2, -1, 5, 2].map(strikeAt));
    expect(drag(made, [2], -STEP, true)).toEqual([-2, 0, 0, 2].map(strikeAt));
  });

  test("[ANZ-15] keep what was told of a contract while nothing newer is", () => {
    const made = withLegs(option("CE", ATM));
    made.do(prices(made.now().legs, 120, 1), { type: "begin-drag" });
    drag(made, [0], STEP);
    expect(made.now().legs[0]!.quote.lastPrice).toBeNaN();
    drag(made, [0], 0);
    expect(made.now().legs[0]!.quote.lastPrice).toBe(120);
    drag(made, [0], STEP);
    made.do(prices(made.now().legs, 80, 2));
    drag(made, [0], 1.1 * STEP);
    expect(made.now().legs[0]!.quote.lastPrice).toBe(80);
    drag(made, [0], 0);
    expect(made.now().legs[0]!.quote.lastPrice).toBeNaN();
  });

  test("[ANZ-15] leave a leg that took another expiry meanwhile", () => {
    const made = withLegs(option("CE", ATM), option("PE", ATM));
    made.do({ type: "begin-drag" });
    drag(made, [0], STEP);
    made.do({ type: "set-expiry", id: idOf(made, 0), expiry: FAR });
    const [moved] = strikes(made);
    expect(drag(made, [1], STEP)).toEqual([moved, strikeAt(1)]);
    expect(made.now().legs[0]!.expiry).toBe(FAR);
  });

  test("[STRAT-14] leave what expired today where it is, with its entry price", () => {
    const made = withLegs(option("CE", ATM, FAR), option("CE", ATM), option("PE", ATM));
    made.do({ type: "set-entry-price", id: idOf(made, 1), price: 50 });
    const { expiryInstant } = made.now().legs[1]!;
    made.do({ type: "prices", facts: facts(made.now().legs, { now: expiryInstant }), receivedAt: 1 });
    const [, call, put] = made.now().legs;
    expect([call!.isExpired, put!.isExpired]).toEqual([true, true]);
    made.do({ type: "begin-drag" });
    expect(drag(made, [0, 1], STEP, true)).toEqual([strikeAt(1), ATM, ATM]);
    expect(made.now().legs.slice(1)).toEqual([call, put]);
  });

  test("[STRAT-14] bring a leg back that expires while it is dragged", () => {
    const made = withLegs(option("CE", ATM), option("CE", ATM, FAR));
    made.do({ type: "set-entry-price", id: idOf(made, 0), price: 50 }, { type: "begin-drag" });
    drag(made, [0, 1], STEP);
    const { expiryInstant } = made.now().legs[0]!;
    made.do({ type: "prices", facts: facts(made.now().legs, { now: expiryInstant }), receivedAt: 1 });
    expect(drag(made, [0, 1], 2 * STEP)).toEqual([ATM, strikeAt(2)]);
    expect(made.now().legs[0]).toMatchObject({ strike: ATM, entryPrice: 50 });
  });

  test("without a drag go from where they stand", () => {
    const made = withLegs(option("CE", ATM));
    drag(made, [0], STEP);
    expect(drag(made, [0], STEP)).toEqual([strikeAt(2)]);
    expect(made.now().past).toHaveLength(3);
  });
});
