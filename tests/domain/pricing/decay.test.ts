import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { istInstant } from "#domain/calendar/ist.ts";
import { black76, blackPrice, intrinsicValue } from "#domain/pricing/black76.ts";
import { optionDecay } from "#domain/pricing/decay.ts";
import { rateOf } from "#domain/pricing/discount.ts";
import { isLastDay } from "#domain/pricing/last-day.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { expiryMarket, leg, market, NEAR, summary } from "../strategy/strategy-fixture.ts";

const EXPIRY = expiryInstant("NFO", NEAR);
const MINUTE = 60_000;
const TYPES = ["CE", "PE"] as const;

describe("decay on the last day", () => {
  test("is what the option is worth where theta says hundreds of times that", () => {
    const now = EXPIRY - 3 * MINUTE;
    const years = yearsToExpiry(now, EXPIRY);
    const terms = { now, expiryInstant: EXPIRY, forward: 24_050, spot: 24_050, rate: 0 };
    const { price, theta } = black76("CE", 24_050, 24_050, years, 0.13, 0);
    expect(theta).toBeLessThan(-150 * price);
    expect(optionDecay("CE", 24_050, 0.13, terms, Number.NaN)).toBe(-price);
  });

  test("is never more than the value above what spot leaves in the money", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.9, max: 1.1, noNaN: true }),
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 24 * 60 }),
        fc.double({ min: -0.002, max: 0.002, noNaN: true }),
        fc.constantFrom(...TYPES),
        (ratio, sigma, minutes, basis, type) => {
          const [spot, strike] = [24_000, 24_000 * ratio];
          const forward = spot * (1 + basis);
          const now = EXPIRY - minutes * MINUTE;
          const years = yearsToExpiry(now, EXPIRY);
          const value = blackPrice(type, forward, strike, years, sigma, 0);
          const decay = optionDecay(
            type,
            strike,
            sigma,
            {
              now,
              expiryInstant: EXPIRY,
              forward,
              spot,
              rate: 0,
            },
            Number.NaN,
          );
          const above = value - intrinsicValue(type, spot, strike);
          expect(Math.abs(decay + above)).toBeLessThan(1e-9);
          // On MCX, and without a spot, the forward stays and with it the time value is all there is to lose.
          const fixed = { now, expiryInstant: EXPIRY, forward, spot: Number.NaN, rate: 0 };
          const time = value - intrinsicValue(type, forward, strike);
          expect(-optionDecay(type, strike, sigma, fixed, Number.NaN)).toBeLessThanOrEqual(time + 1e-9);
        },
      ),
    );
  });

  test("begins a day before the last minute", () => {
    expect(isLastDay(EXPIRY - 24 * 60 * MINUTE, EXPIRY)).toBe(true);
    expect(isLastDay(EXPIRY - 24 * 60 * MINUTE - 1, EXPIRY)).toBe(false);
    expect(isLastDay(EXPIRY + 1, EXPIRY)).toBe(true);
  });

  test("is 0 once over, and unknown without an IV", () => {
    const terms = { now: EXPIRY, expiryInstant: EXPIRY, forward: 24_000, spot: 24_000, rate: 0 };
    expect(optionDecay("CE", 24_000, Number.NaN, terms, 1)).toBe(0);
    expect(optionDecay("CE", 24_000, Number.NaN, { ...terms, now: EXPIRY - MINUTE }, 1)).toBeNaN();
  });
});

describe("decay and the price that is paid", () => {
  const now = istInstant(NEAR, "10:00");
  const terms = { now, expiryInstant: EXPIRY, forward: 24_000, spot: 24_000, rate: 0 };
  const worth = -optionDecay("CE", 24_400, 0.25, terms, Number.NaN);

  test("an option asked at 0.05 loses 0.05 and not what a model thinks it worth", () => {
    expect(worth).toBeGreaterThan(0.09);
    expect(optionDecay("CE", 24_400, 0.25, terms, 0.05)).toBe(-0.05);
    expect(optionDecay("CE", 24_400, 0.25, terms, 2 * worth)).toBe(-worth);
  });

  test("in the money it loses what is above that, and nothing where it is sold below", () => {
    expect(optionDecay("PE", 24_400, 0.25, terms, 400.03)).toBeCloseTo(-0.03, 9);
    expect(optionDecay("PE", 24_400, 0.25, terms, 399.5)).toBe(0);
  });

  test("a gain stays one: a put far in the money rises as its discount runs off", () => {
    const far = { ...terms, now: EXPIRY - 200 * 24 * 60 * MINUTE, rate: 0.09 };
    const decay = optionDecay("PE", 40_000, 0.1, far, 15_000);
    expect(decay).toBeGreaterThan(0);
  });

  test("a strategy's leg is bounded by its price of now, and at another date by none", () => {
    const at = market({
      now,
      expiries: [expiryMarket({ expiry: NEAR, forward: 24_000, atmIv: 0.25 })],
      spot: 24_000,
    });
    const quote = { lastPrice: 0.05, usablePrice: 0.05, bid: 0.05, ask: 0.1, isLiquid: true, warnings: [] };
    const held = leg("CE", 24_400, { quantity: 1, lotSize: 1, quote });
    const decayOf = (options: object) => summary([held], options, at).tradeDetails![0]!.decay;
    expect(decayOf({})).toBeCloseTo(-0.05, 9);
    expect(decayOf({ targetTime: now + MINUTE })).toBeLessThan(-0.09);
  });
});

test.each([
  ["three minutes before the end", EXPIRY - 3 * MINUTE, 1],
  ["on the last morning", istInstant(NEAR, "10:00"), 1],
  ["a week before", EXPIRY - 7 * 24 * 60 * MINUTE, 1],
  ["with a discount", EXPIRY - 7 * 24 * 60 * MINUTE, 0.97],
])("the chain's decay is a strategy's of one unit, %s", (_, now, discount) => {
  const near = { ...expiryMarket({ expiry: NEAR, forward: 24_010, atmIv: 0.13 }), discount };
  const at = market({ now, expiries: [near] });
  for (const type of TYPES) {
    for (const strike of [23_900, 24_000, 24_100]) {
      const [detail] = summary([leg(type, strike, { quantity: 1, lotSize: 1 })], {}, at).tradeDetails!;
      const rate = rateOf(discount, yearsToExpiry(now, EXPIRY));
      const terms = { now, expiryInstant: EXPIRY, forward: 24_010, spot: at.spot, rate };
      expect(optionDecay(type, strike, 0.13, terms, Number.NaN)).toBeCloseTo(detail!.decay, 9);
    }
  }
});
