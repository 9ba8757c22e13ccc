/** The strategy on the page, as it is saved and shared. */

import type { LoadedTrade } from "#domain/strategy/analyzer/actions.ts";
import { loadedTrade } from "#domain/strategy/analyzer/opening.ts";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { figuresOf, keptOf } from "#domain/strategy/kept/keep.ts";
import type { KeptContent } from "#protocol/http/kept-content.ts";
import type { Analyzer } from "../../../analyzer/analyzer.ts";
import { marketNow } from "./market-now.ts";

/** null: there is nothing to keep. */
export function currentStrategy(analyzer: Analyzer): KeptStrategy | null {
  const instance = analyzer.instance();
  if (instance === null || instance.legs.length === 0) return null;
  const spot = analyzer.state.payload?.underlying_price ?? Number.NaN;
  return keptOf(instance, marketNow(analyzer), spot);
}

/** As it is sent. */
export const bodyOf = (strategy: KeptStrategy): KeptContent => ({ ...strategy, legs: [...strategy.legs] });

/** Saved, a trade has the price it was entered at: where none was set, the market's of this moment (rule ANZ-60). */
export function withEntries(strategy: KeptStrategy): KeptStrategy {
  return {
    ...strategy,
    legs: strategy.legs.map((leg) =>
      leg.entryPrice === null && leg.market.price !== null ? { ...leg, entryPrice: leg.market.price } : leg,
    ),
  };
}

/** The page goes on with what was saved, and with what was done meanwhile. */
export function goOnSaved(analyzer: Analyzer, saved: KeptStrategy, meta: { id: string; name: string }): void {
  const instance = analyzer.instance();
  if (instance === null) return;
  // From here on they are the strategy's: a reload finds them so.
  analyzer.adoptSettings(saved.settings);
  const entries = new Map(saved.legs.map(({ token, entryPrice }) => [token, entryPrice]));
  const trades = instance.legs.map((leg): LoadedTrade => {
    const trade = loadedTrade(leg);
    return trade.entryPrice === null ? { ...trade, entryPrice: entries.get(leg.token) ?? null } : trade;
  });
  const isSame =
    instance.dataSource === "SAVED_STRATEGY" &&
    instance.dataSourceMeta?.id === meta.id &&
    instance.dataSourceMeta.name === meta.name &&
    trades.every(({ entryPrice }, i) => entryPrice === instance.legs[i]!.entryPrice);
  if (isSame) return;
  const draft = figuresOf(instance);
  analyzer.dispatch({ type: "load-trades", source: "SAVED_STRATEGY", meta, trades, draft });
}

/** The strategy on the page has another name. */
export function renamedSource(analyzer: Analyzer, meta: { id: string; name: string }): void {
  const instance = analyzer.instance();
  if (instance?.dataSource !== "SAVED_STRATEGY" || instance.dataSourceMeta?.id !== meta.id) return;
  const trades = instance.legs.map(loadedTrade);
  const draft = figuresOf(instance);
  analyzer.dispatch({ type: "load-trades", source: "SAVED_STRATEGY", meta, trades, draft });
}
