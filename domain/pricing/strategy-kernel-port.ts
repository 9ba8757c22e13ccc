/** The batch form of strategy arithmetic: many legs at many prices and dates in one call, columns in, columns out. */

import { blackPrice } from "./black76.ts";
import { LEG_CALL, LEG_LINEAR } from "./leg-kinds.ts";

/**
 * Legs at one or several dates. `strike`, `quantity`, `rate` and `kind` are by leg; `years`, `sigma` and `basis` by date, then by
 * leg: figure of leg i at date d is at d × count + i.
 */
export interface PayoffLegs {
  count: number;
  kind: Uint8Array;
  strike: Float64Array;
  /** Signed units × multiplier. */
  quantity: Float64Array;
  /** To the leg's expiry; 0 or less = expired then. */
  years: Float64Array;
  sigma: Float64Array;
  /** F(S') - S' at that date. */
  basis: Float64Array;
  /** Interest until the leg's expiry, annual and continuous. */
  rate: Float64Array;
}

/** Legs under scenarios: all by leg. */
export interface ScanLegs {
  count: number;
  kind: Uint8Array;
  strike: Float64Array;
  quantity: Float64Array;
  years: Float64Array;
  sigma: Float64Array;
  forward: Float64Array;
  /** Interest until the leg's expiry, annual and continuous. */
  rate: Float64Array;
}

/** Nothing is allocated; arrays may be longer than what is counted. */
export interface StrategyKernel {
  /**
   * Value of the strategy, Σ quantity × Black-76 value, with F = max(leastForward, spot + basis):
   * out[d × points + p] in rupees. A NaN σ of a live option gives NaN.
   */
  payoffGrid(
    legs: PayoffLegs,
    points: number,
    spot: Float64Array,
    dates: number,
    leastForward: number,
    out: Float64Array,
  ): void;
  /**
   * Change of value under each scenario, Σ quantity × (V(F + move, σ + shift) - V(F, σ)) in rupees, F at least
   * `leastForward` and σ at least `leastSigma` after the shift; T unchanged.
   * @param move rupees; @param shift volatility, fraction
   */
  scenarioScan(
    legs: ScanLegs,
    scenarios: number,
    move: Float64Array,
    shift: Float64Array,
    leastForward: number,
    leastSigma: number,
    out: Float64Array,
  ): void;
}

function legValue(
  kind: number,
  forward: number,
  strike: number,
  years: number,
  sigma: number,
  rate: number,
): number {
  if (kind === LEG_LINEAR) return forward;
  return blackPrice(kind === LEG_CALL ? "CE" : "PE", forward, strike, years, sigma, rate);
}

/** The kernel in TypeScript: the oracle for any faster one, and the fallback. */
export const referenceStrategyKernel: StrategyKernel = {
  payoffGrid(legs, points, spot, dates, leastForward, out) {
    for (let d = 0; d < dates; d++) {
      const row = d * legs.count;
      for (let p = 0; p < points; p++) {
        let sum = 0;
        for (let i = 0; i < legs.count; i++) {
          const forward = Math.max(leastForward, spot[p]! + legs.basis[row + i]!);
          const { kind, strike, quantity, years, sigma, rate } = legs;
          sum +=
            quantity[i]! *
            legValue(kind[i]!, forward, strike[i]!, years[row + i]!, sigma[row + i]!, rate[i]!);
        }
        out[d * points + p] = sum;
      }
    }
  },

  scenarioScan(legs, scenarios, move, shift, leastForward, leastSigma, out) {
    for (let s = 0; s < scenarios; s++) {
      let sum = 0;
      for (let i = 0; i < legs.count; i++) {
        const forward = Math.max(leastForward, legs.forward[i]! + move[s]!);
        const sigma = Math.max(leastSigma, legs.sigma[i]! + shift[s]!);
        const kind = legs.kind[i]!;
        const strike = legs.strike[i]!;
        const years = legs.years[i]!;
        const rate = legs.rate[i]!;
        const before = legValue(kind, legs.forward[i]!, strike, years, legs.sigma[i]!, rate);
        sum += legs.quantity[i]! * (legValue(kind, forward, strike, years, sigma, rate) - before);
      }
      out[s] = sum;
    }
  },
};
