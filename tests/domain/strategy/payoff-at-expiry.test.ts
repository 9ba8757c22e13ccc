import { describe, expect, test } from "vitest";
import { call, FAR, leg, market, put, SPOT, summary } from "./strategy-fixture.ts";

/** P&L at expiry at a price of the underlying, read from the drawn curve where it is drawn. */
function drawnAt(s: ReturnType<typeof summary>, price: number): number {
  const i = s.payoffs!.price.indexOf(price);
  expect(i, `no point at ${price}`).toBeGreaterThanOrEqual(0);
  return s.payoffs!.atExpiry[i]!;
}

describe("what strategies of one expiry pay, by hand", () => {
  test("a bought call loses its premium at most, and gains without end", () => {
    const s = summary([call(24_000, 65, 200)]);
    expect(s.maxLoss).toBe(-13_000);
    expect(s.maxProfit).toBe(Infinity);
    expect(s.breakevensAtExpiry).toEqual([24_200]);
    expect(s.riskRewardRatio).toBeNaN();
    expect(s.totalPremium).toBe(13_000);
    expect(drawnAt(s, 24_000)).toBe(-13_000);
    expect(drawnAt(s, 24_200)).toBe(0);
  });

  test("a sold call loses without end", () => {
    const s = summary([call(24_000, -65, 200)]);
    expect(s.maxProfit).toBe(13_000);
    expect(s.maxLoss).toBe(-Infinity);
    expect(s.breakevensAtExpiry).toEqual([24_200]);
  });

  test("a sold put loses a number: what it costs with the underlying at zero", () => {
    const s = summary([put(24_000, -65, 150)]);
    expect(s.maxProfit).toBe(9_750);
    expect(s.maxLoss).toBe(-23_850 * 65);
    expect(s.breakevensAtExpiry).toEqual([23_850]);
    expect(s.riskRewardRatio).toBe(9_750 / (23_850 * 65));
  });

  test("a call spread is bounded on both sides", () => {
    const s = summary([call(24_000, 65, 200), call(24_200, -65, 110)]);
    expect(s.maxLoss).toBe(-5_850);
    expect(s.maxProfit).toBe(7_150);
    expect(s.breakevensAtExpiry).toEqual([24_090]);
    expect(s.riskRewardRatio).toBeCloseTo(7_150 / 5_850, 12);
  });

  test("an iron condor keeps its credit between two breakevens", () => {
    const s = summary([
      put(23_600, 65, 40),
      put(23_800, -65, 75),
      call(24_200, -65, 95),
      call(24_400, 65, 50),
    ]);
    expect(s.maxProfit).toBe(80 * 65);
    expect(s.maxLoss).toBe(-120 * 65);
    expect(s.breakevensAtExpiry).toEqual([23_720, 24_280]);
    expect(drawnAt(s, 23_800)).toBe(80 * 65);
    expect(drawnAt(s, 24_000)).toBe(80 * 65);
    expect(drawnAt(s, 24_400)).toBe(-120 * 65);
  });

  test("a ratio back spread loses most at the bought strike and gains beyond it", () => {
    const s = summary([call(24_000, -65, 200), call(24_200, 130, 110)]);
    expect(s.maxLoss).toBe((-200 - 20) * 65);
    expect(s.maxProfit).toBe(Infinity);
    // -20 below 24,000: it never pays on the downside.
    expect(s.breakevensAtExpiry).toEqual([24_420]);
  });

  test("a future bought is a line through its price", () => {
    const s = summary([leg("FUT", 0, { entryPrice: 24_060 })]);
    expect(s.breakevensAtExpiry).toEqual([24_060]);
    expect(s.maxProfit).toBe(Infinity);
    expect(s.maxLoss).toBe(-24_060 * 65);
    expect(s.greeks).toEqual({ delta: 65, gamma: 0, theta: 0, vega: 0 });
    expect(s.totalPremium).toBe(0);
  });

  test("a covered call is a sold put", () => {
    const covered = summary([
      leg("EQ", 0, { quantity: 500, lotSize: 1, entryPrice: 24_000 }),
      call(24_200, -500, 110, { lotSize: 500 }),
    ]);
    expect(covered.maxProfit).toBe(310 * 500);
    expect(covered.maxLoss).toBe(-23_890 * 500);
    expect(covered.breakevensAtExpiry).toEqual([23_890]);
  });

  test("a month's future beside a week's option keeps what basis it has left then", () => {
    const at = market();
    const s = summary([leg("FUT", 0, { expiry: FAR, entryPrice: 24_180 }), put(24_000, 65, 150)], {}, at);
    const [near, far] = at.expiries;
    const left = far!.expiryInstant - near!.expiryInstant;
    const basis = (24_180 * 1 - SPOT) * (left / (far!.expiryInstant - at.now));
    expect(s.expiry).toBe(near!.expiry);
    // Above the strike: S' + basis - 24,180 - 150.
    expect(s.breakevensAtExpiry).toHaveLength(1);
    expect(s.breakevensAtExpiry[0]).toBeCloseTo(24_330 - basis, 8);
    expect(s.maxProfit).toBe(Infinity);
    expect(s.maxLoss).toBeCloseTo((basis - 24_330 + 24_000) * 65, 6);
  });
});

describe("breakevens where the curve lies on zero", () => {
  test("a flat zero stretch between two legs reports both ends", () => {
    const s = summary([put(23_800, 65, 0), call(24_200, 65, 0)]);
    expect(s.breakevensAtExpiry).toEqual([23_800, 24_200]);
    expect(s.maxLoss).toBe(0);
    expect(s.riskRewardRatio).toBeNaN();
  });

  test("stretches that reach to zero or have no end report their one end", () => {
    const butterfly = summary([call(23_900, 65, 0), call(24_000, -130, 0), call(24_100, 65, 0)]);
    expect(butterfly.breakevensAtExpiry).toEqual([23_900, 24_100]);
    expect(butterfly.maxProfit).toBe(6_500);
  });

  test("a peak that touches zero is one breakeven, and never a profit", () => {
    const s = summary([call(23_900, 65, 100), call(24_000, -130, 0), call(24_100, 65, 0)]);
    expect(s.breakevensAtExpiry).toEqual([24_000]);
    expect(s.maxProfit).toBe(0);
    expect(s.pop).toBe(0);
  });

  test("roots at or below zero are not reported", () => {
    // Worth S' + 10 at expiry: zero only at -10.
    const s = summary([leg("EQ", 0, { quantity: 1, lotSize: 1, entryPrice: 0 })], {
      manualPnl: { isChecked: true, pnl: 10 },
    });
    expect(s.breakevensAtExpiry).toEqual([]);
    expect(s.maxLoss).toBe(10);
  });

  test("nor is one that no double can say", () => {
    const s = summary([call(24_000, -1e-300, 1)], { manualPnl: { isChecked: true, pnl: 1e15 } });
    expect(s.breakevensAtExpiry).toEqual([]);
    expect(s.maxLoss).toBe(-Infinity);
    expect(s.pop).toBe(1);
  });
});

describe("booked and manual P&L", () => {
  const booked = { kind: "position", bookedPnl: 1_300 } as const;

  test("booked P&L lifts the curve when it is factored in", () => {
    expect(summary([call(24_000, 65, 200, booked)]).breakevensAtExpiry).toEqual([24_180]);
    expect(summary([call(24_000, 65, 200, booked)], { factorInBookedPnl: false }).breakevensAtExpiry).toEqual(
      [24_200],
    );
  });

  test("manual P&L counts when it is checked", () => {
    const manualPnl = { isChecked: true, pnl: -650 };
    expect(summary([call(24_000, 65, 200)], { manualPnl }).maxLoss).toBe(-13_650);
    expect(summary([call(24_000, 65, 200)], { manualPnl: { isChecked: false, pnl: -650 } }).maxLoss).toBe(
      -13_000,
    );
  });

  test("a closed position is its booked P&L and nothing else, whatever its price is", () => {
    const closed = call(24_000, 0, null, booked);
    const s = summary([closed, call(24_200, 65, 100)]);
    expect(s.maxLoss).toBe(1_300 - 6_500);
    expect(s.projectedPayoff - s.targetPnl).toBe(1_300);
    expect(s.tradeDetails![0]!.pnl).toBe(0);
  });

  test("what is not selected does not count", () => {
    const s = summary([call(24_000, 65, 200, { ...booked, isSelected: false }), call(24_200, 65, 100)]);
    expect(s.maxLoss).toBe(-6_500);
    expect(s.tradeDetails).toHaveLength(2);
    expect(s.tradeStats).toHaveLength(2);
  });
});
