/** The instrument master in the forms that others store and send it in. */
import { deserialize, serialize } from "node:v8";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Instrument } from "#domain/instruments/types.ts";
import type { KeyValueStore } from "#workers/engine/edges.ts";

/** As brokers list contracts: a line each, with a heading. */
export function csvOf(instruments: readonly Instrument[]): string {
  const lines = instruments.map((each) =>
    [
      each.token,
      each.token >>> 8,
      each.tradingsymbol,
      `"${each.name}"`,
      0,
      each.expiry ?? "",
      each.strike,
      each.tickSize,
      each.lotSize,
      each.type,
      each.segment,
      each.exchange,
    ].join(),
  );
  const heading =
    "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";
  return [heading, ...lines].join("\n");
}

export function gzipBytes(text: string): number {
  return gzipSync(text).length;
}

export function brotliBytes(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
}

/** Values as IndexedDB keeps them: serialised by the structured clone algorithm, and built anew by every read. */
export function createClonedStore(): KeyValueStore {
  const kept = new Map<string, Buffer>();
  return {
    async get(key) {
      const bytes = kept.get(key);
      return bytes === undefined ? undefined : deserialize(bytes);
    },
    async set(key, value) {
      kept.set(key, serialize(value));
    },
    async delete(key) {
      kept.delete(key);
    },
    async keys() {
      return [...kept.keys()];
    },
  };
}
