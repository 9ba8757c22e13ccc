import type { MarginUnderlying, UnderlyingOf } from "#analysis/margin-answer.ts";
import type { ComputeMarket } from "./compute-market.ts";
import { newestRoot } from "./read-chains.ts";
import type { MarketSnapshot } from "./snapshots.ts";

/** Close of the underlying on the previous session, rupees; NaN where it is not known. */
function previousClose({ listed, chains, quotes }: MarketSnapshot): number {
  const close = newestRoot(chains)?.spotPreviousClose ?? quotes.get(listed.underlying.token)?.ohlc.close ?? 0;
  return close > 0 ? close : Number.NaN;
}

/** Underlyings as margins need them, by the symbols of their contracts. */
export function createMarginUnderlyings(
  market: ComputeMarket,
  snapshots: ReadonlyMap<string, MarketSnapshot>,
  dailyVolatility: (token: number) => number,
): UnderlyingOf {
  const made = new Map<MarketSnapshot, MarginUnderlying>();
  return (tradingsymbol) => {
    const snapshot = snapshots.get(tradingsymbol);
    if (snapshot === undefined) return undefined;
    const held = made.get(snapshot);
    if (held !== undefined) return held;
    const fresh: MarginUnderlying = {
      market: market.builderMarket(snapshot),
      dailyVolatility: dailyVolatility(snapshot.listed.underlying.token),
      previousClose: previousClose(snapshot),
    };
    made.set(snapshot, fresh);
    return fresh;
  };
}
