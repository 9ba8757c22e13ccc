/** Which positions of an underlying are looked at. */

import type { Product } from "../../charges/market.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { Leg } from "../model.ts";

/** By expiry; on = positions of that expiry only. All off, as when positions load: all positions. */
type ExpiryFilters = Readonly<Record<IsoDate, boolean>>;

/** A filter for each expiry of the positions, all off. */
export function expiryFilters(legs: readonly Leg[]): ExpiryFilters {
  const expiries = new Set<IsoDate>();
  for (const { kind, expiry } of legs) if (kind === "position" && expiry !== null) expiries.add(expiry);
  return Object.fromEntries([...expiries].sort().map((expiry) => [expiry, false]));
}

/** Ignored for an expiry without positions. */
export function toggleExpiry(filters: ExpiryFilters, expiry: IsoDate): ExpiryFilters {
  return Object.hasOwn(filters, expiry) ? { ...filters, [expiry]: !filters[expiry] } : filters;
}

export function resetExpiryFilters(filters: ExpiryFilters): ExpiryFilters {
  return Object.fromEntries(Object.keys(filters).map((expiry) => [expiry, false]));
}

/** Trades, and the positions that the filters let through; shares have no expiry and pass only when all are off. */
export function filteredLegs(legs: readonly Leg[], filters: ExpiryFilters): readonly Leg[] {
  if (!Object.values(filters).includes(true)) return legs;
  return legs.filter(({ kind, expiry }) => kind === "trade" || (expiry !== null && filters[expiry] === true));
}

/** Positions are managed together when they are all of one product, or carried forward beside shares (NRML and CNC). */
export function isProductMix(products: Iterable<Product>): boolean {
  const kinds = new Set(products);
  return kinds.size === 1 || (kinds.size === 2 && !kinds.has("MIS"));
}
