import { impliedVolatility } from "./implied-volatility.ts";

export interface StrikePrices {
  /** rupees */
  readonly forward: number;
  readonly strike: number;
  readonly years: number;
  /** worth of a rupee on the expiry */
  readonly discount: number;
  /** rupees, NaN without a price that counts */
  readonly call: number;
  readonly put: number;
  /** rupees */
  readonly tick: number;
}

/**
 * IV of a strike for its call and its put, a fraction: of the side out of the money, else of the other one by put-call parity, of
 * which at least a tick must be left over (quant.md §6).
 * @returns NaN where there is no price, or none that has a volatility
 */
export function strikeVolatility(prices: StrikePrices): number {
  const { forward, strike, years, discount, tick } = prices;
  const isCall = strike >= forward;
  const [out, other] = isCall ? [prices.call, prices.put] : [prices.put, prices.call];
  const parity = other / discount - Math.abs(forward - strike);
  const price = out > 0 ? out / discount : parity >= tick * (1 - 1e-9) ? parity : Number.NaN;
  return price > 0 ? impliedVolatility(price, forward, strike, years, isCall) : Number.NaN;
}
