import { priceDivisor } from "#domain/units/segments.ts";
import { QUOTE_FULL_SIZE } from "#protocol/generated/layout.ts";
import type { QuoteMode } from "#protocol/wire/quotes.ts";
import type { Decoder } from "#wasm/decoder.ts";
import { QUOTE_WORD as QUOTE, ROW_WORDS } from "#wasm/words.ts";
import type { QuoteSnapshot } from "../api.ts";

/** Quotes that tabs keep in lists: which rows each tab holds, and what they say. */
export interface QuoteLists {
  /**
   * Replaces the tab's list.
   * @returns false when the decoder's table is full (engine.capacity): the old list then stays
   */
  set(tabId: number, tokens: readonly number[]): boolean;
  remove(tabId: number): void;
  /** Rows nobody has sent yet are NaN. @param timeOf time of a row's newest quote, epoch ms, 0 none */
  read(tokens: readonly number[], timeOf: (row: number) => number): QuoteSnapshot[];
}

/** Longer lists are watched at a glance, where last prices are enough. */
const FULL_UP_TO = 50;

export const listMode = (tokens: number): QuoteMode => (tokens > FULL_UP_TO ? "ltp" : "full");

export function createQuoteLists(decoder: Decoder): QuoteLists {
  const held = new Map<number, readonly number[]>();

  function release(tokens: readonly number[]): void {
    for (const token of tokens) decoder.release(token);
  }

  function snapshot(token: number, timeOf: (row: number) => number): QuoteSnapshot {
    const row = decoder.rowOf(token);
    const at = row * ROW_WORDS;
    const { words } = decoder;
    const size = row < 0 ? 0 : words[at + QUOTE.lastSize]!;
    const divisor = priceDivisor(token);
    const price = (word: number, isSent: boolean): number => {
      const value = isSent ? words[at + word]! / divisor : 0;
      return value > 0 ? value : Number.NaN;
    };
    const time = size > 0 ? timeOf(row) : 0;
    return {
      token,
      ltp: price(QUOTE.lastPrice, size > 0),
      previousClose: price(QUOTE.close, size > 0),
      bid: price(QUOTE.buy + 1, size === QUOTE_FULL_SIZE),
      ask: price(QUOTE.sell + 1, size === QUOTE_FULL_SIZE),
      time: time > 0 ? time : Number.NaN,
    };
  }

  return {
    set(tabId, tokens) {
      const distinct = [...new Set(tokens)];
      const taken: number[] = [];
      for (const token of distinct) {
        if (decoder.acquire(token) < 0) {
          release(taken);
          return false;
        }
        taken.push(token);
      }
      release(held.get(tabId) ?? []);
      held.set(tabId, taken);
      return true;
    },
    remove(tabId) {
      release(held.get(tabId) ?? []);
      held.delete(tabId);
    },
    read: (tokens, timeOf) => tokens.map((token) => snapshot(token, timeOf)),
  };
}
