import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackPrice } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import {
  createSettlementFit,
  lognormalSettlement,
  type QuotedSmile,
} from "#domain/pricing/settlement-distribution.ts";
import { SETTLEMENT_ATM, SETTLEMENT_SMILE, SETTLEMENT_UNKNOWN } from "#domain/pricing/settlement-source.ts";
import { CHAIN_MINUTES, chainMinutes } from "../../support/market/published-chains.ts";
import { hasMarketFile } from "../calendar/market-files.ts";

const FORWARD = 24_060;
const WEEK = 7 / 365;
const STRIKES = Float64Array.from({ length: 61 }, (_, i) => 22_500 + 50 * i);

function smileOf(iv: (strike: number) => number, changes: Partial<QuotedSmile> = {}): QuotedSmile {
  return {
    count: STRIKES.length,
    strikes: STRIKES,
    iv: STRIKES.map(iv),
    solved: new Uint8Array(STRIKES.length).fill(1),
    forward: FORWARD,
    years: WEEK,
    atmIv: iv(FORWARD),
    ivOffset: 0,
    tickSize: 0.05,
    ...changes,
  };
}

/** A smile whose digital is smooth, and that digital by differences of its own prices. */
const skewed = (strike: number): number => {
  const x = Math.log(strike / FORWARD) / (0.1 * Math.sqrt(WEEK));
  return 0.1 * (0.9 - 0.05 * x + 0.06 * Math.sqrt((x - 0.5) ** 2 + 1.5));
};
function digital(strike: number): number {
  const put = (k: number) => blackPrice("PE", FORWARD, k, WEEK, skewed(k), 0);
  return (put(strike + 0.5) - put(strike - 0.5)) / 1;
}

function fitOf(smile: QuotedSmile) {
  const fit = createSettlementFit();
  fit.fit(smile);
  return fit;
}

describe("the fitted smile", () => {
  test("gives back the digital that its prices were made from, where one volatility is points off", () => {
    const fit = fitOf(smileOf(skewed));
    expect(fit.source).toBe(SETTLEMENT_SMILE);
    const flat = lognormalSettlement(FORWARD, WEEK, skewed(FORWARD));
    let [worst, flatWorst] = [0, 0];
    for (let level = 23_200; level <= 24_900; level += 25) {
      worst = Math.max(worst, Math.abs(fit.below(level) - digital(level)));
      flatWorst = Math.max(flatWorst, Math.abs(flat.below(level) - digital(level)));
    }
    expect(worst).toBeLessThan(0.001);
    expect(flatWorst).toBeGreaterThan(0.02);
  });

  test("of one volatility is the lognormal's", () => {
    const fit = fitOf(smileOf(() => 0.13));
    const flat = lognormalSettlement(FORWARD, WEEK, 0.13);
    for (let level = 22_500; level <= 25_500; level += 50) {
      expect(Math.abs(fit.below(level) - flat.below(level))).toBeLessThan(2e-4);
    }
  });

  test("never falls, stays within 0 and 1 and has the forward for its mean, whatever the quotes say", () => {
    const fit = createSettlementFit();
    let fits = 0;
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.7, max: 1.4, noNaN: true }), { minLength: 61, maxLength: 61 }),
        fc.double({ min: 0.02, max: 1.2, noNaN: true }),
        fc.double({ min: 1 / 365, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (wobble, sigma, years, share) => {
          const iv = STRIKES.map((strike, i) => sigma * (1 + share * (wobble[i]! - 1)) + 0 * strike);
          fit.fit(smileOf(() => 0, { iv, years, atmIv: sigma }));
          if (fit.source === SETTLEMENT_SMILE) fits++;
          const deviation = sigma * Math.sqrt(years);
          let last = 0;
          let isRight = true;
          // E[S] is the area above the distribution function, here in steps of ln S.
          let mean = 0;
          const steps = 2400;
          for (let i = 0; i <= steps; i++) {
            const at = FORWARD * Math.exp(deviation * (-12 + (24 * i) / steps));
            const below = fit.below(at);
            if (!(below >= last - 1e-12 && below <= 1)) isRight = false;
            const next = FORWARD * Math.exp(deviation * (-12 + (24 * (i + 1)) / steps));
            mean += (1 - fit.below(Math.sqrt(at * next))) * (next - at);
            last = below;
          }
          mean += FORWARD * Math.exp(-12 * deviation);
          expect(isRight).toBe(true);
          expect(Math.abs(mean / FORWARD - 1)).toBeLessThan(2e-3 * deviation + 1e-6);
          expect([fit.below(0), fit.below(-1), fit.below(Infinity)]).toEqual([0, 0, 1]);
        },
      ),
      { numRuns: 60 },
    );
    expect(fits).toBeGreaterThan(5);
  });
});

describe("the fallback", () => {
  const flat = lognormalSettlement(FORWARD, WEEK, skewed(FORWARD));

  test.each([
    ["nothing has a price of its own", { solved: new Uint8Array(61) }],
    ["only calls have", { solved: Uint8Array.from(STRIKES, (k) => (k > FORWARD ? 1 : 0)) }],
    ["a tick is more than the options are worth", { tickSize: 500 }],
    ["neighbours contradict each other", { iv: STRIKES.map((k, i) => skewed(k) * (i % 2 ? 1.6 : 0.5)) }],
  ])("is lognormal with the ATM IV, and says so, when %s", (_, changes) => {
    const fit = fitOf(smileOf(skewed, changes));
    expect(fit.source).toBe(SETTLEMENT_ATM);
    for (const level of [23_500, FORWARD, 24_500]) expect(fit.below(level)).toBe(flat.below(level));
  });

  test("is unknown without a volatility, a forward or time", () => {
    for (const changes of [{ atmIv: Number.NaN }, { atmIv: 0 }, { forward: Number.NaN }, { years: 0 }]) {
      const fit = fitOf(smileOf(skewed, changes));
      expect([fit.source, fit.below(24_000)]).toEqual([SETTLEMENT_UNKNOWN, Number.NaN]);
    }
    expect(lognormalSettlement(FORWARD, WEEK, 0).below(24_000)).toBeNaN();
    expect(lognormalSettlement(FORWARD, 0, 0.13).below(24_000)).toBeNaN();
  });
});

describe("lognormal around the forward", () => {
  const { below } = lognormalSettlement(FORWARD, WEEK, 0.13);

  test("matches the reference to 1e-12", () => {
    expect(Math.abs(below(24_520) - below(23_600) - 0.711813590709)).toBeLessThan(1e-12);
    expect(Math.abs(1 - below(24_350) - 0.249994259747)).toBeLessThan(1e-12);
  });

  test("nothing settles below 0 and everything below infinity", () => {
    expect([below(0), below(-5), below(Infinity), below(Number.NaN)]).toEqual([0, 0, 1, Number.NaN]);
  });
});

test.skipIf(!hasMarketFile(CHAIN_MINUTES))(
  "NIFTY on 19 Aug 2026, 12:30: within 0.6 points of the slopes of the puts and calls that traded",
  () => {
    const options = chainMinutes().filter(
      ({ minute, expiry }) => minute === "202608191230" && expiry === "25-Aug-2026",
    );
    const priceOf = (type: string, strike: number) =>
      options.find((each) => each.type === type && each.strike === strike)?.price ?? Number.NaN;
    const strikes = [...new Set(options.map(({ strike }) => strike))].sort((a, b) => a - b);
    const forward = 24_116.35;
    const years = 6.13 / 365;
    const iv = strikes.map((strike) => {
      const isCall = strike >= forward;
      return impliedVolatility(priceOf(isCall ? "CE" : "PE", strike), forward, strike, years, isCall);
    });
    const fit = fitOf({
      count: strikes.length,
      strikes: Float64Array.from(strikes),
      iv: Float64Array.from(iv),
      solved: Uint8Array.from(iv, (each) => (each > 0 ? 1 : 0)),
      forward,
      years,
      atmIv: 0.0971,
      ivOffset: 0,
      tickSize: 0.05,
    });
    expect(fit.source).toBe(SETTLEMENT_SMILE);
    // Slopes over 200 points straddle what last trades of different seconds are off by.
    for (const level of [23_400, 23_500, 23_600, 23_700, 23_800, 23_900]) {
      const slope = (priceOf("PE", level + 100) - priceOf("PE", level - 100)) / 200;
      const mean = [-75, -25, 25, 75].reduce((sum, off) => sum + fit.below(level + off), 0) / 4;
      expect(Math.abs(mean - slope), `${level}: ${mean} for ${slope}`).toBeLessThan(0.006);
    }
  },
);
