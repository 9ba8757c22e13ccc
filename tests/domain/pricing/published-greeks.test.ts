/**
 * Greeks that a broker publishes, reproduced under its convention: Black-Scholes on spot at 6.5 %, time to 15:30 of the
 * expiry day. Its delta is to the spot (ours to the forward, times e^{rT}), and so is its gamma (times e^{2rT}).
 */
import { expect, test } from "vitest";
import { black76 } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { UPSTOX_NIFTY, upstoxOptions } from "../../support/market/published-chains.ts";
import { hasMarketFile } from "../calendar/market-files.ts";

const RATE = 0.065;
const RECORDED = Date.UTC(2026, 3, 2, 6, 34, 54);
const EXPIRY = Date.UTC(2026, 3, 7, 10);

test.skipIf(!hasMarketFile(UPSTOX_NIFTY))(
  "Upstox's IV, delta, gamma, vega and theta of 2 Apr 2026 come back, five per cent either side of the money",
  () => {
    const years = yearsToExpiry(RECORDED, EXPIRY);
    const growth = Math.exp(RATE * years);
    const iv: number[] = [];
    let compared = 0;
    for (const { type, strike, spot, price, greeks } of upstoxOptions()) {
      const distance = Math.abs(strike / spot - 1);
      if (distance > 0.05) continue;
      compared++;
      const what = `${strike} ${type}`;
      const forward = spot * growth;
      const ours = black76(type, forward, strike, years, greeks.iv / 100, RATE);
      expect(Math.abs(ours.delta * growth - greeks.delta), what).toBeLessThan(0.002);
      // Published to four decimals: half of the last, and the seconds between the two clocks.
      expect(Math.abs(ours.gamma * growth * growth - greeks.gamma), what).toBeLessThan(0.6e-4);
      expect(Math.abs(ours.vega / greeks.vega - 1), what).toBeLessThan(distance > 0.02 ? 0.011 : 0.003);
      expect(Math.abs(ours.theta / greeks.theta - 1), what).toBeLessThan(distance > 0.02 ? 0.07 : 0.007);
      if (distance > 0.02) continue;
      const implied = impliedVolatility(price * growth, forward, strike, years, type === "CE");
      iv.push(Math.abs(100 * implied - greeks.iv));
    }
    expect(compared).toBeGreaterThan(80);
    expect(iv.reduce((sum, error) => sum + error, 0) / iv.length).toBeLessThan(0.2);
    expect(Math.max(...iv)).toBeLessThan(0.3);
  },
);
