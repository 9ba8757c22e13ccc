/** The batch form of pricing: one forward and one expiry, columns in, columns out. */

/** Greeks of quant.md §5 by strike, per unit: gamma and vega serve the call and the put. */
export interface GreekColumns {
  callDelta: Float64Array;
  putDelta: Float64Array;
  gamma: Float64Array;
  /** Rupees per volatility point. */
  vega: Float64Array;
  /** Rupees per calendar day. */
  callTheta: Float64Array;
  putTheta: Float64Array;
}

/**
 * What the chain solver asks of its arithmetic. Arrays may be longer than `count`; nothing is allocated.
 * `impliedVolatility` writes NaN where a price has none; `price` is undiscounted. `greeks` follows the
 * T = 0 and σ = 0 rules of quant.md §5 and may write anything for a NaN σ.
 */
export interface PricingKernel {
  impliedVolatility(
    count: number,
    price: Float64Array,
    forward: number,
    strike: Float64Array,
    years: number,
    isCall: Uint8Array,
    out: Float64Array,
  ): void;
  greeks(
    count: number,
    forward: number,
    strike: Float64Array,
    years: number,
    rate: number,
    sigma: Float64Array,
    out: GreekColumns,
  ): void;
  /** Strikes that `solveChain` takes; `solveInCalls` takes any number. */
  readonly chainCapacity: number;
  /** `solveInCalls` in one call. */
  solveChain: ChainSolve;
}

/**
 * An expiry: `impliedVolatility` of the strikes with a price (NaN = none), `fillSmile` through them with `fallback`,
 * both to `sigma`, and from it the greeks of all.
 */
export type ChainSolve = (
  count: number,
  price: Float64Array,
  forward: number,
  strike: Float64Array,
  years: number,
  rate: number,
  isCall: Uint8Array,
  fallback: number,
  sigma: Float64Array,
  out: GreekColumns,
) => void;
