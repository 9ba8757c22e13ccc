import { describe, expect, test } from "vitest";
import { shownIv } from "#domain/strategy/analyzer/figures.ts";
import { clampedTarget } from "#domain/strategy/analyzer/targets.ts";
import {
  ATM,
  add,
  type Bench,
  bench,
  FAR,
  FUTURE,
  facts,
  HOUR,
  NEAR,
  NOW,
  option,
  position,
  positionsOf,
  prices,
  withLegs,
} from "./analyzer-fixture.ts";

const shown = (made: Bench) => {
  const instance = made.now();
  return [...instance.legs, ...instance.positions].map((leg) => shownIv(leg, instance));
};
const setIv = (iv: number | null, expiry = NEAR) =>
  ({ type: "set-strike-iv", expiry, strike: ATM, iv }) as const;

describe("[ANZ-18] an IV that is set", () => {
  test("counts for call, put and position of its strike, and for none elsewhere", () => {
    const made = withLegs(option("CE", ATM), option("PE", ATM), option("CE", ATM, FAR), FUTURE);
    made.do(positionsOf([position(option("PE", ATM))]), setIv(0.3));
    const own = (all: readonly { customIv: number | null }[]) => all.map(({ customIv }) => customIv);
    expect(own(made.now().legs)).toEqual([0.3, 0.3, null, null]);
    expect(own(made.now().positions)).toEqual([0.3]);
    made.do(setIv(null));
    expect(own([...made.now().legs, ...made.now().positions])).toEqual([null, null, null, null, null]);
  });

  test("counts for what comes later, is moved there and is loaded", () => {
    const made = bench();
    made.do(setIv(0.3), add(option("CE", ATM)), add(option("PE", ATM, FAR)));
    expect(made.now().legs.map(({ customIv }) => customIv)).toEqual([0.3, null]);
    made.do({ type: "set-expiry", id: made.now().legs[1]!.id, expiry: NEAR });
    made.do(positionsOf([position(option("PE", ATM))]));
    expect(made.now().legs[1]!.customIv).toBe(0.3);
    expect(made.now().positions[0]!.customIv).toBe(0.3);
  });
});

describe("[ANZ-19] the offset", () => {
  test("shifts every IV, own and the market's, and stops at 0", () => {
    const made = withLegs(option("CE", ATM), option("CE", ATM, FAR), FUTURE);
    made.do(prices(made.now().legs, 100, 1), setIv(0.3));
    expect(shown(made)).toEqual([0.3, 0.14, Number.NaN]);
    made.do({ type: "set-iv-offset", points: 5 });
    expect(shown(made)[0]).toBeCloseTo(0.35, 12);
    expect(shown(made)[1]).toBeCloseTo(0.19, 12);
    made.do({ type: "set-iv-offset", points: -20 });
    expect(shown(made)[0]).toBeCloseTo(0.1, 12);
    expect(shown(made)[1]).toBe(0);
  });

  test("taken back gives the IVs back", () => {
    const made = withLegs(option("CE", ATM));
    made.do(
      prices(made.now().legs, 100, 1),
      { type: "set-iv-offset", points: -90 },
      { type: "set-iv-offset", points: 0 },
    );
    expect(shown(made)).toEqual([0.14]);
  });
});

test("[ANZ-20] what is typed is what is shown", () => {
  const made = withLegs(option("CE", ATM));
  made.do({ type: "set-iv-offset", points: 5 }, setIv(0.22));
  expect(shown(made)[0]).toBeCloseTo(0.22, 12);
  expect(made.now().legs[0]!.customIv).toBeCloseTo(0.17, 12);
  expect(made.do(setIv(0.01)).legs[0]!.customIv).toBe(0);
});

test("[ANZ-21] a reset of IVs takes offset and own ones", () => {
  const made = withLegs(option("CE", ATM));
  made.do({ type: "set-iv-offset", points: 5 }, setIv(0.22), { type: "reset-ivs" });
  expect(made.now()).toMatchObject({ ivOffset: 0, customStrikeWiseIvs: {} });
  expect(made.now().legs[0]!.customIv).toBeNull();
  const state = made.state();
  made.do({ type: "reset-ivs" });
  expect(made.state()).toBe(state);
});

test("[ANZ-22] a target price stays until it is given back", () => {
  const made = withLegs(option("CE", ATM));
  made.do({ type: "set-target-price", price: 24_321.5 }, prices(made.now().legs, 1, 1));
  expect(made.now().targetPrice).toBe(24_321.5);
  expect(made.do({ type: "set-target-price", price: null }).targetPrice).toBeNull();
});

describe("[ANZ-23] a target date", () => {
  const at = (made: Bench, time: number | null) => made.do({ type: "set-target-time", time }).targetDateTime;
  const told = (made: Bench, given = {}) =>
    made.do({ type: "prices", facts: facts(made.now().legs, given), receivedAt: 1 });

  test("lies within the bounds of the last analysis", () => {
    const made = withLegs(option("CE", ATM));
    told(made);
    expect(at(made, NOW + HOUR)).toBe(NOW + HOUR);
    expect(at(made, NOW + 999 * HOUR)).toBe(NOW + 48 * HOUR);
    expect(at(made, null)).toBeNull();
  });

  test("that is not after now is now", () => {
    const made = withLegs(option("CE", ATM));
    expect(at(made, NOW - 1)).toBeNull();
    expect(at(made, NOW)).toBeNull();
    expect(at(made, NOW + 1)).toBe(NOW + 1);
    told(made, { now: NOW + 2 * HOUR });
    expect(made.now().targetDateTime).toBeNull();
    expect(clampedTarget(NOW + 5, { min: NOW, max: NOW }, NOW)).toBeNull();
    expect(clampedTarget(NOW + 5, { min: NOW, max: NOW + 9 }, Number.NaN)).toBe(NOW + 5);
  });

  test("[ANZ-24] follows bounds that move", () => {
    const made = withLegs(option("CE", ATM));
    told(made);
    at(made, NOW + 40 * HOUR);
    const { revision } = made.now();
    told(made, { targetTimeMax: NOW + 6 * HOUR });
    expect(made.now()).toMatchObject({
      targetDateTime: NOW + 6 * HOUR,
      targetDateTimeBounds: { min: NOW, max: NOW + 6 * HOUR },
      revision,
    });
    told(made, { targetTimeMin: Number.NaN, targetTimeMax: Number.NaN, selectedTargetInterval: Number.NaN });
    expect(made.now()).toMatchObject({
      targetDateTimeBounds: { min: NOW, max: NOW + 6 * HOUR },
      selectedTargetInterval: 0.01,
    });
  });

  test("[ANZ-24] that is brought back by undo keeps to the bounds of now", () => {
    const made = withLegs(option("CE", ATM));
    told(made);
    at(made, NOW + 40 * HOUR);
    made.do({ type: "set-target-time", time: null });
    told(made, { targetTimeMax: NOW + 6 * HOUR });
    expect(made.do({ type: "undo" }).targetDateTime).toBe(NOW + 6 * HOUR);
  });
});

test("[ANZ-25] a P&L of one's own and the table's interval are kept and given back", () => {
  const made = withLegs(option("CE", ATM));
  made.do(
    { type: "set-manual-pnl", isChecked: true, pnl: -1500 },
    { type: "set-target-interval", interval: 0.02 },
  );
  expect(made.now()).toMatchObject({
    manualPnl: { isChecked: true, pnl: -1500 },
    payoffTableTargetInterval: 0.02,
  });
  const state = made.state();
  made.do(
    { type: "set-manual-pnl", isChecked: true, pnl: -1500 },
    { type: "set-target-interval", interval: 0.02 },
  );
  expect(made.state()).toBe(state);
  expect(made.do({ type: "set-target-interval", interval: null }).payoffTableTargetInterval).toBeNull();
});

describe("[ANZ-22] target price and date set at once", () => {
  test("are one step of undo, within the bounds, and nothing when they are so already", () => {
    const made = withLegs(option("CE", ATM));
    const steps = made.now().past.length;
    made.do({ type: "set-target", price: 24_300, time: NOW + HOUR });
    expect(made.now()).toMatchObject({ targetPrice: 24_300, targetDateTime: NOW + HOUR });
    expect(made.now().past).toHaveLength(steps + 1);
    const before = made.now();
    made.do({ type: "set-target", price: 24_300, time: NOW + HOUR });
    made.do({ type: "set-target", price: -1, time: NOW });
    made.do({ type: "set-target", price: 24_300, time: Number.NaN });
    expect(made.now()).toBe(before);
    made.do({ type: "undo" });
    expect(made.now()).toMatchObject({ targetPrice: null, targetDateTime: null });
    made.do({ type: "set-target", price: null, time: NOW - HOUR });
    expect(made.now().targetDateTime).toBeNull();
  });
});
