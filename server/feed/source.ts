import type { SourceName } from "./feed-config.ts";
import type { MarketTable, Universe } from "./market-table.ts";

/** Implied volatilities at the previous session's close, by chain, in the order of `strikes` (NaN unknown). */
export interface PreviousVolatility {
  readonly atmIv: number;
  readonly iv: Float64Array;
}

/**
 * The one door through which prices come in. The feed loop owns time: it calls `advance` a few dozen times a second with
 * the market clock, the source brings the table up to that instant and marks what changed.
 */
export interface MarketSource {
  readonly name: SourceName;
  readonly simulated: boolean;
  /** Everything listed now. A new object after a roll of the day; the feed then starts a new epoch. */
  universe(): Universe;
  /** Called once per universe before the first `advance`; fills every row (previous closes, OI, opening state). */
  fill(table: MarketTable): void;
  /**
   * Brings the table to market time `now` (ms). Never called with an earlier time.
   * @returns true when the universe changed (day rolled, contract expired) and the feed must take the new one
   */
  advance(table: MarketTable, now: number): boolean;
  /** Volatilities at the previous close for `universe().underlyings[u].chains[c]`, null when unknown. */
  previousVolatility(underlyingIndex: number, chainIndex: number): PreviousVolatility | null;
  dispose(): void;
}
