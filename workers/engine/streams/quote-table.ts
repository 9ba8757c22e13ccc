import { QUOTE_MINI_SIZE } from "#protocol/generated/layout.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { DecodeResult, Decoder } from "#wasm/decoder.ts";
import { QUOTE_WORD as QUOTE, ROW_WORDS } from "#wasm/words.ts";
import { QUOTE_SHAPE, type QuoteShape } from "./quote-shapes.ts";
import type { QuoteSnapshot } from "./stream-snapshots.ts";
import type { TokenTable } from "./token-table.ts";

/** The newest quotes of instruments that streams hold: rows of the decoder's table, which chains may hold as well. */
export interface QuoteTable<T = QuoteSnapshot> extends TokenTable<T> {
  /** A message of quotes has been decoded. @returns whether any of them is held */
  take(result: DecodeResult): boolean;
  /** Quotes by HTTP: each stands in where the relay has told nothing, nothing since it was lost, or an older trade. */
  poll(newest: readonly QuoteDetails[]): void;
  /** Whether rows can be had for these besides those that are held. */
  hasRoom(tokens: readonly number[]): boolean;
}

interface Held {
  readonly row: number;
  /** Number of the message that spoke of it last; 0 none. */
  version: number;
  /** Said on the connection that is open, and watched since. */
  isCurrent: boolean;
  /** By HTTP, newer than what the relay told; null otherwise. */
  polled: QuoteDetails | null;
}

const secondOf = (at: number | null): number => Math.floor((at ?? 0) / 1_000);

/** Quotes of streams leave the greater part of the table, and of the relay's limit, to chains. */
const MOST_TOKENS = 1_000;

/** @param shape what of a row is told */
export function createQuoteRows<T>(decoder: Decoder, shape: QuoteShape<T>): QuoteTable<T> {
  const held = new Map<number, Held>();
  let versions = 0;

  /** A row says which message wrote it last. */
  function isOf({ row }: Held, sequence: number): boolean {
    const at = row * ROW_WORDS;
    const { words } = decoder;
    return words[at + QUOTE.lastSize] !== 0 && (words[at + QUOTE.sequence]! ^ sequence) === 0;
  }

  const known = (token: number): Held | null => {
    const entry = held.get(token);
    return entry === undefined || entry.version === 0 ? null : entry;
  };

  /** Whether the relay has told of an older trade than this; what has no trades tells of none. */
  function isNewer(entry: Held, quote: QuoteDetails): boolean {
    const { words } = decoder;
    const at = entry.row * ROW_WORDS;
    if (words[at + QUOTE.lastSize]! < QUOTE_MINI_SIZE) return false;
    return secondOf(quote.last_trade_time) > words[at + QUOTE.lastTradeTime]! >>> 0;
  }

  return {
    hasRoom(tokens) {
      const more = new Set(tokens.filter((token) => !held.has(token)));
      return held.size + more.size <= MOST_TOKENS;
    },
    keep(all, watched) {
      for (const token of all) {
        if (held.has(token)) continue;
        const row = decoder.acquire(token);
        if (row >= 0) held.set(token, { row, version: 0, isCurrent: false, polled: null });
      }
      for (const [token, entry] of held) {
        if (!watched.has(token)) entry.isCurrent = false;
        if (all.has(token)) continue;
        held.delete(token);
        decoder.release(token);
      }
    },
    take({ sequence }) {
      versions++;
      let isAny = false;
      for (const entry of held.values()) {
        if (!isOf(entry, sequence)) continue;
        entry.version = versions;
        entry.isCurrent = true;
        entry.polled = null;
        isAny = true;
      }
      return isAny;
    },
    poll(newest) {
      versions++;
      for (const quote of newest) {
        const entry = held.get(quote.instrument_token);
        if (entry === undefined || (entry.isCurrent && !isNewer(entry, quote))) continue;
        entry.version = versions;
        entry.polled = quote;
      }
    },
    lost() {
      for (const entry of held.values()) entry.isCurrent = false;
    },
    news({ tokens }, isFresh) {
      const isGood = isFresh();
      const text = tokens.flatMap((token) => {
        const entry = known(token);
        return entry === null ? [] : `${token} ${entry.version} ${isGood && entry.isCurrent}`;
      });
      return text.length === 0 ? null : text.join();
    },
    isComplete: ({ tokens }) => tokens.every((token) => known(token)?.isCurrent === true),
    read({ tokens }, isFresh) {
      const isGood = isFresh();
      return tokens.flatMap((token) => {
        const entry = known(token);
        if (entry === null) return [];
        if (entry.polled !== null) return [shape.ofPolled(entry.polled)];
        return [
          shape.ofRow(decoder.words, entry.row * ROW_WORDS, { token, stale: !(isGood && entry.isCurrent) }),
        ];
      });
    },
  };
}

export const createQuoteTable = (decoder: Decoder): QuoteTable => createQuoteRows(decoder, QUOTE_SHAPE);
