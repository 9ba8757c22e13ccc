import { AppError } from "#domain/errors.ts";
import type { LiveFuture } from "#protocol/http/live-prices.ts";
import { decodeQuotes } from "#protocol/wire/quotes.ts";
import type { Bus } from "../bus/bus.ts";
import { liveChainsRequest, quotesRequest } from "../bus/subjects.ts";
import { type CachedBody, createCachedBody } from "./cached-body.ts";
import {
  expiryMember,
  liveEtag,
  liveFuture,
  livePricesJson,
  type ReadChain,
  readChains,
} from "./live-prices.ts";

export interface LivePricesStore {
  /**
   * Encoded answer for an underlying that exists; null when it has no option chain.
   * @throws AppError `prices.failed` when the feed does not answer
   */
  get(underlyingToken: number): Promise<CachedBody | null>;
}

/** All who ask within a second share one answer. */
const FRESH_MS = 1_000;
/** An answer is put together in slices with the event loop between them: the relay's turns run on the same thread. */
const SLICE_MS = 2;
/** Underlyings kept; the one that nobody has asked for longest goes first. */
const MOST_KEPT = 64;

function unpack(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const messages: Uint8Array[] = [];
  for (let left = view.getUint32(0), at = 4; left > 0; left--) {
    const length = view.getUint32(at);
    messages.push(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return messages;
}

/** A member for each chain. One takes a millisecond or two; after `SLICE_MS` of them everybody else gets the thread. */
async function membersOf(chains: readonly ReadChain[], futures: Map<number, LiveFuture>): Promise<string[]> {
  const members: string[] = [];
  let end = performance.now() + SLICE_MS;
  for (const chain of chains) {
    if (performance.now() >= end) {
      await new Promise((resolve) => setImmediate(resolve));
      end = performance.now() + SLICE_MS;
    }
    members.push(expiryMember(chain, futures));
  }
  return members;
}

interface Kept {
  readonly body: CachedBody | null;
  readonly madeAt: number;
}

export function createLivePricesStore(bus: Bus, now: () => number = Date.now): LivePricesStore {
  const kept = new Map<number, Kept>();
  const loading = new Map<number, Promise<CachedBody | null>>();

  async function futuresOf(chains: readonly ReadChain[]): Promise<Map<number, LiveFuture>> {
    const tokens = [...new Set(chains.map(({ view }) => view.root.futureToken))].filter(
      (token) => token !== 0,
    );
    if (tokens.length === 0) return new Map();
    const decoded = decodeQuotes(await bus.request(quotesRequest(), Buffer.from(JSON.stringify({ tokens }))));
    if ("error" in decoded) return new Map();
    const futures = decoded.packets.map(liveFuture).filter((future) => future !== null);
    return new Map(futures.map((future) => [future.token, future]));
  }

  async function build(token: number, before: CachedBody | null): Promise<CachedBody | null> {
    const request = Buffer.from(JSON.stringify({ underlying: token }));
    const chains = readChains(unpack(await bus.request(liveChainsRequest(), request)));
    if (chains.length === 0) return null;
    // Nothing moved: the encoded answer of before still says it all.
    const etag = liveEtag(chains);
    if (before?.etag === etag) return before;
    const members = await membersOf(chains, await futuresOf(chains));
    return createCachedBody(etag, livePricesJson(token, etag, chains, members), 4);
  }

  async function load(token: number): Promise<CachedBody | null> {
    try {
      const body = await build(token, kept.get(token)?.body ?? null);
      kept.delete(token);
      kept.set(token, { body, madeAt: now() });
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return body;
    } catch (error) {
      const text = `Failed to fetch derivative prices for underlying ${token}`;
      throw new AppError("prices.failed", text, { underlying: token }, { cause: error });
    } finally {
      loading.delete(token);
    }
  }

  return {
    async get(token) {
      const held = kept.get(token);
      if (held !== undefined && now() - held.madeAt < FRESH_MS) return held.body;
      let promise = loading.get(token);
      if (promise === undefined) {
        promise = load(token);
        loading.set(token, promise);
      }
      return promise;
    },
  };
}
