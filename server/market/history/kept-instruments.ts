import type { Exchange } from "#domain/calendar/exchange.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import type { InstrumentDirectory } from "../instruments/directory.ts";

/** An underlying as history keeps it. */
export interface Followed {
  /** instrument token */
  readonly underlying: number;
  /** exchange of its derivatives */
  readonly exchange: Exchange;
  /** spot and near futures: bars of a minute */
  readonly linear: readonly number[];
  /** futures beyond those: the source is asked */
  readonly farFutures?: readonly number[];
  /** expiries whose options are kept by the minute */
  readonly chains: readonly { readonly expiry: number; readonly tokens: readonly number[] }[];
}

/** As many as there are of anything but a commodity; the rest is asked of the source when a request wants it. */
const FUTURES_KEPT = 3;
/** The weeks and the month of an index that people trade; of anything else this month and the next. */
const EXPIRIES_KEPT = { index: 4, other: 2 };

/** What is kept of everything listed. */
export function layoutOf(directory: InstrumentDirectory, underlyers: number): Followed[] {
  return Array.from({ length: underlyers }, (_, u): Followed => {
    const spot = directory.spot(u);
    const futures = directory.futures(u);
    const most = spot.segment === "INDICES" ? EXPIRIES_KEPT.index : EXPIRIES_KEPT.other;
    const kept = directory.expiries(u).slice(0, most);
    const options = kept.length === 0 ? [] : directory.options(u);
    const tokensOf = new Map<string, number[]>(kept.map((expiry) => [expiry, []]));
    for (const { expiry, instrument_token } of options)
      if (expiry !== null) tokensOf.get(expiry)?.push(instrument_token);
    return {
      underlying: spot.instrument_token,
      exchange: (futures[0]?.exchange ?? options[0]?.exchange ?? "NFO") as Exchange,
      linear: [spot, ...futures.slice(0, FUTURES_KEPT)].map((each) => each.instrument_token),
      farFutures: futures.slice(FUTURES_KEPT).map((each) => each.instrument_token),
      chains: kept.map((expiry) => ({ expiry: compactDate(expiry), tokens: tokensOf.get(expiry)! })),
    };
  });
}
