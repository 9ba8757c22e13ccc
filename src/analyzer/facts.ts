/** What an analysis says of the legs, in the analyzer's terms. */

import type { QuoteFacts, SummaryFacts } from "#domain/strategy/analyzer/actions.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";

const figure = (value: number | null | undefined): number => value ?? Number.NaN;

/** @param known legs and positions as they are: an answer that brings no market says nothing of bids and asks */
export function factsOf(payload: BuilderPayload, known: readonly AnalyzerLeg[]): SummaryFacts {
  const { trade_stats: stats, target_datetime_defaults: bounds } = payload;
  const books = new Map<number, { readonly bid: number | null; readonly ask: number | null }>([
    ...known.map(({ token, quote }) => [token, quote] as const),
    ...(payload.market?.contracts ?? []).map((each) => [each.instrument_token, each] as const),
  ]);
  const quotes = new Map<number, QuoteFacts>();
  for (const [token, stat] of Object.entries(stats)) {
    const book = books.get(Number(token));
    quotes.set(Number(token), {
      lastPrice: figure(stat.last_price),
      usablePrice: figure(stat.usable_price),
      bid: figure(book?.bid),
      ask: figure(book?.ask),
      iv: figure(stat.iv),
      isLiquid: stat.is_liquid,
      warnings: stat.liquidity_warnings as QuoteFacts["warnings"],
    });
  }
  return {
    now: payload.as_of,
    targetTimeMin: bounds.min,
    targetTimeMax: bounds.max,
    selectedTargetInterval: payload.selected_target_interval,
    quotes,
  };
}
