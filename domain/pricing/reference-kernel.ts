import { impliedVolatility } from "./implied-volatility.ts";
import type { PricingKernel } from "./kernel-port.ts";
import { logMoneyness } from "./moneyness.ts";
import { gaussian, normalCdfGiven, ONE_OVER_SQRT_TWO_PI } from "./normal.ts";
import { normalisedBlack } from "./normalised-black.ts";
import { solveInCalls } from "./solve-in-calls.ts";

/** The kernel in TypeScript: the oracle for any faster one, and the fallback. */
export const referenceKernel: PricingKernel = {
  impliedVolatility(count, price, forward, strike, years, isCall, out) {
    for (let i = 0; i < count; i++) {
      out[i] = impliedVolatility(price[i]!, forward, strike[i]!, years, isCall[i] === 1);
    }
  },

  greeks(count, forward, strike, years, rate, sigma, out) {
    const root = years > 0 ? Math.sqrt(years) : 0;
    const discount = years > 0 ? Math.exp(-rate * years) : 1;
    const perDay = 1 / 365;
    for (let i = 0; i < count; i++) {
      const k = strike[i]!;
      const s = sigma[i]!;
      const v = s * root;
      if (v <= 0 || root === 0) {
        const exercised = forward > k ? 1 : forward < k ? 0 : 0.5;
        out.callDelta[i] = discount * exercised;
        out.putDelta[i] = -discount * (1 - exercised);
        out.gamma[i] = 0;
        out.vega[i] = 0;
        out.callTheta[i] = 0;
        out.putTheta[i] = 0;
        continue;
      }
      const x = logMoneyness(forward, k);
      const d1 = x / v + 0.5 * v;
      const bell = gaussian(d1);
      const density = discount * ONE_OVER_SQRT_TWO_PI * bell;
      out.callDelta[i] = discount * normalCdfGiven(d1, bell);
      out.putDelta[i] = -discount * normalCdfGiven(-d1, bell);
      out.gamma[i] = density / (forward * v);
      const slope = forward * density;
      out.vega[i] = slope * root * 0.01;
      const decay = (-slope * s) / (2 * root);
      if (rate === 0) {
        out.callTheta[i] = decay * perDay;
        out.putTheta[i] = decay * perDay;
        continue;
      }
      const timeValue = Math.sqrt(forward * k) * normalisedBlack(x > 0 ? -x : x, v);
      const call = discount * (timeValue + (forward > k ? forward - k : 0));
      const put = discount * (timeValue + (forward < k ? k - forward : 0));
      out.callTheta[i] = (decay + rate * call) * perDay;
      out.putTheta[i] = (decay + rate * put) * perDay;
    }
  },

  chainCapacity: Number.POSITIVE_INFINITY,

  solveChain: (...chain) => solveInCalls(referenceKernel, ...chain),
};
