import type { Exchange } from "#domain/calendar/exchange.ts";

/** An instrument whose past is asked for. */
export interface Wanted {
  readonly token: number;
  /** token of its underlying */
  readonly underlying: number;
  /** exchange whose sessions it keeps */
  readonly exchange: Exchange;
  /** YYYYMMDD, 0 of a spot */
  readonly expiry: number;
}
