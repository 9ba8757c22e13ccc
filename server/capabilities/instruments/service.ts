import { AppError } from "#domain/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { MetacacheStore } from "../../market/doors/metacache-store.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import { noInstrument, noUnderlying } from "../../market/instruments/not-listed.ts";
import { type CachedBody, createCachedBody } from "../../platform/http/cached-body.ts";

/** Encoded answers of `mini` kept at most; the oldest goes first. */
const MOST_MINI = 32;

/** Lookups in the instrument master of the market that the caller is given. */
export interface InstrumentService {
  /**
   * The columns of some underlyings only.
   * @param underlyings symbols or tokens
   * @throws AppError underlying.not_found, metacache.failed
   */
  subset(metacache: MetacacheStore, underlyings: readonly (string | number)[]): Promise<MetacacheBody>;
  /** @throws AppError instrument.not_found, derivative.not_found, metacache.failed */
  bySymbol(metacache: MetacacheStore, symbol: string): Promise<{ data: InstrumentDetails; etag: string }>;
  /**
   * Options and futures of one underlying, encoded.
   * @throws AppError underlying.not_found, metacache.failed
   */
  mini(metacache: MetacacheStore, symbol: string): Promise<CachedBody>;
}

function createMiniCache(): (directory: InstrumentDirectory, underlyer: number) => CachedBody {
  const kept = new Map<string, CachedBody>();
  return (directory, u) => {
    const { etag } = directory;
    const key = `${etag}-${u}`;
    let body = kept.get(key);
    if (body === undefined) {
      const payload = {
        underlying: directory.spot(u),
        expiries: directory.expiries(u),
        options: directory.options(u),
        futures: directory.futures(u),
      };
      body = createCachedBody(key, JSON.stringify({ payload, etag }), 4);
      kept.set(key, body);
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_MINI && oldest !== undefined) kept.delete(oldest);
    }
    return body;
  };
}

function underlyerOf(directory: InstrumentDirectory, key: string | number): number {
  const u = directory.underlyer(key);
  if (u < 0) throw noUnderlying(key);
  return u;
}

export function createInstrumentService(): InstrumentService {
  const miniOf = createMiniCache();
  return {
    async subset(metacache, underlyings) {
      const { directory } = await metacache.get();
      return directory.subset(new Set(underlyings.map((key) => underlyerOf(directory, key))));
    },
    async bySymbol(metacache, symbol) {
      const { directory } = await metacache.get();
      const data = directory.bySymbol(symbol);
      if (data === null) throw noInstrument(symbol);
      return { data, etag: directory.etag };
    },
    async mini(metacache, symbol) {
      const { directory } = await metacache.get().catch((error: unknown) => {
        const text = `Failed to get metacache for underlying with symbol ${symbol}`;
        throw new AppError("metacache.failed", text, { symbol }, { cause: error });
      });
      return miniOf(directory, underlyerOf(directory, symbol));
    },
  };
}
