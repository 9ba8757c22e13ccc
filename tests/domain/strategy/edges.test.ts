/** quant.md §13 as far as strategies meet it: every figure finite or unknown, and never a throw. */

import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { FORWARD_SETTLEMENT } from "#domain/chain/flags.ts";
import { SETTLEMENT_UNKNOWN } from "#domain/pricing/settlement-source.ts";
import type { LegQuote } from "#domain/strategy/model.ts";
import { call, expiryMarket, FAR, FAR_FORWARD, leg, market, NEAR, put, summary } from "./strategy-fixture.ts";

const CLOSE = istInstant(NEAR, "15:35");
const NO_QUOTE: LegQuote = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
};

/** Every number of a summary but the two that may be infinite. */
function* figures(value: unknown, path = ""): Generator<[string, number]> {
  if (typeof value === "number") yield [path, value];
  else if (value instanceof Float64Array)
    for (const [i, each] of value.entries()) yield [`${path}[${i}]`, each];
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* figures(each, `${path}.${key}`);
  }
}

function expectFinite(s: unknown, but: readonly string[] = []): void {
  for (const [path, figure] of figures(s)) {
    if (but.some((allowed) => path.startsWith(`.${allowed}`))) continue;
    expect(Number.isFinite(figure), `${path} is ${figure}`).toBe(true);
  }
}

describe("time", () => {
  test("at the expiry instant the leg is over: intrinsic, no greeks, probability all or nothing", () => {
    const at = market({ now: CLOSE, spot: 24_300, expiries: [] });
    const s = summary([call(24_000, 65, 200)], {}, at);
    expect(s.tradeDetails![0]!.isExpired).toBe(true);
    expect(s.tradeDetails![0]!.priceAtTarget).toBe(300);
    expect(s.greeks).toEqual({ delta: 0, gamma: 0, theta: 0, vega: 0 });
    expect(s.decay).toBe(0);
    expect(s.pop).toBe(1);
    expect(s.targetPnl).toBe(6_500);
    expect(summary([call(24_400, 65, 200)], {}, at).pop).toBe(0);
  });

  test("a result that stands needs no volatility: of settled legs alone the probability is all or nothing", () => {
    const next = expiryMarket({ expiry: FAR, forward: FAR_FORWARD, atmIv: Number.NaN });
    const at = market({ now: CLOSE, spot: 24_300, expiries: [next] });
    expect(summary([call(24_000, 65, 200)], {}, at)).toMatchObject({ pop: 1, popSource: SETTLEMENT_UNKNOWN });
    expect(summary([call(24_000, -65, 200)], {}, at).pop).toBe(0);
    expect(
      summary(
        [call(24_000, 65, 200), leg("CE", 24_500, { quantity: 65, entryPrice: 10, expiry: FAR })],
        {},
        at,
      ).pop,
    ).toBeNaN();
  });

  test("five minutes before expiry everything is finite, and nothing decays beyond its time value", () => {
    const at = market({
      now: CLOSE - 5 * 60_000,
      expiries: [expiryMarket({ expiry: NEAR, forward: 24_000.5, atmIv: 0.2 })],
    });
    const s = summary([call(24_000, 65, null)], {}, at);
    expectFinite(s, ["tradeStats", "maxProfit", "riskRewardRatio", "tradeDetails"]);
    const { decay, greeks, priceAtTarget } = s.tradeDetails![0]!;
    expect(greeks.delta / 65).toBeCloseTo(0.5, 1);
    expect(-decay).toBeLessThanOrEqual(65 * priceAtTarget + 1e-9);
    expect(-decay).toBeGreaterThan(0);
    // The analytic theta of the last minutes is many times what is left to lose.
    expect(-greeks.theta).toBeGreaterThan(-decay);
  });

  test("in the last day decay is exactly what is left above intrinsic", () => {
    const at = market({
      now: istInstant(NEAR, "11:00"),
      spot: 24_100,
      expiries: [expiryMarket({ expiry: NEAR, forward: 24_100, atmIv: 0.15 })],
    });
    const s = summary([call(24_000, 65, 150), put(24_200, -65, 150)], {}, at);
    const [first, second] = s.tradeDetails!;
    expect(first!.decay).toBeCloseTo(-65 * (first!.priceAtTarget - 100), 9);
    expect(second!.decay).toBeCloseTo(65 * (second!.priceAtTarget - 100), 9);
    expect(s.decay).toBeCloseTo(first!.decay + second!.decay, 9);
  });

  test("an option that is asked for and has no price decays by no more than is asked", () => {
    const asked = leg("CE", 24_600, { quantity: 65, quote: { ...NO_QUOTE, ask: 0.05 } });
    const s = summary([asked]);
    expect(s.tradeDetails![0]!.decay).toBeCloseTo(-65 * 0.05, 9);
  });

  test("equity beside an option does not stop the option's decay", () => {
    const s = summary([
      leg("EQ", 0, { entryPrice: 24_000, quantity: 65, lotSize: 1 }),
      call(24_200, -65, 110),
    ]);
    expect(s.decay).toBeGreaterThan(0);
    expect(s.tradeDetails![0]!.decay).toBe(0);
  });
});

describe("what the market does not say", () => {
  test("without an underlying nothing is made up, and the warning says so", () => {
    for (const spot of [Number.NaN, 0]) {
      const s = summary([call(24_000, 65, 200), put(24_000, -65, 150)], {}, market({ spot }));
      expect(s.warnings.map(({ code }) => code)).toContain("NO_UNDERLYING");
      expect(s.payoffs!.price).toHaveLength(0);
      expect(s.tabularPayoffs).toEqual([]);
    }
    const s = summary([call(24_000, 65, 200)], {}, market({ spot: Number.NaN }));
    expect(s.targetPnl).toBeNaN();
    // What happens at expiry at given prices does not depend on where the underlying is now.
    expect(s.breakevensAtExpiry).toEqual([24_200]);
    expect(s.maxLoss).toBe(-13_000);
  });

  test("an option whose strike has no IV takes the smile's, then the ATM's, then the nearest expiry's", () => {
    const gap = expiryMarket({
      expiry: NEAR,
      forward: 24_060,
      atmIv: 0.13,
      iv: (k) => (k === 24_000 ? Number.NaN : 0.13),
    });
    const stats = (expiries: ReturnType<typeof market>["expiries"]) =>
      summary([call(24_000, 65, 200)], {}, market({ expiries })).tradeStats[0]!.iv;
    expect(stats([gap])).toBe(0.13);
    expect(stats([{ ...gap, iv: gap.iv.map(() => Number.NaN) }])).toBe(0.13);
    const far = expiryMarket({ expiry: FAR, forward: FAR_FORWARD, atmIv: 0.14 });
    expect(stats([far])).toBe(0.14);
    expect(stats([])).toBeNaN();
  });

  test("without any IV the value before expiry is unknown, and what happens at expiry is not", () => {
    const s = summary([call(24_000, 65, 200)], {}, market({ expiries: [] }));
    expect(s.targetPnl).toBeNaN();
    expect(s.payoffs!.atTarget.every(Number.isNaN)).toBe(true);
    expect(s.payoffs!.atExpiry.every(Number.isFinite)).toBe(true);
    expect(s.breakevensAtExpiry).toEqual([24_200]);
    expect(s.warnings.map(({ code }) => code)).toContain("NO_IV");
  });

  test("a leg that never traded is entered at what its IV makes it worth", () => {
    const s = summary([call(24_000, 65, null)]);
    expect(s.tradeDetails![0]!.entryPrice).toBeGreaterThan(150);
    expect(s.targetPnl).toBeCloseTo(0, 9);
  });

  test("a missing entry price takes the usable price, before the last one", () => {
    const quote = {
      lastPrice: 190,
      usablePrice: 201.5,
      bid: Number.NaN,
      ask: Number.NaN,
      isLiquid: true,
      warnings: [],
    } as const;
    const [detail] = summary([call(24_000, 65, null, { quote })]).tradeDetails!;
    expect(detail!.entryPrice).toBe(201.5);
    const unusable = { ...quote, usablePrice: Number.NaN };
    expect(summary([call(24_000, 65, null, { quote: unusable })]).tradeDetails![0]!.entryPrice).toBe(190);
  });
});

describe("expired legs", () => {
  const expired = (price: number | null, underlyingClose: number | null) =>
    call(23_800, -65, 120, { expiry: "2026-11-17", settlement: { price, underlyingClose } });

  test("are a constant by their settlement price, beside legs that live", () => {
    const s = summary([expired(180, null), call(24_000, 65, 200)]);
    expect(s.maxLoss).toBe(-13_000 - 60 * 65);
    expect(s.breakevensAtExpiry).toEqual([24_260]);
    expect(s.expiry).toBe(NEAR);
    expect(s.warnings.map(({ code }) => code)).toContain("EXPIRED_STRATEGY");
    expect(s.warnings.find(({ code }) => code === "EXPIRED_STRATEGY")!.message).toBe(
      "You Are viewing an expired strategy.",
    );
    expect(s.warnings.map(({ code }) => code)).not.toContain("ESTIMATED_SETTLEMENT");
    expect(s.totalPremium).toBe(13_000);
  });

  test("without one are worth their intrinsic at the day's close, and are flagged", () => {
    const s = summary([expired(null, 23_950)]);
    expect(s.targetPnl).toBe(-30 * 65);
    expect(s.tradeDetails![0]!.isEstimated).toBe(true);
    expect(s.warnings.map(({ code }) => code)).toContain("ESTIMATED_SETTLEMENT");
    expect(s.expiry).toBeNull();
    expect(s.breakevensAtExpiry).toEqual([]);
    expect(s.maxProfit).toBe(-30 * 65);
    expect(s.maxLoss).toBe(-30 * 65);
    expect(s.pop).toBe(0);
  });

  test("keep the delta they ended with, which no total counts: nothing can hedge it any more", () => {
    const live = call(24_000, 65, 200);
    const s = summary([expired(null, 23_950), live]);
    expect(s.tradeDetails![0]!.greeks).toMatchObject({ delta: -65 });
    expect(s.greeks).toEqual(summary([live]).greeks);
    expect(s.tradeStats[0]).toMatchObject({ forward: 23_950, forwardSource: FORWARD_SETTLEMENT });
    const one = { multiplyByLotSize: false, multiplyByLots: false } as const;
    expect(summary([expired(null, 23_800), live], one).tradeDetails![0]!.greeks.delta).toBe(-0.5);
  });

  test("have no IV: there is none of what is over, whatever the strategy's other legs have", () => {
    const s = summary([expired(180, null), call(24_000, 65, 200)], { ivOffset: 3 });
    expect(s.tradeDetails!.map(({ effectiveIv }) => effectiveIv)).toEqual([Number.NaN, 0.16]);
    expect(s.tradeStats.map(({ iv }) => iv)).toEqual([Number.NaN, 0.13]);
    expect(s.warnings.map(({ code }) => code)).not.toContain("NO_IV");
  });

  test("on the evening of the day, the spot is the close", () => {
    const s = summary([expired(null, null)]);
    expect(s.tradeDetails![0]!.priceAtTarget).toBe(200);
  });

  test("of an earlier day without a known close are unknown", () => {
    const s = summary([
      call(23_800, -65, 120, { expiry: "2026-11-10", settlement: { price: null, underlyingClose: null } }),
    ]);
    expect(s.targetPnl).toBeNaN();
    expect(s.maxLoss).toBeNaN();
    expect(s.pop).toBeNaN();
  });
});

describe("absurd input", () => {
  test("ten million units overflow nothing, and 'unlimited' comes from the slope alone", () => {
    const s = summary([call(24_000, 1e7, 200), call(24_100, -1e7, 150)]);
    expectFinite(s, ["tradeStats"]);
    expect(s.maxProfit).toBe(50 * 1e7);
    expect(s.maxLoss).toBe(-50 * 1e7);
    expect(summary([put(24_000, -1e9, 100)]).maxLoss).toBe(-23_900 * 1e9);
  });

  test("a quantity that is no multiple of the lot is analysed, and the rule is told", () => {
    const s = summary([call(24_000, 100, 200)]);
    expect(s.maxLoss).toBe(-20_000);
    expect(s.warnings.find(({ code }) => code === "LOT_RULE")!.message).toBe(
      "The minimum order size for NIFTY 24000 CE is 65 units, and subsequent orders must be in multiples of 65, such as 2n, 3n, and so on.",
    );
  });

  test("an entry of zero is an entry", () => {
    expect(summary([call(24_000, 65, 0)]).maxLoss).toBe(0);
  });

  test.each([0, 1e-9, 0.0001, 5, 100, 1e6])("an IV of %f breaks nothing", (iv) => {
    const s = summary([call(24_000, 65, 200, { customIv: iv }), put(23_000, -130, 80, { customIv: iv })]);
    expectFinite(s, ["tradeStats", "maxProfit", "riskRewardRatio"]);
  });

  test.each([0, 1e-6, 1e12])("a target price of %f breaks nothing", (targetPrice) => {
    const s = summary([call(24_000, 65, 200), put(23_000, -65, 80)], { targetPrice });
    expectFinite(s, ["tradeStats", "maxProfit", "riskRewardRatio"]);
  });

  test("a strategy of nothing is nothing", () => {
    const s = summary([]);
    expect(s.maxProfit).toBe(0);
    expect(s.maxLoss).toBe(0);
    expect(s.greeks).toEqual({ delta: 0, gamma: 0, theta: 0, vega: 0 });
    expect(s.warnings).toEqual([]);
  });

  test("five hundred legs of two expiries stay fast", () => {
    const legs = Array.from({ length: 500 }, (_, i) =>
      (i % 2 === 0 ? call : put)(22_000 + 50 * (i % 80), 65 * ((i % 7) - 3), 100, {
        expiry: i % 3 === 0 ? FAR : NEAR,
      }),
    );
    const started = performance.now();
    const s = summary(legs);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(s.tradeDetails).toHaveLength(500);
  });
});
