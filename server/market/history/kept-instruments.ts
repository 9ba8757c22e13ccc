import type { Exchange } from "#domain/calendar/exchange.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import type { InstrumentDirectory } from "../instruments/directory.ts";

/** An underlying as history keeps it. */
export interface Followed {
  /** instrument token */
  readonly underlying: number;
  /** exchange of its derivatives */
  readonly exchange: Exchange;
  /** spot and near futures: by the minute */
  readonly linear: readonly number[];
  /** expiries whose options are kept by the quarter of an hour */
  readonly chains: readonly { readonly expiry: number; readonly tokens: readonly number[] }[];
}

/** The last future is hardly traded; it is asked of the source when a request wants it. */
const FUTURES_KEPT = 2;
/**
 * Of an index: the weeks and the month that people trade. Of anything else nothing; see
 * docs/decisions/0013-history.md.
 */
const EXPIRIES_KEPT = 4;

/** What is kept of everything listed. */
export function layoutOf(directory: InstrumentDirectory, underlyers: number): Followed[] {
  return Array.from({ length: underlyers }, (_, u): Followed => {
    const spot = directory.spot(u);
    const futures = directory.futures(u);
    const isIndex = spot.segment === "INDICES";
    const kept = isIndex ? directory.expiries(u).slice(0, EXPIRIES_KEPT) : [];
    const options = kept.length === 0 ? [] : directory.options(u);
    return {
      underlying: spot.instrument_token,
      exchange: (futures[0]?.exchange ?? options[0]?.exchange ?? "NFO") as Exchange,
      linear: [spot, ...futures.slice(0, FUTURES_KEPT)].map((each) => each.instrument_token),
      chains: kept.map((expiry) => ({
        expiry: compactDate(expiry),
        tokens: options.filter((each) => each.expiry === expiry).map((each) => each.instrument_token),
      })),
    };
  });
}
