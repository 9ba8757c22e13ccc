import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { type MarginInputs, marginBook, marginOf } from "#domain/margin/margin.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, StrategyMarket } from "#domain/strategy/model.ts";
import { EXPIRY, EXPIRY_AT, expiryMarket, leg, market } from "./margin-fixture.ts";

function of(legs: readonly Leg[], changes: Partial<MarginInputs> = {}) {
  const inputs = {
    legs,
    market: market(),
    dailyVolatility: Number.NaN,
    previousClose: Number.NaN,
    ...changes,
  };
  const book = marginBook(inputs, referenceStrategyKernel);
  return { ...marginOf(book), unvalued: book.unvalued };
}

const SHORT_CALL = leg("CE", 24_500, -1, 0.135);
const SHORT_PUT = leg("PE", 23_500, -1, 0.145);
const LONG_CALL = leg("CE", 24_700, 1, 0.132);
const LONG_PUT = leg("PE", 23_300, 1, 0.15);

describe("the cases named reference in tests/vectors/margin.json", () => {
  test("a sold call loses most in scenario 11 and costs SPAN, exposure and the premium it brings", () => {
    const margin = of([SHORT_CALL]);
    expect(margin.groups).toHaveLength(1);
    expect(margin.groups[0]!.worst).toBe(11);
    expect(margin.scanRisk).toBeCloseTo(113_895.7815, 4);
    expect(margin.netOptionValue).toBeCloseTo(-2_604.9372, 4);
    expect(margin.span).toBeCloseTo(116_500.7187, 4);
    expect(margin.exposure).toBeCloseTo(31_200, 9);
    expect(margin.additional).toBe(0);
    expect(margin.marginRequired).toBeCloseTo(147_700.7187, 4);
    expect(margin.capitalRequired).toBeCloseTo(145_095.7815, 4);
  });

  test("a sold strangle needs hardly more SPAN than its worse side, and twice the exposure", () => {
    const margin = of([SHORT_CALL, SHORT_PUT]);
    expect(margin.span).toBeCloseTo(116_500.7696, 4);
    expect(margin.exposure).toBeCloseTo(62_400, 9);
  });

  test("an iron condor needs the width of its wings", () => {
    const margin = of([SHORT_CALL, SHORT_PUT, LONG_CALL, LONG_PUT]);
    expect(margin.scanRisk).toBeCloseTo(10_379.4549, 4);
    expect(margin.span).toBeCloseTo(12_999.9983, 4);
    expect(margin.marginRequired).toBeCloseTo(75_399.9983, 4);
    expect(margin.capitalRequired).toBeCloseTo(72_779.4549, 4);
  });

  test("a bought future needs its price scan range", () => {
    expect(of([leg("FUT", 0, 1)]).span).toBeCloseTo(145_080, 9);
  });
});

describe("what a margin is made of", () => {
  test("no trades need nothing", () => {
    const margin = of([]);
    expect([margin.marginRequired, margin.capitalRequired, margin.span]).toEqual([0, 0, 0]);
  });

  test("a bought option needs its premium and no margin", () => {
    const margin = of([leg("CE", 24_100, 1, 0.12, { entryPrice: 180 })]);
    expect(margin.marginRequired).toBe(0);
    expect(margin.capitalRequired).toBeCloseTo(180 * 65, 9);
  });

  test("a trade without a price is taken to be done where the strategy enters it", () => {
    const quoted = {
      lastPrice: 190,
      usablePrice: 201.5,
      bid: Number.NaN,
      ask: Number.NaN,
      isLiquid: true,
      warnings: [],
    };
    const outlay = (quote: Leg["quote"]) => of([leg("CE", 24_100, 1, 0.12, { quote })]).outlay;
    expect(outlay(quoted)).toBeCloseTo(201.5 * 65, 9);
    expect(outlay({ ...quoted, usablePrice: Number.NaN })).toBeCloseTo(190 * 65, 9);
    const model = of([leg("CE", 24_100, 1, 0.12)]);
    expect(model.outlay).toBe(model.netOptionValue);
    expect(model.outlay).toBeGreaterThan(0);
  });

  test("the premium of a position was settled long ago and is not asked for again", () => {
    const margin = of([{ ...SHORT_CALL, kind: "position" }]);
    expect(margin.capitalRequired).toBe(margin.marginRequired);
  });

  test("legs that are switched off or have expired are not margined", () => {
    const off = { ...SHORT_CALL, isSelected: false };
    const over = leg("CE", 24_500, -1, 0.1, { expiryInstant: market().now });
    expect(of([off, over])).toMatchObject({ marginRequired: 0, unvalued: [] });
  });

  test("shares are paid for in full and earn no benefit", () => {
    const share = leg("EQ", 0, 1, null, { entryPrice: 1_400 });
    const margin = of([share, SHORT_CALL]);
    expect(margin.marginRequired).toBeCloseTo(147_700.7187, 4);
    expect(margin.outlay).toBeCloseTo(1_400 * 65 - 2_604.9372, 4);
  });

  test("the market's own volatility at the strike goes before the trader's", () => {
    const smile = expiryMarket({ strikes: Float64Array.of(24_500), iv: Float64Array.of(0.135) });
    const margin = of([{ ...SHORT_CALL, customIv: 0.9 }], { market: market({ expiries: [smile] }) });
    expect(margin.span).toBeCloseTo(116_500.7187, 4);
  });

  test("options of more than nine months are scanned over 17.7 % of the index, futures are not", () => {
    const far = "2027-12-28";
    const at = expiryInstant("NFO", far);
    const later = market({ expiries: [expiryMarket({ expiry: far, expiryInstant: at, atmIv: 0.14 })] });
    const option = leg("PE", 24_000, -1, null, { expiry: far, expiryInstant: at });
    const { groups } = of([option], { market: later });
    const near = of([leg("PE", 24_000, -1)]).groups[0]!.losses;
    expect(groups[0]!.losses[13]! / near[13]!).toBeGreaterThan(1.2);
    const future = leg("FUT", 0, 1, null, { expiry: far, expiryInstant: at });
    expect(of([future], { market: later }).span).toBeCloseTo(145_080, 9);
  });

  test("a calm index keeps its floors, a wild one is scanned over six σ of two days and a quarter of a year's", () => {
    const future = [leg("FUT", 0, -1)];
    expect(of(future, { dailyVolatility: 0.008 }).scanRisk).toBeCloseTo(145_080, 9);
    const wild = of(future, { dailyVolatility: 0.02 }).scanRisk;
    expect(wild).toBeCloseTo(6 * Math.SQRT2 * 0.02 * 24_000 * 65, 6);
  });

  test("a sold index option more than 10 % from the previous close costs 3 % more", () => {
    const deep = [leg("PE", 21_500, -1, 0.2)];
    expect(of(deep).deepOtm).toBeCloseTo(0.03 * 24_000 * 65, 9);
    expect(of(deep, { previousClose: 23_800 }).deepOtm).toBe(0);
    expect(of([leg("PE", 21_500, 1, 0.2)]).deepOtm).toBe(0);
  });
});

describe("the days of an index expiry", () => {
  const next = "2026-12-15";
  const nextAt = expiryInstant("NFO", next);
  const onExpiryDay: StrategyMarket = market({
    now: istInstant(EXPIRY, "10:00"),
    expiries: [
      expiryMarket({ forward: 24_005 }),
      expiryMarket({ expiry: next, expiryInstant: nextAt, forward: 24_080 }),
    ],
  });
  const shortNear = leg("CE", 24_100, -1, 0.14);
  const longFar = leg("CE", 24_100, 1, 0.13, { expiry: next, expiryInstant: nextAt });

  test("a sold option costs 2 % more on its expiry day, and not on the day before", () => {
    expect(of([shortNear], { market: onExpiryDay }).expiryDay).toBeCloseTo(0.02 * 24_000 * 65, 9);
    const before = { ...onExpiryDay, now: istInstant("2026-12-07", "10:00") };
    expect(of([shortNear], { market: before }).expiryDay).toBe(0);
  });

  test("on expiry day the near leg of a calendar stands alone; the day before it is hedged and charged as a spread", () => {
    const apart = of([shortNear, longFar], { market: onExpiryDay });
    expect(apart.groups.map(({ kind }) => kind)).toEqual(["running", "expiring today"]);
    expect(apart.calendarCharge).toBe(0);
    const alone = of([shortNear], { market: onExpiryDay }).scanRisk;
    const farAlone = of([longFar], { market: onExpiryDay }).scanRisk;
    expect(apart.scanRisk).toBeCloseTo(alone + farAlone, 6);

    const before = { ...onExpiryDay, now: istInstant("2026-12-07", "10:00") };
    const spread = of([shortNear, longFar], { market: before });
    expect(spread.groups).toHaveLength(1);
    expect(spread.calendarCharge).toBeGreaterThan(0);
    expect(spread.marginRequired).toBeLessThan(apart.marginRequired / 2);
  });

  test("opposite futures of two months pay 1.75 % of the far one", () => {
    const before = { ...onExpiryDay, now: istInstant("2026-12-04", "10:00") };
    const far = leg("FUT", 0, -1, null, { expiry: next, expiryInstant: nextAt });
    const spread = of([leg("FUT", 0, 1), far], { market: before });
    expect(spread.scanRisk).toBeCloseTo(0, 6);
    expect(spread.calendarCharge).toBeCloseTo(0.0175 * 24_080 * 65, 6);
  });

  test("the rates of the time are used: no expiry-day margin and no separate group in 2023", () => {
    const then = "2023-07-27";
    const at = expiryInstant("NFO", then);
    const past = market({
      now: istInstant(then, "10:00"),
      expiries: [expiryMarket({ expiry: then, expiryInstant: at })],
    });
    const sold = leg("CE", 24_100, -1, 0.14, { expiry: then, expiryInstant: at });
    const margin = of([sold], { market: past });
    expect(margin.expiryDay).toBe(0);
    expect(margin.groups.map(({ kind }) => kind)).toEqual(["running"]);
  });
});

describe("what cannot be known", () => {
  test("a leg without any price of its underlying is named, not counted as free", () => {
    const blind = market({ spot: Number.NaN, expiries: [expiryMarket({ forward: Number.NaN })] });
    expect(of([SHORT_CALL], { market: blind })).toMatchObject({
      marginRequired: 0,
      unvalued: [{ legId: SHORT_CALL.id, reason: "NO_PRICE" }],
    });
  });

  test("why a leg has no margin is said: no price, no terms, or too much of it", () => {
    const reason = (held: Leg, at: StrategyMarket = market()) =>
      of([held], { market: at }).unvalued[0]?.reason;
    const blind = market({ spot: Number.NaN, expiries: [] });
    expect(reason(leg("FUT", 0, 1), blind)).toBe("NO_PRICE");
    expect(reason(leg("EQ", 0, 1))).toBe("NO_PRICE");
    expect(reason({ ...leg("CE", 24_000, 1), expiry: null })).toBe("NO_TERMS");
    expect(reason(leg("CE", 0, 1))).toBe("NO_TERMS");
    expect(reason({ ...SHORT_CALL, quantity: 1e12 })).toBe("TOO_LARGE");
    expect(reason(leg("EQ", 0, 1, null, { quantity: 1e12, entryPrice: 2_000 }))).toBe("TOO_LARGE");
    expect(reason({ ...SHORT_CALL, quantity: 1e9 })).toBeUndefined();
  });

  test("without spot the forward serves", () => {
    const margin = of([leg("FUT", 0, 1)], { market: market({ spot: Number.NaN }) });
    expect(margin.span).toBeCloseTo(0.093 * 24_060 * 65, 6);
  });

  test("an option without any volatility is valued at intrinsic and still scanned", () => {
    const silent = market({ expiries: [expiryMarket({ atmIv: Number.NaN })] });
    const margin = of([leg("CE", 24_500, -1)], { market: silent });
    expect(margin.netOptionValue).toBe(0);
    expect(margin.scanRisk).toBeGreaterThan(100_000);
  });

  test("the last minute before expiry still has a margin", () => {
    const late = market({ now: EXPIRY_AT - 1_000 });
    expect(of([leg("CE", 24_050, -1, 0.14)], { market: late }).marginRequired).toBeGreaterThan(140_000);
  });
});
