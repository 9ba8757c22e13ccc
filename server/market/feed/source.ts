import type { SourceName } from "./feed-config.ts";
import type { MarketTable, Universe } from "./market-table.ts";
import type { MarketHistory } from "./past.ts";

/** Implied volatilities at the previous session's close, by chain, in the order of `strikes` (NaN unknown). */
export interface PreviousVolatility {
  readonly atmIv: number;
  readonly iv: Float64Array;
}

/** How a source that depends on somebody else is doing. */
export interface SourceHealth {
  /**
   * live: prices come. closed: no session is on. connecting: on its way. stale: a session is on and no prices come.
   * no_token, token_rejected: waits for the operator. no_instruments: nothing is listed yet.
   */
  readonly state:
    | "live"
    | "closed"
    | "connecting"
    | "stale"
    | "no_token"
    | "token_rejected"
    | "no_instruments";
  /** one line for people: what is wrong and what to do, or what is going on */
  readonly message: string;
  /** epoch ms of the last price, null before the first */
  readonly lastDataAt: number | null;
  readonly connections: readonly { readonly phase: string; readonly instruments: number }[];
  /** instruments followed; listed and not followed for want of room */
  readonly followed: number;
  readonly leftOut: number;
  /** trading day of the list of instruments in use, null none; whether a newer one should be there */
  readonly listedOn: string | null;
  readonly isListOld: boolean;
  /** rows of the list that made no sense and were left out */
  readonly listFaults: number;
  /** messages or packets of the stream that made no sense and were left out */
  readonly garbled: number;
  readonly reconnects: number;
}

/**
 * The one door through which prices come in. The feed loop owns time: it calls `advance` a few dozen times a second with
 * the market clock, the source brings the table up to that instant and marks what changed.
 */
export interface MarketSource {
  readonly name: SourceName;
  readonly simulated: boolean;
  /** Only the broker account it comes from may be given it. */
  readonly isRestricted?: boolean;
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
  /** Told the chains that are looked at (`chainKey`), by a source that cannot carry everything. */
  watch?(chains: readonly string[]): void;
  /** How it is doing; a source without it is always well. */
  health?(): SourceHealth;
  /** What it knows of the time before; left out by a source that knows nothing. */
  readonly history?: MarketHistory;
  dispose(): void;
}
