/** What the window says of futures: the one of the selected expiry, and all of them. */

import { compactDate } from "#domain/calendar/ist.ts";
import { FORWARD_NONE } from "#domain/chain/flags.ts";
import { daysLeft } from "#domain/format/date.ts";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";
import type { ExpiryStats, InfoView } from "./info-view.ts";

type Known = Pick<InfoView, "underlying" | "futures" | "stats" | "now">;

/** Last prices of futures by their tokens, rupees. */
export type FuturePrices = ReadonlyMap<number, number>;

export const NO_PRICES: FuturePrices = new Map();

const statsOf = (stats: StatsSnapshot | null, expiry: IsoDate): ExpiryStats | undefined =>
  stats?.expiries.find((each) => each.expiry === compactDate(expiry));

/** The forward that an expiry's own options make; NaN where they make none. */
const syntheticPrice = (stats: ExpiryStats | undefined): number =>
  stats === undefined || stats.forwardSource === FORWARD_NONE ? Number.NaN : stats.forward;

export interface FutureOfExpiry {
  /** A future that ends with the expiry, the first that ends after it, or none of both. */
  readonly kind: "own" | "next" | "synthetic";
  /** When the future ends; null of a synthetic one. */
  readonly expiry: IsoDate | null;
  /** Rupees; NaN unknown. */
  readonly price: number;
}

/**
 * The futures price beside an expiry (rule INFO-3). An index whose expiry has no future has a synthetic one; elsewhere the next future
 * stands for it.
 * @returns null until futures are listed, and without an expiry
 */
export function futureOfExpiry(
  { underlying, futures, stats }: Known,
  expiry: IsoDate | null,
): FutureOfExpiry | null {
  if (futures === null || expiry === null) return null;
  const told = statsOf(stats, expiry);
  const price = told?.futurePrice ?? Number.NaN;
  const next = futures.find((each) => each.expiry !== null && each.expiry >= expiry);
  if (next?.expiry === expiry) return { kind: "own", expiry, price };
  if (underlying.kind === "index" || next === undefined) {
    return { kind: "synthetic", expiry: null, price: syntheticPrice(told) };
  }
  return { kind: "next", expiry: next.expiry, price };
}

export interface FutureRow {
  readonly expiry: IsoDate;
  /** Calendar days; negative once it is over, NaN while the time is not known. */
  readonly daysToExpiry: number;
  readonly isWeekly: boolean;
  readonly isSynthetic: boolean;
  /** Rupees; NaN unknown. */
  readonly futurePrice: number;
}

/**
 * Futures, and of an index the synthetic ones of expiries without a future, nearest first (rule INFO-8).
 * @param futures listed ones
 */
export function futureRows(
  { underlying, stats, now }: Omit<Known, "futures">,
  futures: readonly LegContract[],
  prices: FuturePrices,
): readonly FutureRow[] {
  const days = (instant: number): number => (Number.isNaN(now) ? Number.NaN : daysLeft(now, instant));
  const types = new Map(underlying.expiries.map(({ expiry, type }) => [expiry, type]));
  const real = futures.flatMap(({ expiry, expiryInstant, token }): FutureRow[] =>
    expiry === null
      ? []
      : [
          {
            expiry,
            daysToExpiry: days(expiryInstant),
            isWeekly: types.get(expiry) === "weekly",
            isSynthetic: false,
            futurePrice: prices.get(token) ?? Number.NaN,
          },
        ],
  );
  if (underlying.kind !== "index") return real;
  const listed = new Set(real.map(({ expiry }) => expiry));
  const synthetic = underlying.expiries
    .filter(({ expiry }) => !listed.has(expiry))
    .map(({ expiry, expiryInstant, type }) => ({
      expiry,
      daysToExpiry: days(expiryInstant),
      isWeekly: type === "weekly",
      isSynthetic: true,
      futurePrice: syntheticPrice(statsOf(stats, expiry)),
    }));
  return [...real, ...synthetic].sort((a, b) => (a.expiry < b.expiry ? -1 : 1));
}
