import { priceDivisor } from "#domain/units/segments.ts";
import { QUOTE_FULL_SIZE, QUOTE_INDEX_SIZE, QUOTE_MINI_SIZE } from "#protocol/generated/layout.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { DEPTH_WORDS, QUOTE_WORD as QUOTE } from "#wasm/words.ts";
import type { DepthLevel, DepthSnapshot, QuoteSnapshot } from "./stream-snapshots.ts";

/** What is read out of the newest quote of an instrument. */
export interface QuoteShape<T> {
  /** @param at first word of the decoder's row */
  ofRow(words: Int32Array, at: number, of: { readonly token: number; readonly stale: boolean }): T;
  /** A polled quote stands in for a stream that does not flow: it is never live. */
  ofPolled(quote: QuoteDetails): T;
}

export const QUOTE_SHAPE: QuoteShape<QuoteSnapshot> = {
  ofRow(words, at, { token, stale }) {
    const size = words[at + QUOTE.lastSize]!;
    const divisor = priceDivisor(token);
    const price = (word: number): number => words[at + word]! / divisor;
    const count = (word: number): number => words[at + word]! >>> 0;
    const hasDay = size >= QUOTE_INDEX_SIZE;
    const hasTrades = size >= QUOTE_MINI_SIZE;
    const hasDepth = size >= QUOTE_FULL_SIZE;
    return {
      token,
      lastPrice: price(QUOTE.lastPrice),
      previousClose: price(QUOTE.close),
      open: hasDay ? price(QUOTE.open) : Number.NaN,
      high: hasDay ? price(QUOTE.high) : Number.NaN,
      low: hasDay ? price(QUOTE.low) : Number.NaN,
      averagePrice: hasTrades ? price(QUOTE.averagePrice) : Number.NaN,
      volume: hasTrades ? count(QUOTE.volume) : Number.NaN,
      oi: hasTrades ? count(QUOTE.oi) : Number.NaN,
      lastTradeTime: hasTrades ? count(QUOTE.lastTradeTime) * 1000 : Number.NaN,
      bid: hasDepth ? price(QUOTE.buy + 1) : Number.NaN,
      ask: hasDepth ? price(QUOTE.sell + 1) : Number.NaN,
      stale,
    };
  },
  ofPolled: (quote) => ({
    token: quote.instrument_token,
    lastPrice: quote.last_price,
    previousClose: quote.ohlc.close,
    open: quote.ohlc.open,
    high: quote.ohlc.high,
    low: quote.ohlc.low,
    averagePrice: quote.average_price,
    volume: quote.volume,
    oi: quote.oi,
    lastTradeTime: quote.last_trade_time ?? Number.NaN,
    bid: quote.depth.buy[0]?.price ?? Number.NaN,
    ask: quote.depth.sell[0]?.price ?? Number.NaN,
    stale: true,
  }),
};

/** Of a book, as Kite lays it out. */
const LEVELS = 5;

const isThere = ({ quantity }: DepthLevel): boolean => quantity > 0;

export const DEPTH_SHAPE: QuoteShape<DepthSnapshot> = {
  ofRow(words, at, of) {
    const size = words[at + QUOTE.lastSize]!;
    const divisor = priceDivisor(of.token);
    const count = (word: number): number => (size >= QUOTE_MINI_SIZE ? words[at + word]! >>> 0 : Number.NaN);
    const side = (from: number): DepthLevel[] | null => {
      // What a shorter packet left of the book is older than the prices beside it.
      if (size < QUOTE_FULL_SIZE) return null;
      return Array.from({ length: LEVELS }, (_, n) => {
        const level = at + from + n * DEPTH_WORDS;
        return {
          quantity: words[level]! >>> 0,
          price: words[level + 1]! / divisor,
          orders: words[level + 2]!,
        };
      }).filter(isThere);
    };
    return {
      ...QUOTE_SHAPE.ofRow(words, at, of),
      lastQuantity: count(QUOTE.lastQuantity),
      buyQuantity: count(QUOTE.buyQuantity),
      sellQuantity: count(QUOTE.sellQuantity),
      oiDayHigh: count(QUOTE.oiDayHigh),
      oiDayLow: count(QUOTE.oiDayLow),
      buy: side(QUOTE.buy),
      sell: side(QUOTE.sell),
    };
  },
  ofPolled: (quote) => ({
    ...QUOTE_SHAPE.ofPolled(quote),
    lastQuantity: quote.last_quantity,
    buyQuantity: quote.buy_quantity,
    sellQuantity: quote.sell_quantity,
    oiDayHigh: quote.oi_day_high,
    oiDayLow: quote.oi_day_low,
    buy: quote.depth.buy.filter(isThere),
    sell: quote.depth.sell.filter(isThere),
  }),
};
