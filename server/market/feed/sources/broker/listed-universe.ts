import type { Universe } from "../../market-table.ts";
import { buildUniverse, lastTradeOf } from "../sim/universe.ts";
import type { Listing } from "./listing.ts";
import { listedFrom } from "./schedule.ts";

/** What a feed carries before its broker has listed anything. */
export function emptyUniverse(date: string): Universe {
  return { date, instruments: [], underlyings: [], vixIndex: -1 };
}

/** Everything of a listing that had not expired when the instant's day began; underlyings of which nothing is left go too. */
export function listedUniverse(listing: Listing, at: number): Universe {
  const morning = listedFrom(at);
  const alive = listing.contracts.filter((each) => lastTradeOf(each) > morning);
  const symbols = new Set(alive.map((each) => each.underlying));
  return buildUniverse({
    date: listing.date,
    at: morning,
    specs: listing.underlyings.filter((spec) => symbols.has(spec.symbol)),
    // Middles of what is listed are only asked for where contracts are made up.
    spotOf: () => 0,
    listed: alive,
  });
}
