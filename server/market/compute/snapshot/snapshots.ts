import { AppError } from "#domain/errors.ts";
import type { Settlement } from "#domain/settlement/settlement.ts";
import { decodeQuotePacket, type Quote } from "#protocol/wire/codec.ts";
import { decodeQuotes } from "#protocol/wire/quote-packets.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { unpackSnapshots } from "../../../platform/bus/packing.ts";
import { mustRead } from "../../../platform/lib/read-json.ts";
import { readVolatilityRank } from "../../bus/bus-messages.ts";
import { liveChainsRequest, quotesRequest, volatilityRankRequest } from "../../bus/market-subjects.ts";
import type { ListedUnderlying } from "./instrument-lists.ts";
import { type ReadChain, readChain, versionOf } from "./read-chains.ts";

/** All that is known of an underlying at one moment; a request soon after is given the same. */
export interface MarketSnapshot {
  readonly listed: ListedUnderlying;
  /** near to far; empty when nothing is derived from it */
  readonly chains: readonly ReadChain[];
  /** by token: its futures and its spot, as far as the feed carries them */
  readonly quotes: ReadonlyMap<number, Quote>;
  /** place of the thirty-day IV between the least and the greatest of its closes, 0 to 100; null unknown */
  readonly ivRank: number | null;
  /** what past expiries settled at, by YYYYMMDD */
  readonly settlements: ReadonlyMap<number, Settlement>;
  /** changes whenever a figure of any chain does */
  readonly version: string;
}

interface Snapshots {
  /**
   * At once when one is held that is young enough.
   * @param usableMs age up to which one is given while a newer one is fetched
   * @throws AppError `prices.failed` when the feed does not answer
   */
  get(listed: ListedUnderlying, usableMs?: number): MarketSnapshot | Promise<MarketSnapshot>;
  /** what is held was asked of the feed this often */
  readonly asked: number;
}

/** Younger than this it is simply given. */
export const FRESH_MS = 250;
/**
 * Up to this age it is still given, while a newer one is fetched behind the scenes: who asks often never waits, not for a feed
 * that is held up for a second either.
 */
export const USABLE_MS = 2_000;
/** Underlyings kept; the one that was asked for longest ago goes first. */
const MOST_KEPT = 128;

interface Kept {
  readonly snapshot: MarketSnapshot;
  readonly takenAt: number;
}

/** @param settlementsOf as `Settlements.of`, at the market's present time */
export function createSnapshots(
  bus: Bus,
  settlementsOf: (underlying: number) => Promise<ReadonlyMap<number, Settlement>>,
  now: () => number = () => performance.now(),
): Snapshots {
  const kept = new Map<number, Kept>();
  const loading = new Map<number, Promise<MarketSnapshot>>();
  let asked = 0;

  async function quotesOf(tokens: readonly number[]): Promise<Map<number, Quote>> {
    const decoded = decodeQuotes(await bus.request(quotesRequest(), Buffer.from(JSON.stringify({ tokens }))));
    if ("error" in decoded) throw new RangeError(`The feed's quotes do not decode (${decoded.error})`);
    const quotes = decoded.packets.map(decodeQuotePacket).filter((quote) => quote !== null);
    return new Map(quotes.map((quote) => [quote.instrumentToken, quote]));
  }

  async function rankOf(request: Uint8Array): Promise<number | null> {
    const answer = await bus.request(volatilityRankRequest(), request);
    return mustRead(readVolatilityRank, answer, "The feed's rank of a volatility").rank;
  }

  async function take(listed: ListedUnderlying): Promise<MarketSnapshot> {
    const { token } = listed.underlying;
    asked++;
    const request = Buffer.from(JSON.stringify({ underlying: token }));
    const [packed, quotes, ivRank, settlements] = await Promise.all([
      bus.request(liveChainsRequest(), request),
      quotesOf(listed.linear),
      rankOf(request),
      settlementsOf(token),
    ]);
    const chains = unpackSnapshots(packed).map(readChain);
    return { listed, chains, quotes, ivRank, settlements, version: chains.map(versionOf).join(";") };
  }

  function keep(token: number, snapshot: MarketSnapshot): void {
    kept.delete(token);
    kept.set(token, { snapshot, takenAt: now() });
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  function load(listed: ListedUnderlying): Promise<MarketSnapshot> {
    const { token } = listed.underlying;
    const begun = loading.get(token);
    if (begun !== undefined) return begun;
    const promise = take(listed)
      .then((snapshot) => {
        keep(token, snapshot);
        return snapshot;
      })
      .catch((cause: unknown) => {
        const text = `Failed to fetch derivative prices for underlying ${token}`;
        throw new AppError("prices.failed", text, { underlying: token }, { cause });
      })
      .finally(() => loading.delete(token));
    loading.set(token, promise);
    return promise;
  }

  return {
    get(listed, usableMs = USABLE_MS) {
      const held = kept.get(listed.underlying.token);
      // After a new epoch the same token may stand among other instruments.
      if (held === undefined || held.snapshot.listed !== listed) return load(listed);
      const age = now() - held.takenAt;
      if (age < FRESH_MS) return held.snapshot;
      const promise = load(listed);
      if (age >= usableMs) return promise;
      // A request that cannot have the newer one is told so when what is held has grown too old.
      promise.catch(() => {});
      return held.snapshot;
    },
    get asked() {
      return asked;
    },
  };
}
