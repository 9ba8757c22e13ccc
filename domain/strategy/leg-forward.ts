import type { ExpiryMarket, Leg, StrategyMarket } from "./model.ts";

/** The price a leg would be dealt at now: the usable one, else the last; NaN or 0 = none. */
export function quotedPrice({ quote }: Leg): number {
  return quote.usablePrice > 0 ? quote.usablePrice : quote.lastPrice;
}

/**
 * What a leg is priced from: the forward of its expiry, without one a future's own price, then S; of shares S.
 * @param own the leg's expiry; undefined = the market says nothing of it
 * @returns rupees; NaN or 0 = none
 */
export function forwardOf(leg: Leg, own: ExpiryMarket | undefined, market: StrategyMarket): number {
  const { spot } = market;
  if (leg.type === "EQ") return spot;
  const quoted = quotedPrice(leg);
  // A commodity's future is its own underlying, not that of the options which happen to share its expiry.
  if (leg.type === "FUT" && market.kind === "commodity" && quoted > 0) return quoted;
  if (own !== undefined && own.forward > 0) return own.forward;
  return leg.type === "FUT" && quoted > 0 ? quoted : spot;
}
