/** A quote packet as an object in rupees: for people, files and tests. Anything that ticks reads decoded rows. */
import { isKnownSegment, priceDivisor, SEGMENT, segmentOf } from "#domain/units/segments.ts";
import { roundToTick } from "#domain/units/tick.ts";
import {
  DEPTH_ENTRY_SIZE,
  KITE_INDEX_QUOTE_SIZE,
  KITE_LTP_SIZE,
  KITE_QUOTE_SIZE,
  QUOTE_FULL_BUY,
  QUOTE_FULL_SELL,
  QUOTE_FULL_SIZE,
  QUOTE_INDEX_SIZE,
  QUOTE_LTP_SIZE,
  QUOTE_MINI_SIZE,
} from "../generated/layout.ts";
import { readDepthEntry, readQuoteIndex, readQuoteLtp, readQuoteMini } from "../generated/records.ts";
import { viewOf } from "./blocks.ts";
import type { QuoteMode } from "./quote-packets.ts";
import { quoteTick } from "./quote-tick.ts";

const DEPTH_LEVELS = 5;

interface QuoteDepthLevel {
  readonly quantity: number;
  readonly price: number;
  readonly orders: number;
}

/** Prices in rupees at `tickSize`, times in epoch ms, quantities in units; null is what the packet does not carry. */
export interface Quote {
  readonly tradable: boolean;
  readonly mode: QuoteMode;
  readonly instrumentToken: number;
  readonly tickSize: number;
  readonly lastPrice: number;
  readonly ohlc: {
    readonly open: number | null;
    readonly high: number | null;
    readonly low: number | null;
    readonly close: number | null;
  };
  /** Last price less previous close; null without a close, which a packet says by 0. */
  readonly change: number | null;
  readonly timestamp: number | null;
  readonly volume: number | null;
  readonly averagePrice: number | null;
  readonly lastTradeQuantity: number | null;
  readonly totalBuyQuantity: number | null;
  readonly totalSellQuantity: number | null;
  readonly openInterest: number | null;
  readonly oiDayHigh: number | null;
  readonly oiDayLow: number | null;
  readonly lastTradeTime: number | null;
  readonly depth: {
    readonly buy: readonly QuoteDepthLevel[];
    readonly sell: readonly QuoteDepthLevel[];
  } | null;
}

type Price = (wire: number) => number;

function milliseconds(seconds: number): number | null {
  return seconds === 0 ? null : seconds * 1000;
}

function depth(view: DataView, at: number, price: Price): QuoteDepthLevel[] {
  return Array.from({ length: DEPTH_LEVELS }, (_, level) => {
    const entry = readDepthEntry(view, at + level * DEPTH_ENTRY_SIZE);
    return { quantity: entry.quantity, price: price(entry.price), orders: entry.orders };
  });
}

/** Kite's shorter packets are prefixes of ours: zeroes stand for what they lack, and the reader below ignores those. */
function padded(packet: Uint8Array, size: number): DataView {
  const bytes = new Uint8Array(size);
  bytes.set(packet);
  return viewOf(bytes);
}

/** The quote of a packet of 8, 12, 28, 32, 44, 64 or 184 bytes; null for any other length, and for a segment that is not known. */
export function decodeQuotePacket(packet: Uint8Array): Quote | null {
  const size = packet.length;
  if (size < KITE_LTP_SIZE) return null;
  const token = viewOf(packet).getUint32(0);
  if (!isKnownSegment(token)) return null;
  const segment = segmentOf(token);
  const divisor = priceDivisor(token);
  const tickSize = quoteTick(token);
  const price: Price = (wire) => roundToTick(wire / divisor, tickSize);
  const change = (last: number, close: number): number | null =>
    close === 0 ? null : roundToTick((last - close) / divisor, tickSize);
  const common = { tradable: segment !== SEGMENT.INDICES, instrumentToken: token, tickSize };
  const none = {
    timestamp: null,
    volume: null,
    averagePrice: null,
    lastTradeQuantity: null,
    totalBuyQuantity: null,
    totalSellQuantity: null,
    openInterest: null,
    oiDayHigh: null,
    oiDayLow: null,
    lastTradeTime: null,
    depth: null,
  };

  if (size === KITE_LTP_SIZE || size === QUOTE_LTP_SIZE) {
    const quote = readQuoteLtp(padded(packet, QUOTE_LTP_SIZE), 0);
    const hasClose = size === QUOTE_LTP_SIZE;
    return {
      ...common,
      ...none,
      mode: "ltp",
      lastPrice: price(quote.lastPrice),
      ohlc: { open: null, high: null, low: null, close: hasClose ? price(quote.close) : null },
      change: hasClose ? change(quote.lastPrice, quote.close) : null,
    };
  }
  if (size === KITE_INDEX_QUOTE_SIZE || size === QUOTE_INDEX_SIZE) {
    const quote = readQuoteIndex(padded(packet, QUOTE_INDEX_SIZE), 0);
    return {
      ...common,
      ...none,
      mode: size === QUOTE_INDEX_SIZE ? "full" : "mini",
      lastPrice: price(quote.lastPrice),
      ohlc: {
        open: price(quote.open),
        high: price(quote.high),
        low: price(quote.low),
        close: price(quote.close),
      },
      change: quote.close === 0 ? null : price(quote.change),
      timestamp: milliseconds(quote.exchangeTime),
    };
  }
  if (size !== KITE_QUOTE_SIZE && size !== QUOTE_MINI_SIZE && size !== QUOTE_FULL_SIZE) return null;
  const view = padded(packet, QUOTE_FULL_SIZE);
  const quote = readQuoteMini(view, 0);
  const hasTail = size >= QUOTE_MINI_SIZE;
  const isFull = size === QUOTE_FULL_SIZE;
  return {
    ...common,
    mode: isFull ? "full" : "mini",
    lastPrice: price(quote.lastPrice),
    ohlc: {
      open: price(quote.open),
      high: price(quote.high),
      low: price(quote.low),
      close: price(quote.close),
    },
    change: change(quote.lastPrice, quote.close),
    timestamp: hasTail ? milliseconds(quote.exchangeTime) : null,
    volume: quote.volume,
    averagePrice: price(quote.averagePrice),
    lastTradeQuantity: quote.lastQuantity,
    totalBuyQuantity: quote.buyQuantity,
    totalSellQuantity: quote.sellQuantity,
    openInterest: hasTail ? quote.oi : null,
    oiDayHigh: hasTail ? quote.oiDayHigh : null,
    oiDayLow: hasTail ? quote.oiDayLow : null,
    lastTradeTime: hasTail ? milliseconds(quote.lastTradeTime) : null,
    depth: isFull
      ? { buy: depth(view, QUOTE_FULL_BUY, price), sell: depth(view, QUOTE_FULL_SELL, price) }
      : null,
  };
}
