/** Moments of charts of open interest, from streams. */
import { compactDate } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { QuoteSnapshot, StatsSnapshot } from "#workers/engine/api.ts";
import type { Figure } from "./chart-columns.ts";
import { figure, follow, type Take } from "./follow-ticks.ts";
import { streamOf } from "./streams.ts";

/** Σ of what is known; null where nothing is. */
function sum(values: readonly number[]): Figure {
  const known = values.filter(Number.isFinite);
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
}

/** The underlying's price, then open interest of calls and of puts; null while what is told is old. @param expiries YYYYMMDD */
export function expiryFigures(
  stats: StatsSnapshot | undefined,
  expiries: ReadonlySet<number>,
): readonly Figure[] | null {
  if (stats === undefined || stats.stale) return null;
  const own = stats.expiries.filter(({ expiry }) => expiries.has(expiry));
  return [figure(stats.spot), sum(own.map(({ callOi }) => callOi)), sum(own.map(({ putOi }) => putOi))];
}

/** The underlying's price, then open interest, price and the day's volume of each contract; null while what is told is old. */
export function contractFigures(
  quotes: readonly QuoteSnapshot[],
  underlying: number,
  tokens: readonly number[],
): readonly Figure[] | null {
  const of = new Map(quotes.map((quote) => [quote.token, quote]));
  if (quotes.length === 0 || quotes.some(({ stale }) => stale)) return null;
  return [
    figure(of.get(underlying)?.lastPrice),
    ...tokens.flatMap((token) => {
      const quote = of.get(token);
      const hasTraded = quote !== undefined && quote.volume > 0;
      return [figure(quote?.oi), hasTraded ? figure(quote.lastPrice) : null, figure(quote?.volume)];
    }),
  ];
}

/** @param expiries YYYY-MM-DD */
export function expiryTicks(underlying: number, expiries: readonly string[], take: Take): () => void {
  const own = new Set(expiries.map((expiry) => compactDate(expiry as IsoDate)));
  return follow(
    streamOf({ kind: "stats", tokens: [underlying] }),
    (data) => expiryFigures(data[0], own),
    take,
  );
}

export function contractTicks(underlying: number, tokens: readonly number[], take: Take): () => void {
  const all = [...new Set([underlying, ...tokens])];
  return follow(
    streamOf({ kind: "quotes", tokens: all, mode: "full" }),
    (data) => contractFigures(data, underlying, tokens),
    take,
  );
}
