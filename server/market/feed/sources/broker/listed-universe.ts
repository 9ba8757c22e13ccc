import type { Universe } from "../../market-table.ts";
import { buildUniverse, lastInstant } from "../sim/universe.ts";
import type { Listing } from "./listing.ts";

/** What a feed carries before its broker has listed anything. */
export function emptyUniverse(date: string): Universe {
  return { date, instruments: [], underlyings: [], vixIndex: -1 };
}

/** Everything of a listing that has not expired at an instant; underlyings of which nothing is left go too. */
export function listedUniverse(listing: Listing, at: number): Universe {
  const alive = listing.contracts.filter((each) => lastInstant(each) > at);
  const symbols = new Set(alive.map((each) => each.underlying));
  return buildUniverse({
    date: listing.date,
    at,
    specs: listing.underlyings.filter((spec) => symbols.has(spec.symbol)),
    // Middles of what is listed are only asked for where contracts are made up.
    spotOf: () => 0,
    listed: alive,
  });
}

/** Last instant of the contract that expires first, epoch ms; Infinity without contracts. */
export function firstExpiry(universe: Universe): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { chains, futures } of universe.underlyings) {
    for (const { expiryInstant } of [...chains, ...futures]) if (expiryInstant < first) first = expiryInstant;
  }
  return first;
}
