import { expect, test } from "vitest";
import { difference } from "#workers/compute/difference.ts";

const MOST = 1e-9;
/** How far two payloads are apart that differ in one figure by a part of itself. */
const apart = (of: (figure: number) => unknown, figure: number, part: number) =>
  difference(of(figure), of(figure * (1 + part)));

test("a figure that is small by nature is held against its own size", () => {
  const gamma = apart((figure) => ({ greeks: { delta: 0.5, gamma: figure } }), 1e-4, 1e-5);
  expect(gamma.where).toBe("greeks.gamma");
  expect(gamma.relative).toBeGreaterThan(MOST);
  const iv = apart((figure) => ({ trade_stats: { 4711: { iv: figure } } }), 0.02, 1e-8);
  expect(iv).toMatchObject({ where: "trade_stats.4711.iv" });
  expect(iv.relative).toBeGreaterThan(MOST);
  expect(apart((figure) => ({ pop: figure }), 0.03, 1e-8).relative).toBeGreaterThan(MOST);
  const smile = apart((figure) => ({ market: { expiries: [{ iv: [0.1, figure] }] } }), 0.1, 1e-8);
  expect(smile.where).toBe("market.expiries.0.iv.1");
  expect(smile.relative).toBeGreaterThan(MOST);
});

test("what rounding leaves is none, of rupees and of gamma", () => {
  expect(difference({ target_pnl: 0 }, { target_pnl: 2e-10 }).relative).toBeLessThan(MOST);
  expect(difference({ target_pnl: 1e6 }, { target_pnl: 1e6 + 1e-5 }).relative).toBeLessThan(MOST);
  expect(difference({ greeks: { gamma: 0 } }, { greeks: { gamma: 1e-16 } }).relative).toBeLessThan(MOST);
});

test("an instant that is off by a millisecond is found, however long ago 1970 was", () => {
  const now = 1_795_745_000_000;
  expect(difference({ as_of: now }, { as_of: now + 1 })).toEqual({ relative: 1, where: "as_of" });
  const of = (max: number) => ({ target_datetime_defaults: { max, timestamps: [now] } });
  expect(difference(of(now), of(now + 1)).where).toBe("target_datetime_defaults.max");
});

test("the worst of several is told; a missing figure and another word are worse than any", () => {
  const figures = { target_pnl: 100, pop: 0.5, max_profit: "Unlimited", decay: 3 };
  expect(difference(figures, { ...figures, target_pnl: 101, decay: 3.3 }).where).toBe("decay");
  expect(difference(figures, { ...figures, max_profit: 5 })).toEqual({
    relative: Infinity,
    where: "max_profit",
  });
  expect(difference(figures, { ...figures, pop: null }).relative).toBe(Infinity);
  expect(difference(figures, { ...figures })).toEqual({ relative: 0, where: "" });
});
