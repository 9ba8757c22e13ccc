import type { Universe } from "../market-table.ts";
import { buildUniverse } from "../sim/universe.ts";
import type { Listing } from "./listing.ts";

/** What a feed carries before its broker has listed anything. */
export function emptyUniverse(date: string): Universe {
  return { date, instruments: [], underlyings: [], vixIndex: -1 };
}

/** Everything of a listing that has not expired at an instant. */
export function listedUniverse(listing: Listing, at: number): Universe {
  const byUnderlying = new Set<string>();
  const alive = buildUniverse({
    date: listing.date,
    at,
    specs: listing.underlyings,
    // Middles of what is listed are only asked for where contracts are made up.
    spotOf: () => 0,
    listed: listing.contracts,
  });
  for (const { underlying, chains, futures } of alive.underlyings) {
    if (chains.length + futures.length > 0) byUnderlying.add(underlying.symbol);
  }
  if (byUnderlying.size === alive.underlyings.length) return alive;
  const specs = listing.underlyings.filter((spec) => byUnderlying.has(spec.symbol));
  return buildUniverse({
    date: listing.date,
    at,
    specs,
    spotOf: () => 0,
    listed: listing.contracts,
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
