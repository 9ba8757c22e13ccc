import { AppError } from "#domain/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { encodeMiniQuestion } from "../../market/bus/compute-questions.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import type { MarketDoor } from "../../market/doors/market-doors.ts";
import type { MetacacheStore } from "../../market/doors/metacache-store.ts";
import { noInstrument, noUnderlying } from "../../market/instruments/not-listed.ts";
import { type CachedBody, createCachedBody } from "../../platform/http/cached-body.ts";

/** Encoded answers of `mini` kept at most; the oldest goes first. */
const MOST_MINI = 32;

/** Lookups in the instrument master of the market that the caller is given. */
export interface InstrumentService {
  /** @throws AppError instrument.not_found, derivative.not_found, metacache.failed */
  bySymbol(metacache: MetacacheStore, symbol: string): Promise<{ data: InstrumentDetails; etag: string }>;
  /**
   * Options and futures of one underlying, encoded. Written by the compute role: of an index they are megabytes.
   * @param who whose question it is
   * @throws AppError underlying.not_found, metacache.failed, server.unavailable, request.rate_limited
   */
  mini(market: Pick<MarketDoor, "bus" | "metacache">, symbol: string, who: string): Promise<CachedBody>;
}

export function createInstrumentService(compute: ComputeDoor): InstrumentService {
  const kept = new Map<string, Promise<CachedBody>>();

  async function write(
    { bus }: Pick<MarketDoor, "bus">,
    key: string,
    symbol: string,
    who: string,
  ): Promise<CachedBody> {
    const json = await compute.ask(bus, "mini", encodeMiniQuestion({ symbol }), who);
    return createCachedBody(key, json, 4);
  }

  return {
    async bySymbol(metacache, symbol) {
      const { directory } = await metacache.get();
      const data = directory.bySymbol(symbol);
      if (data === null) throw noInstrument(symbol);
      return { data, etag: directory.etag };
    },
    async mini(market, symbol, who) {
      const { directory } = await market.metacache.get().catch((error: unknown) => {
        const text = `Failed to get metacache for underlying with symbol ${symbol}`;
        throw new AppError("metacache.failed", text, { symbol }, { cause: error });
      });
      const u = directory.underlyer(symbol);
      if (u < 0) throw noUnderlying(symbol);
      const key = `${directory.etag}-${u}`;
      const held = kept.get(key);
      if (held !== undefined) return held;
      const body = write(market, key, symbol, who);
      kept.set(key, body);
      body.catch(() => kept.delete(key));
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_MINI && oldest !== undefined) kept.delete(oldest);
      return body;
    },
  };
}
