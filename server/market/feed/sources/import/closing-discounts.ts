/** What the closes of all expiries of an underlying say of interest: as live chains are told it (quant.md §3). */

import { createDiscountFit, type PairColumns } from "#domain/pricing/discount.ts";
import { createDiscountCurve, type DiscountCurve } from "#domain/pricing/discount-curve.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import { spreadOf } from "#domain/pricing/usable-price.ts";
import type { ClosingChain } from "./closing-prints.ts";

const fitDiscount = createDiscountFit();

/** Closes of today's trades; a file has no books. */
function pairsOf({ strikes, call, put, tickSize }: ClosingChain): PairColumns {
  const pricesOf = ({ close, volume }: ClosingChain["call"]): Float64Array =>
    close.map((each, i) => (volume[i]! > 0 ? each : Number.NaN));
  const spreadsOf = (prices: Float64Array): Float64Array =>
    prices.map((each) => spreadOf(Number.NaN, Number.NaN, each, tickSize));
  const callPrice = pricesOf(call);
  const putPrice = pricesOf(put);
  return {
    count: strikes.length,
    strikes,
    callPrice,
    putPrice,
    callSpread: spreadsOf(callPrice),
    putSpread: spreadsOf(putPrice),
  };
}

const livesOf = (chains: readonly ClosingChain[]): Float64Array =>
  Float64Array.from(chains, ({ years }) => years);

/** A curve that has heard every expiry. @param chains nearest first */
export function closingCurve(chains: readonly ClosingChain[], spot: number): DiscountCurve {
  const curve = createDiscountCurve(chains.length);
  for (const [place, chain] of chains.entries()) {
    const { years, tickSize } = chain;
    if (entryWeight(years) > 0) curve.witness(place, years, fitDiscount(pairsOf(chain), spot, tickSize));
  }
  return curve;
}

/** Weighs what a curve has heard and tells every expiry. */
export function refitClosing(
  curve: DiscountCurve,
  chains: readonly ClosingChain[],
  lender: DiscountCurve | null,
): void {
  curve.weigh(lender);
  curve.fit(chains.length, livesOf(chains));
}
