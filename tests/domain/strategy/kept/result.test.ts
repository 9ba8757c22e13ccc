import { describe, expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { resultOf } from "#domain/strategy/kept/result.ts";
import { bench, expired, NOW, option, trade } from "../analyzer/analyzer-fixture.ts";

const MARKET = { symbol: "NIFTY", kind: "index", derivativeExchange: "NFO" } as const;

/** Sold on the eve at 55, settled at 12.50; the other bought at 100 and alive. */
function held() {
  const made = bench({ now: NOW });
  made.do({ type: "open", underlying: "NIFTY", instanceId: "one" });
  return made.do({
    type: "load-trades",
    source: "SAVED_STRATEGY",
    meta: { id: "s", name: "Monday" },
    trades: [
      trade({ ...expired(), lotSize: 65 }, { entryPrice: 55, quantity: 65 }),
      trade(option("PE", 24_300), { action: "BUY", entryPrice: 100, quantity: 75 }),
    ],
  }).legs;
}

function result(price: number | null, legs = held()) {
  return resultOf(legs, {
    settlements: new Map([[1, { price, origin: price === null ? null : "simulated", isEstimated: false }]]),
    prices: new Map(legs.map(({ token }) => [token, 110])),
    market: MARKET,
    broker: ZERODHA,
    enteredOn: "2026-08-17",
  });
}

describe("[ANZ-62] what came of legs that are over", () => {
  test("is to the rupee by hand, beside what the others stand at", () => {
    const { settled, realised, open } = result(12.5);
    expect(settled).toHaveLength(1);
    expect(settled[0]).toMatchObject({ price: 12.5, origin: "simulated", isEstimated: false });
    expect(realised).toBe((55 - 12.5) * 65);
    expect(open).toBe((110 - 100) * 75);
  });

  test("with the charges of its day: entry alone where it ended worthless, more where it was exercised", () => {
    const worthless = result(0).charges;
    expect(worthless).toBeGreaterThan(20);
    expect(result(12.5).charges).toBeGreaterThan(worthless);
  });

  test("STRAT-33: a lot of a hundred times as many is exercised in as many orders as the freeze quantity makes", () => {
    const [over] = held().filter(({ isExpired }) => isExpired);
    const of = (lots: number) => result(12.5, [{ ...over!, quantity: -65 * lots }]).charges;
    // 27 lots of NIFTY are one order each way, 28 are two; all else grows by the lot.
    expect(of(28) - of(27) * (28 / 27)).toBeCloseTo(1.18 * (80 - 40 * (28 / 27)), 6);
  });

  test("is unknown where nothing says what it settled at, and what does not count is left out", () => {
    expect(result(null).realised).toBeNaN();
    expect(result(null).charges).toBeNaN();
    const off = held().map((leg) => ({ ...leg, isSelected: false }));
    expect(result(12.5, off)).toMatchObject({ settled: [], realised: 0, open: 0 });
  });
});
