import type { IsoDate } from "#domain/units/iso-date.ts";
import type { SourceHealth, SourceName } from "../bus/feed-status.ts";
import type { BarQuery, BarSeries, DailyClose, PastDay } from "../bus/market-past.ts";
import type { MarketRule } from "../bus/market-rule.ts";
import type { ChainEntry, MarketTable, Universe } from "./market-table.ts";

/** Implied volatilities at the previous session's close, by chain, in the order of `strikes` (NaN unknown). */
export interface PreviousVolatility {
  readonly atmIv: number;
  readonly iv: Float64Array;
}

/** What a source knows of the time before it was watched. */
export interface MarketHistory {
  /** Whose past it is: what was kept of a market of another name does not belong to it. */
  readonly market: string;
  /** Instruments that it knows nothing of are left out. null: there is no such past to be had. */
  bars(query: BarQuery): Promise<readonly BarSeries[] | null>;
  /**
   * Closes of the market days before today, oldest first; today's previous close is the last.
   * @param underlying its token
   */
  closes(underlying: number, days: number): Promise<readonly DailyClose[] | null>;
  /**
   * The market days before today, oldest first, at most so many; a day of which it does not know the close is left out.
   * Left out by a source that knows no days.
   * @param underlying its token
   */
  days?(underlying: number, days: number): Promise<readonly PastDay[] | null>;
  /**
   * Measures of some expiries (YYYYMMDD) on a market day before today, as `measure-quarters.ts` packs them, by the starts of quarters
   * of an hour. null: there is no such past. Left out by a source that knows none.
   */
  measures?(
    underlying: number,
    date: IsoDate,
    expiries: readonly number[],
  ): Promise<ReadonlyMap<number, Uint8Array> | null>;
}

/**
 * The one door through which prices come in. The feed loop owns time: it calls `advance` a few dozen times a second with
 * the market clock, the source brings the table up to that instant and marks what changed.
 */
export interface MarketSource {
  readonly name: SourceName;
  readonly simulated: boolean;
  /** Who may be given it; left out by a source that is open to all. */
  readonly rule?: MarketRule;
  /** Everything listed now. A new object after a roll of the day; the feed then starts a new epoch. */
  universe(): Universe;
  /**
   * The table that the source itself works on, of the present universe: the feed takes it for its own, and nothing is kept or
   * copied twice. Left out by a source that keeps none.
   */
  table?(): MarketTable;
  /** Called once per universe before the first `advance`; fills every row (previous closes, OI, opening state) and marks it. */
  fill(table: MarketTable): void;
  /**
   * Brings the table to market time `now` (ms). Never called with an earlier time.
   * @returns true when the universe changed (day rolled, contract expired) and the feed must take the new one
   */
  advance(table: MarketTable, now: number): boolean;
  /** Volatilities at the previous close for `universe().underlyings[u].chains[c]`, null when unknown. */
  previousVolatility(underlyingIndex: number, chainIndex: number): PreviousVolatility | null;
  /**
   * Price of the underlying that a chain settles at, rupees; NaN before its payoff is fixed. Left out by a source that says
   * no more of it than the underlying's own row.
   */
  settlement?(chain: ChainEntry): number;
  /** Told the chains that are looked at (`chainKey`), by a source that cannot carry everything. */
  watch?(chains: readonly string[]): void;
  /** Everything from here on is told as it happens: the past that a source makes up ends here. */
  begun?(): void;
  /** How it is doing; a source without it is always well. */
  health?(): SourceHealth;
  /** What it knows of the time before; left out by a source that knows nothing. */
  readonly history?: MarketHistory;
  dispose(): void;
}
