import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { compactDate } from "#domain/calendar/ist.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import { chainKey } from "../../interest.ts";
import type { ChainEntry, UnderlyingEntry, Universe } from "../../market-table.ts";

/*
 * What a feed with room for a few thousand instruments follows out of some 45,000, best first:
 *
 *   0        spots of all underlyings and India VIX
 *   1        the nearest future of each
 *   2–102    chains that clients look at, from the money outwards, in at most half of the room
 *   110–     everything else by its distance from the money in strikes, with additions for what is looked at less:
 *            a farther expiry, a share rather than an index; farther futures among them
 *
 * So near strikes of near expiries of indices come first, and room grows evenly outwards from there.
 */
const RANK = { SPOT: 0, FUTURE: 1, WATCHED: 2, REST: 110 } as const;
/**
 * Most strikes either side of the money of a chain that a client looks at; the ones beyond rank as any
 * other.
 */
const WATCHED_STRIKES = 100;
/** Share of the room that watched chains divide among them. */
const WATCHED_SHARE = 0.5;
const PER_EXPIRY = 12;
const PER_KIND = { index: 0, commodity: 10, currency: 10, stock: 25 } as const;
const FAR_FUTURE = 20;
const MOST_RANK = 1_000;

export interface Selection {
  /** rows to follow, best first */
  readonly rows: readonly number[];
  /** rows the broker quotes and there is no room for */
  readonly leftOut: number;
}

interface SelectionInput {
  readonly universe: Universe;
  /** market time, epoch ms */
  readonly now: number;
  /** whether the broker quotes the row */
  readonly isQuoted: (row: number) => boolean;
  /** last price of a row in rupees, NaN unknown */
  readonly priceOf: (row: number) => number;
  /** chains that clients look at, as `chainKey` writes them */
  readonly watched: ReadonlySet<string>;
  readonly capacity: number;
  /** false while the money cannot be told: only spots, near futures and watched chains are chosen */
  readonly knowsPrices: boolean;
}

/** Position of the strike nearest to a price; the middle one while the price is unknown. */
export function nearestStrike(strikes: Float64Array, price: number): number {
  if (!(price > 0)) return strikes.length >> 1;
  let low = 0;
  let high = strikes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (strikes[middle]! < price) low = middle + 1;
    else high = middle;
  }
  return low > 0 && price - strikes[low - 1]! <= strikes[low]! - price ? low - 1 : low;
}

/** Nearest first; what is over, which stays listed until the next list, after all that still trades. */
function nearToFar<T extends Pick<ChainEntry, "expiry" | "expiryInstant">>(
  listed: readonly T[],
  { underlying }: UnderlyingEntry,
  now: number,
): T[] {
  const ordered = [...listed].sort((a, b) => a.expiryInstant - b.expiryInstant);
  const dated = ordered.map(({ expiry }, at) => ({
    at,
    lastTrade: lastTradeInstant(underlying.derivativeExchange, expiry),
  }));
  const first = defaultExpiry(dated, now)?.at ?? 0;
  return [...ordered.slice(first), ...ordered.slice(0, first)];
}

/** What the strikes of a chain lie around: spot, else its future, else the underlying's nearest one that still trades. */
function centreOf(
  chain: ChainEntry,
  entry: UnderlyingEntry,
  { priceOf, now }: Pick<SelectionInput, "priceOf" | "now">,
): number {
  const spot = priceOf(entry.index);
  if (spot > 0) return spot;
  const own = chain.futureIndex < 0 ? Number.NaN : priceOf(chain.futureIndex);
  if (own > 0) return own;
  const [nearest] = nearToFar(entry.futures, entry, now);
  return nearest === undefined ? Number.NaN : priceOf(nearest.index);
}

/** Positions of the money by underlying and chain: while they and the watched chains stay, so does the selection. */
export function moneyPositions(input: Pick<SelectionInput, "universe" | "priceOf" | "now">): number[] {
  const positions: number[] = [];
  for (const entry of input.universe.underlyings) {
    for (const chain of entry.chains) {
      positions.push(nearestStrike(chain.strikes, centreOf(chain, entry, input)));
    }
  }
  return positions;
}

export function select(input: SelectionInput): Selection {
  const { universe, isQuoted, watched, capacity, now } = input;
  const ranks: number[][] = Array.from({ length: MOST_RANK + 1 }, () => []);
  let listed = 0;
  const each = (WATCHED_SHARE * capacity) / Math.max(1, watched.size);
  // A chain followed to a distance of n strikes takes 2 × (2n + 1) rows.
  const reach = Math.min(WATCHED_STRIKES, Math.floor((each - 2) / 4));

  function add(row: number, rank: number): void {
    if (row < 0 || !isQuoted(row)) return;
    listed++;
    ranks[Math.min(rank, MOST_RANK)]!.push(row);
  }

  const positions = moneyPositions(input);
  let at = 0;
  add(universe.vixIndex, RANK.SPOT);
  for (const entry of universe.underlyings) {
    const { underlying, chains, futures } = entry;
    add(entry.index, RANK.SPOT);
    nearToFar(futures, entry, now).forEach(({ index }, n) => {
      add(index, n === 0 ? RANK.FUTURE : RANK.REST + FAR_FUTURE + PER_EXPIRY * n);
    });
    const order = nearToFar(chains, entry, now);
    for (const chain of chains) {
      const money = positions[at++]!;
      const base = RANK.REST + PER_KIND[underlying.kind] + PER_EXPIRY * order.indexOf(chain);
      const isWatched = watched.has(chainKey(underlying.token, compactDate(chain.expiry)));
      chain.strikes.forEach((_, i) => {
        const distance = Math.abs(i - money);
        const rank = isWatched && distance <= reach ? RANK.WATCHED + distance : base + distance;
        add(chain.callIndex[i]!, rank);
        add(chain.putIndex[i]!, rank);
      });
    }
  }
  const rows: number[] = [];
  for (const rank of input.knowsPrices ? ranks : ranks.slice(0, RANK.REST)) {
    for (const row of rank) if (rows.length < capacity) rows.push(row);
    if (rows.length >= capacity) break;
  }
  return { rows, leftOut: listed - rows.length };
}
