import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { call, FAR, leg, market, NEAR, NOW, put, SPOT, summary } from "./strategy-fixture.ts";

const CLOSE = istInstant(NEAR, "15:40");

describe("target date and time", () => {
  test("runs from now to the market close of the earliest expiry day", () => {
    const { targetTimeDefaults: times, selectedTargetTime } = summary([
      call(24_000, 65, 480, { expiry: FAR }),
      call(24_000, -65, 250),
    ]);
    expect(times).toMatchObject({ min: NOW, default: NOW, max: CLOSE });
    expect(selectedTargetTime).toBe(NOW);
  });

  test("what was asked for is clamped into it", () => {
    const asked = (targetTime: number) => summary([call(24_000, 65, 200)], { targetTime }).selectedTargetTime;
    expect(asked(NOW - 1)).toBe(NOW);
    expect(asked(CLOSE + 1)).toBe(CLOSE);
    expect(asked(Number.NaN)).toBe(NOW);
    expect(asked(NOW + 86_400_000)).toBe(NOW + 86_400_000);
  });

  test("legs that do not count do not set its end", () => {
    const legs = [call(24_000, -65, 250, { isSelected: false }), call(24_000, 65, 480, { expiry: FAR })];
    expect(summary(legs).targetTimeDefaults.max).toBe(istInstant(FAR, "15:40"));
  });

  test("offers every quarter of an hour of the selected day's session, and its close", () => {
    const { timeIntervals, timestamps } = summary([call(24_000, 65, 200)], {
      targetTime: istInstant("2026-11-19", "12:00"),
    }).targetTimeDefaults;
    expect(timeIntervals[0]).toBe("09:15");
    expect(timeIntervals.slice(-3)).toEqual(["15:15", "15:30", "15:40"]);
    expect(timeIntervals).toHaveLength(27);
    expect(timestamps[1]).toBe(istInstant("2026-11-19", "09:30"));
    expect(timestamps).toHaveLength(27);
  });

  test("a Sunday has the hours of a day of trading", () => {
    const { timestamps } = summary([call(24_000, 65, 200)], {
      targetTime: istInstant("2026-11-22", "12:00"),
    }).targetTimeDefaults;
    expect(timestamps[0]).toBe(istInstant("2026-11-22", "09:15"));
  });

  test("currency has its own hours, and is over when its contract is", () => {
    const at = market({ derivativeExchange: "CDS", kind: "currency", expiries: [] });
    const usd = call(24_000, 1, 200, { expiryInstant: istInstant(NEAR, "12:30") });
    const { targetTimeDefaults: times } = summary([usd], {}, at);
    expect(times.max).toBe(istInstant(NEAR, "17:00"));
    expect(times.timeIntervals.at(-1)).toBe("17:00");
    const late = summary([usd], { targetTime: times.max }, at);
    expect([late.greeks.gamma, late.greeks.theta, late.greeks.vega, late.priceAtTarget]).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe("target price", () => {
  test("begins at the spot, steps by a tenth of the strikes' step, within the payoff range", () => {
    const s = summary([call(24_000, 65, 200)]);
    expect(s.targetPriceDefaults).toEqual({
      default: SPOT,
      min: s.payoffRange.min,
      max: s.payoffRange.max,
      step: 5,
      closestFutureExpiry: NEAR,
    });
    expect(s.selectedTargetPrice).toBe(SPOT);
  });

  test("a step below the tick is the tick", () => {
    const at = market({ strikeStep: 0.25, spotTickSize: 0.05 });
    expect(summary([], {}, at).targetPriceDefaults.step).toBe(0.05);
  });

  test("P&L of the target is at that price and date, with the IV of then", () => {
    const held = [call(24_000, 65, 200), put(24_000, -65, 150)];
    const at = { targetPrice: 24_500, targetTime: CLOSE };
    const s = summary(held, at);
    expect(s.priceAtTarget).toBe(500 * 65);
    expect(s.targetPnl).toBe(450 * 65);
    expect(s.projectedPayoff).toBe(450 * 65);
    expect(summary(held, { ...at, manualPnl: { isChecked: true, pnl: 50 } }).projectedPayoff).toBe(
      450 * 65 + 50,
    );
    expect(s.tradeDetails!.map((each) => each.priceAtTarget)).toEqual([500, 0]);
  });
});

describe("payoff range and grid", () => {
  test("spans three standard deviations, and is drawn at 401 points and every kink", () => {
    const s = summary([call(24_000, 65, 200), call(24_200, -65, 110)]);
    const v = 3 * 0.13 * Math.sqrt(7 / 365);
    expect(s.payoffRange.min).toBeCloseTo(Math.min(24_060 * Math.exp(-v), SPOT * 0.95), 8);
    expect(s.payoffRange.max).toBeCloseTo(Math.max(24_060 * Math.exp(v), SPOT * 1.05), 8);
    const { price } = s.payoffs!;
    expect(price[0]).toBe(s.payoffRange.min);
    expect(price.at(-1)).toBe(s.payoffRange.max);
    for (const point of [24_000, 24_200, SPOT, s.breakevensAtExpiry[0]!]) expect(price).toContain(point);
    expect(price.length).toBeGreaterThanOrEqual(401);
    expect(price.length).toBeLessThanOrEqual(401 + 5);
    expect([...new Set(price)].sort((a, b) => a - b)).toEqual([...price]);
  });

  test("reaches a step beyond every strike, never below 0 or above twice the spot", () => {
    expect(summary([put(20_000, 65, 5), call(27_000, 65, 5)]).payoffRange).toEqual({
      min: 19_950,
      max: 27_050,
    });
    // The range goes by the expiry's volatility, 13 % and the offset; no leg's own figure widens it.
    const wild = summary([call(24_000, 65, 200, { customIv: 20 })], { ivOffset: 1000 }).payoffRange;
    expect(wild.min).toBeCloseTo(24_060 * Math.exp(-3 * 10.13 * Math.sqrt(7 / 365)), 8);
    expect(wild.max).toBe(2 * SPOT);
    expect(summary([put(20, 65, 0.05)]).payoffRange.min).toBe(0);
    expect(summary([call(90_000, 65, 1)]).payoffRange.max).toBe(2 * SPOT);
  });

  test("is at least 5 % either way for an index and 10 % for a stock", () => {
    const calm = market().expiries.map((each) => ({ ...each, atmIv: 0.01 }));
    const range = (kind: "index" | "stock") =>
      summary([call(24_000, 65, 200)], {}, market({ kind, expiries: calm })).payoffRange;
    expect(range("index")).toEqual({ min: SPOT * 0.95, max: SPOT * 1.05 });
    expect(range("stock")).toEqual({ min: SPOT * 0.9, max: SPOT * 1.1 });
  });

  test("is_stock says what kind of underlying it is", () => {
    expect(summary([], {}, market({ kind: "stock" })).isStock).toBe(true);
    expect(summary([]).isStock).toBe(false);
  });

  test("nothing is computed that was not asked for", () => {
    const s = summary([call(24_000, 65, 200)], {
      wantsPayoffChart: false,
      wantsPayoffTable: false,
      wantsTradeDetails: false,
    });
    expect([s.payoffs, s.tabularPayoffs, s.tradeDetails]).toEqual([null, null, null]);
  });
});

describe("payoff table", () => {
  test("has rows around the spot at the interval", () => {
    const s = summary([call(24_000, 65, 200)], { targetInterval: 0.005 });
    const rows = s.tabularPayoffs!;
    expect(rows).toHaveLength(21);
    expect(rows[10]).toMatchObject({ at: SPOT, percentDiffFromCurrentPrice: 0, payoffAtExpiry: -13_000 });
    expect(rows[12]!.at).toBeCloseTo(24_240, 9);
    expect(rows[12]!.percentDiffFromCurrentPrice).toBeCloseTo(0.01, 12);
    expect(rows[12]!.payoffAtExpiry).toBeCloseTo(40 * 65, 6);
    expect(s.selectedTargetInterval).toBe(0.005);
  });

  test("an interval that would pass zero loses those rows", () => {
    const rows = summary([call(24_000, 65, 200)], { targetInterval: 0.3 }).tabularPayoffs!;
    expect(rows[0]!.at).toBeCloseTo(2_400, 9);
    expect(rows).toHaveLength(14);
  });

  test("begins with the interval whose rows come nearest to steps of the strikes", () => {
    const interval = (spot: number, strikeStep: number) =>
      summary([], {}, market({ spot, strikeStep })).selectedTargetInterval;
    expect(interval(25_000, 50)).toBe(0.01); // 125, 250 (5 steps), 500 rupees
    expect(interval(20_000, 50)).toBe(0.005); // 100 rupees, 2 steps
    expect(interval(1_000, 20)).toBe(0.02); // 5, 10 and 20 rupees
  });
});

describe("totals of premium", () => {
  test("premium is paid, and is intrinsic plus time value where legs were entered at their price", () => {
    const quote = (usablePrice: number) =>
      ({
        lastPrice: 1,
        usablePrice,
        bid: Number.NaN,
        ask: Number.NaN,
        isLiquid: true,
        warnings: [],
      }) as const;
    const s = summary([
      call(23_900, 65, null, { quote: quote(280) }),
      put(24_200, -65, null, { quote: quote(290) }),
      leg("FUT", 0, { entryPrice: 24_060 }),
    ]);
    expect(s.totalPremium).toBe((280 - 290) * 65);
    // Intrinsic counts from the forward, 24,060.
    expect(s.totalIntrinsicValue).toBe((160 - 140) * 65);
    expect(s.totalTimeValue).toBe((120 - 150) * 65);
  });
});
