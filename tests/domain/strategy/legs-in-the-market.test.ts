import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { black76 } from "#domain/pricing/black76.ts";
import { effectiveIv } from "#domain/strategy/effective-iv.ts";
import { commonLots, greekFactor, moneyShare } from "#domain/strategy/greek-factors.ts";
import {
  call,
  expiryMarket,
  FAR,
  leg,
  market,
  NEAR,
  NEAR_FORWARD,
  NOW,
  put,
  SPOT,
  summary,
} from "./strategy-fixture.ts";

const WEEK = 7 / 365;

describe("effective IV", () => {
  test("is the custom figure or the market's, plus the offset, never below 0", () => {
    expect(effectiveIv(null, 0.13, 0)).toBe(0.13);
    expect(effectiveIv(0.2, 0.13, 0)).toBe(0.2);
    expect(effectiveIv(null, 0.13, 2)).toBeCloseTo(0.15, 15);
    expect(effectiveIv(0.2, 0.13, -5)).toBeCloseTo(0.15, 15);
    expect(effectiveIv(null, 0.13, -20)).toBe(0);
    expect(effectiveIv(null, Number.NaN, 5)).toBeNaN();
    expect(effectiveIv(Number.NaN, 0.13, 0)).toBe(0.13);
  });

  test("prices the leg, while the stats keep the market's", () => {
    const s = summary([call(24_500, 65, 40, { customIv: 0.12 })], { ivOffset: 1.5 });
    expect(s.tradeDetails![0]!.effectiveIv).toBeCloseTo(0.135, 15);
    expect(s.tradeStats[0]!.iv).toBe(0.13);
    // The case reference-3 of tests/vectors/black-76.json.
    expect(s.tradeDetails![0]!.priceAtTarget).toBeCloseTo(40.0759572579, 8);
    expect(s.greeks.delta / 65).toBeCloseTo(0.168527650153, 11);
    expect(s.greeks.gamma / 65).toBeCloseTo(0.000559442247548, 14);
    expect(s.greeks.theta / 65).toBeCloseTo(-8.08520773637, 9);
    expect(s.greeks.vega / 65).toBeCloseTo(8.38465987476, 9);
  });

  test("between strikes is the smile's", () => {
    const smile = expiryMarket({
      expiry: NEAR,
      forward: NEAR_FORWARD,
      atmIv: 0.13,
      iv: (k) => 0.13 + Math.abs(k - 24_050) / 1e5,
    });
    const at = market({ expiries: [smile] });
    const iv = (strike: number) => summary([call(strike, 65, 1)], {}, at).tradeStats[0]!.iv;
    expect(iv(24_500)).toBe(smile.iv[70]);
    expect(iv(24_525)).toBeGreaterThan(iv(24_500));
    expect(iv(24_525)).toBeLessThan(iv(24_550));
    expect(iv(99_000)).toBe(smile.iv.at(-1));
  });
});

describe("the basis", () => {
  test("runs off with time, so that the forward meets the spot at expiry", () => {
    const half = NOW + 3.5 * 86_400_000;
    const s = summary([leg("FUT", 0, { entryPrice: 24_060 })], { targetTime: half });
    expect(s.priceAtTarget / 65).toBeCloseTo(SPOT + 30, 9);
    const end = summary([leg("FUT", 0, { entryPrice: 24_060 })], { targetTime: istInstant(NEAR, "15:35") });
    expect(end.priceAtTarget / 65).toBe(SPOT);
  });

  test("is additive: at another price of the underlying the same rupees", () => {
    const s = summary([call(24_000, 65, 200)], { targetPrice: 23_000 });
    const { price, delta } = black76("CE", 23_060, 24_000, WEEK, 0.13, 0);
    expect(s.tradeDetails![0]!.priceAtTarget).toBeCloseTo(price, 10);
    expect(s.greeks.delta).toBeCloseTo(65 * delta, 10);
  });

  test("is one for every leg of an expiry, so a spread has no tail", () => {
    const far = { targetTime: NOW + 86_400_000, targetPrice: 40_000 };
    const s = summary([call(24_000, 65, 200), call(24_200, -65, 110)], far);
    expect(s.targetPnl).toBeCloseTo(110 * 65, 6);
  });

  test("a discount never takes the forward below one tick", () => {
    const deep = expiryMarket({ expiry: NEAR, forward: 23_000, atmIv: 0.13 });
    const s = summary(
      [leg("FUT", 0, { entryPrice: 23_000 })],
      { targetPrice: 500 },
      market({ expiries: [deep] }),
    );
    expect(s.priceAtTarget).toBe(65 * 0.05);
  });

  test("on MCX stays: options on their own future, another rupees away", () => {
    const crude = market({
      kind: "commodity",
      derivativeExchange: "MCX",
      spot: 6_000,
      strikeStep: 50,
      tickSize: 0.05,
      expiries: [expiryMarket({ expiry: NEAR, forward: 6_050, atmIv: 0.35 })],
    });
    const s = summary([call(6_100, 100, 40, { lotSize: 100 })], {}, crude);
    // The future must be at 6,140, so the near one at 6,090.
    expect(s.breakevensAtExpiry).toEqual([6_090]);
    expect(s.payoffs!.price).toContain(6_050);
    const bought = summary([put(6_100, 100, 40, { lotSize: 100 })], {}, crude);
    expect(bought.maxProfit).toBe((6_100 - 50 - 40) * 100);
    const future = summary(
      [leg("FUT", 0, { expiry: FAR, lotSize: 100, quantity: 100, entryPrice: 6_080 })],
      {},
      crude,
    );
    expect(future.priceAtTarget).toBe(6_080 * 100);
    expect(summary([], {}, crude).payoffRange.min).toBeLessThan(5_400);
  });
});

describe("how greeks are counted", () => {
  const two = { multiplier: 1, lotSize: 65 };
  const legs = [call(24_000, 130, 200, two), put(24_000, -390, 150, two)];

  test("the common lots of two and six are two; of a broken lot there are none", () => {
    expect(commonLots(legs)).toBe(2);
    expect(commonLots([call(24_000, 100, 1)])).toBe(1);
    expect(commonLots([])).toBe(1);
    expect(commonLots([call(24_000, 0, 1)])).toBe(1);
  });

  test.each([
    [true, true, [130, -390]],
    [true, false, [65, -195]],
    [false, true, [2, -6]],
    [false, false, [1, -3]],
  ])("lot size %s, number of lots %s", (multiplyByLotSize, multiplyByLots, factors) => {
    const toggles = { multiplyByLotSize, multiplyByLots };
    expect(legs.map((each) => greekFactor(each, commonLots(legs), toggles))).toEqual(factors);
    const s = summary(legs, toggles);
    const [bought, sold] = s.tradeDetails!;
    const deltas = [
      black76("CE", NEAR_FORWARD, 24_000, WEEK, 0.13, 0),
      black76("PE", NEAR_FORWARD, 24_000, WEEK, 0.13, 0),
    ];
    expect(bought!.greeks.delta).toBeCloseTo(factors[0]! * deltas[0]!.delta, 9);
    expect(sold!.greeks.delta).toBeCloseTo(factors[1]! * deltas[1]!.delta, 9);
    expect(s.greeks.delta).toBeCloseTo(bought!.greeks.delta + sold!.greeks.delta, 9);
  });

  test.each([
    [true, true, 1],
    [true, false, 1 / 2],
    [false, true, 1 / 65],
    [false, false, 1 / 130],
  ])(
    "STRAT-3: rows of the P&L table so too, and the strategy whole: lot size %s, lots %s",
    (size, lots, share) => {
      const toggles = { multiplyByLotSize: size, multiplyByLots: lots, targetPrice: 24_300 };
      const closed = call(24_500, 0, 50, { kind: "position", bookedPnl: 6_500 });
      const held = [call(24_000, 130, 200, { ...two, bookedPnl: 1_300, kind: "position" }), legs[1]!, closed];
      const [whole, counted] = [summary(held, { targetPrice: 24_300 }), summary(held, toggles)];
      for (const [i, row] of counted.tradeDetails!.entries()) {
        const all = whole.tradeDetails![i]!;
        expect(row.pnl).toBeCloseTo(all.pnl * share, 9);
        expect(row.targetPnl).toBeCloseTo(all.targetPnl * share, 9);
        expect(row.bookedPnl).toBeCloseTo(all.bookedPnl * share, 9);
        expect([row.intrinsicValue, row.timeValue]).toEqual([all.intrinsicValue, all.timeValue]);
      }
      const { targetPnl, projectedPayoff, maxLoss, totalPremium, priceAtTarget } = whole;
      expect(counted).toMatchObject({ targetPnl, projectedPayoff, maxLoss, totalPremium, priceAtTarget });
      expect(targetPnl).not.toBe(0);
    },
  );

  test("STRAT-3: a row's share of rupees is its greeks' share of units", () => {
    const usd = call(86, -2, 0.4, { lotSize: 1, multiplier: 1000 });
    for (const multiplyByLotSize of [true, false]) {
      for (const multiplyByLots of [true, false]) {
        const toggles = { multiplyByLotSize, multiplyByLots };
        expect(-2000 * moneyShare(usd, 2, toggles)).toBeCloseTo(greekFactor(usd, 2, toggles), 12);
      }
    }
  });

  test("the multiplier of a contract goes with its lot size", () => {
    const usd = call(86, -2, 0.4, { lotSize: 1, multiplier: 1000 });
    expect(greekFactor(usd, 2, { multiplyByLotSize: true, multiplyByLots: true })).toBe(-2000);
    expect(greekFactor(usd, 2, { multiplyByLotSize: true, multiplyByLots: false })).toBe(-1000);
    expect(greekFactor(usd, 2, { multiplyByLotSize: false, multiplyByLots: false })).toBe(-1);
  });
});

describe("warnings", () => {
  const codes = (s: ReturnType<typeof summary>) => s.warnings.map(({ code }) => code);

  test("several trades may not all be executed; one, or positions, need no such warning", () => {
    expect(codes(summary([call(24_000, 65, 200), put(24_000, 65, 150)]))).toContain("EXECUTION_RISK");
    expect(codes(summary([call(24_000, 65, 200)]))).not.toContain("EXECUTION_RISK");
    const held = { kind: "position" } as const;
    expect(codes(summary([call(24_000, 65, 200, held), put(24_000, 65, 150, held)]))).not.toContain(
      "EXECUTION_RISK",
    );
  });

  test("the IV of a day that is neither today nor the expiry is a guess", () => {
    const at = (targetTime: number) => codes(summary([call(24_000, 65, 200)], { targetTime }));
    expect(at(NOW)).not.toContain("FUTURE_IV");
    expect(at(NOW + 2 * 86_400_000)).toContain("FUTURE_IV");
    expect(at(istInstant(NEAR, "10:00"))).not.toContain("FUTURE_IV");
    expect(codes(summary([call(24_000, -65, 250), call(24_000, 65, 480, { expiry: FAR })]))).toContain(
      "FUTURE_IV",
    );
  });

  test("odd strikes and illiquid legs are named", () => {
    const quote = {
      lastPrice: 5,
      usablePrice: 5,
      bid: Number.NaN,
      ask: Number.NaN,
      isLiquid: false,
      warnings: ["ODD_STRIKE" as const],
    };
    const odd = call(24_050, 65, 5, { quote });
    const risk = summary([odd, call(24_100, 65, 100)]).warnings.find(({ code }) => code === "LIQUIDITY_RISK");
    expect(risk).toEqual({
      code: "LIQUIDITY_RISK",
      message: "Strikes at odd multiples of 50 may be illiquid. Check their prices.",
      legIds: [odd.id],
    });
    const thin = call(24_100, 65, 5, { quote: { ...quote, warnings: ["NO_VOLUME" as const] } });
    expect(summary([thin]).warnings[0]!.message).toBe("Some legs may be illiquid. Check their prices.");
  });

  test("an implied spot is said to be implied", () => {
    expect(codes(summary([call(24_000, 65, 200)], {}, market({ isSpotImplied: true })))).toContain(
      "SPOT_AUCTION",
    );
  });
});
