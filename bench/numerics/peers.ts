/** The npm packages for the same sums: an option at a time, in objects or loose arguments. */
import { peerRequire } from "../lib/peers.ts";
import type { Batch } from "./chains.ts";

type Side = "call" | "put";
type Price = (s: number, k: number, t: number, v: number, r: number, side: Side) => number;

interface Greeks {
  getDelta: Price;
  getTheta: Price;
  getGamma(s: number, k: number, t: number, v: number, r: number): number;
  getVega(s: number, k: number, t: number, v: number, r: number): number;
}

interface ImpliedVolatility {
  getImpliedVolatility: Price;
}

interface UqeeOption {
  delta: number;
  gamma: number;
  theta: number;
  vega: number;
  price: number;
}

interface Uqee {
  option(of: Record<string, unknown>): UqeeOption;
  sigma(of: Record<string, unknown>): number;
}

/** Both sides of one strike, and the strike's volatility: one option a call, so that batches stay short. */
export interface Peer {
  /** Delta, gamma, vega and theta of the call and the put; answers the call's delta. */
  greeks(batch: Batch, strike: number): number;
  volatility(batch: Batch, strike: number): number;
  price(forward: number, strike: number, years: number, sigma: number, isCall: boolean): number;
}

const sideOf = (batch: Batch, i: number): Side => (batch.isCall[i] === 1 ? "call" : "put");

/** `black-scholes`, `greeks` and `implied-volatility`, one author's; null when they are not installed. */
export function loppatto(): Peer | null {
  const black = peerRequire("black-scholes") as { blackScholes: Price } | null;
  const greeks = peerRequire("greeks") as Greeks | null;
  const volatility = peerRequire("implied-volatility") as ImpliedVolatility | null;
  if (black === null || greeks === null || volatility === null) return null;
  return {
    greeks({ forward, years, strike, sigma }, i) {
      const [k, v] = [strike[i]!, sigma[i]!];
      let sum = 0;
      for (const side of ["call", "put"] as const) {
        sum +=
          greeks.getDelta(forward, k, years, v, 0, side) + greeks.getTheta(forward, k, years, v, 0, side);
        sum += greeks.getGamma(forward, k, years, v, 0) + greeks.getVega(forward, k, years, v, 0);
      }
      return sum;
    },
    volatility: (batch, i) =>
      volatility.getImpliedVolatility(
        batch.price[i]!,
        batch.forward,
        batch.strike[i]!,
        batch.years,
        0,
        sideOf(batch, i),
      ),
    price: (forward, strike, years, sigma, isCall) =>
      black.blackScholes(forward, strike, years, sigma, 0, isCall ? "call" : "put"),
  };
}

/** `@uqee/black-scholes` as it comes; null when it is not installed. */
export function uqee(): Peer | null {
  const module = peerRequire("@uqee/black-scholes") as { BlackScholes: new () => Uqee } | null;
  if (module === null) return null;
  const black = new module.BlackScholes();
  const option = (underlying: number, strike: number, time: number, sigma: number, type: Side): UqeeOption =>
    black.option({ rate: 0, sigma, strike, time, type, underlying });
  return {
    greeks({ forward, years, strike, sigma }, i) {
      const call = option(forward, strike[i]!, years, sigma[i]!, "call");
      const put = option(forward, strike[i]!, years, sigma[i]!, "put");
      return call.delta + call.gamma + call.vega + call.theta + put.delta + put.gamma + put.vega + put.theta;
    },
    volatility: (batch, i) =>
      black.sigma({
        price: batch.price[i]!,
        rate: 0,
        strike: batch.strike[i]!,
        time: batch.years,
        type: sideOf(batch, i),
        underlying: batch.forward,
      }),
    price: (forward, strike, years, sigma, isCall) =>
      option(forward, strike, years, sigma, isCall ? "call" : "put").price,
  };
}

/** Largest error of a peer's volatilities over the batches, in volatility points. */
export function worstVolatility(
  peer: Peer,
  batches: readonly Batch[],
  exact: (batch: Batch) => Float64Array,
): number {
  let worst = 0;
  for (const batch of batches) {
    const wanted = exact(batch);
    for (let i = 0; i < wanted.length; i++) {
      const error = Math.abs(peer.volatility(batch, i) - wanted[i]!) * 100;
      // No number at all is no better than the whole.
      worst = Math.max(worst, Number.isNaN(error) ? 100 * wanted[i]! : error);
    }
  }
  return worst;
}
