import { fromCompactDate } from "#domain/calendar/ist.ts";
import { type BuildUp, buildUp } from "#domain/chain/measures.ts";
import type { ScreenerSnapshot, UnderlyingSummary } from "#workers/engine/api.ts";
import { figuresOf, type ScreenerFigures } from "../../live/screener.ts";

/** One underlying as the overview shows it; what is unknown is NaN. */
export interface MarketRow {
  readonly underlying: UnderlyingSummary;
  readonly figures: ScreenerFigures | null;
  /** Rupees, and percent, since the previous close. */
  readonly change: number;
  readonly changePct: number;
  /** Points of at-the-money IV since the previous close. */
  readonly ivChange: number;
  /** Percent change of the futures' open interest since the previous close. */
  readonly oiChangePct: number;
  /** YYYY-MM-DD of the expiry whose figures these are; null unknown. */
  readonly expiry: string | null;
}

export function rowOf(underlying: UnderlyingSummary, all: ScreenerSnapshot | null): MarketRow {
  const at = all === null ? -1 : all.tokens.indexOf(underlying.token);
  const figures = all === null ? null : figuresOf(all, underlying.token);
  const { spot, spotPreviousClose, atmIv, atmIvPrevious, futureOi, futureOiPrevious } = figures ?? {
    spot: Number.NaN,
    spotPreviousClose: Number.NaN,
    atmIv: Number.NaN,
    atmIvPrevious: Number.NaN,
    futureOi: Number.NaN,
    futureOiPrevious: Number.NaN,
  };
  const date = all?.expiries[at] ?? 0;
  return {
    underlying,
    figures,
    change: spot - spotPreviousClose,
    changePct: spotPreviousClose > 0 ? (spot / spotPreviousClose - 1) * 100 : Number.NaN,
    ivChange: (atmIv - atmIvPrevious) * 100,
    oiChangePct: futureOiPrevious > 0 ? (futureOi / futureOiPrevious - 1) * 100 : Number.NaN,
    expiry: date > 0 ? fromCompactDate(date) : null,
  };
}

/** What today's price and open interest say together. */
export function buildUpOf({ change, oiChangePct }: MarketRow): BuildUp {
  return buildUp(change, oiChangePct / 100);
}

export interface Breadth {
  readonly up: number;
  readonly down: number;
  readonly flat: number;
}

/** How many rise and fall; who has no price yet is not counted. */
export function breadthOf(rows: readonly MarketRow[]): Breadth {
  let [up, down, flat] = [0, 0, 0];
  for (const { change } of rows) {
    if (change > 0) up++;
    else if (change < 0) down++;
    else if (change === 0) flat++;
  }
  return { up, down, flat };
}

/** The `count` rows with the highest figure; rows without it are left out. */
export function highest(
  rows: readonly MarketRow[],
  figure: (row: MarketRow) => number,
  count: number,
): readonly MarketRow[] {
  return rows
    .filter((row) => Number.isFinite(figure(row)))
    .sort((a, b) => figure(b) - figure(a))
    .slice(0, count);
}
