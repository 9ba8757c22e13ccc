import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { CHAIN_FLAG_SNAPSHOT, CHAIN_ROW_SIZE } from "#protocol/generated/layout.ts";
import {
  type ChainRoot,
  type ChainRow,
  type ChainSide,
  type QuoteFull,
  writeChainRow,
} from "#protocol/generated/records.ts";
import { encodeChain, encodeFullQuote, encodePing, encodeQuotes } from "#protocol/wire/codec.ts";

export const NIFTY = 256265;
export const EXPIRY = "2026-11-24";
/** 24 Nov 2026, 15:40 IST. */
export const EXPIRY_INSTANT = Date.UTC(2026, 10, 24, 10, 10);
/** A Friday, 10:30 IST. */
export const MARKET_TIME = Date.UTC(2026, 10, 20, 5, 0);

export interface ChainStream {
  readonly root: ChainRoot;
  readonly rows: ChainRow[];
  epoch: number;
  sequence: number;
  serverTime: number;
  /** The whole chain at the next sequence, or at the present one. */
  snapshot(advance?: boolean): Uint8Array;
  /** These rows at the next sequence. */
  delta(indices: readonly number[]): Uint8Array;
  /** A full quote of one side, as the relay would send it for the row's present figures with these changed. */
  quote(index: number, side: "call" | "put", changes?: Partial<ChainSide>): Uint8Array;
  /** Packet 2 with these packets at the next quote sequence. */
  quotes(packets: readonly Uint8Array[]): Uint8Array;
  ping(changes?: { readonly marketTime?: number; readonly feedAgeMs?: number }): Uint8Array;
  quoteSequence: number;
}

export interface StreamOptions {
  readonly underlying?: number;
  readonly expiry?: number;
  readonly from?: number;
  readonly strikes?: number;
  readonly step?: number;
  readonly forward?: number;
}

const wire = (rupees: number): number => Math.round(rupees * 20) * 5;

/** A NIFTY-like expiry with prices from a flat volatility, spoken in the protocol's own packets. */
export function createChainStream(options: StreamOptions = {}): ChainStream {
  const {
    underlying = NIFTY,
    expiry = 20261124,
    from = 22_000,
    strikes = 81,
    step = 50,
    forward = 24_060,
  } = options;
  const years = yearsToExpiry(MARKET_TIME, EXPIRY_INSTANT);
  const rows = Array.from({ length: strikes }, (_, i): ChainRow => {
    const strike = from + step * i;
    const side = (isCall: boolean): ChainSide => {
      const price = Math.max(blackPrice(isCall ? "CE" : "PE", forward, strike, years, 0.13, 0), 0.1);
      return {
        token: ((expiry % 1000) * 100_000 + 10_000 + i * 2 + (isCall ? 0 : 1)) * 256 + 2,
        lastPrice: wire(price),
        close: wire(price * 1.1),
        bid: wire(Math.max(price - 0.1, 0.05)),
        ask: wire(price + 0.1),
        oi: 65 * (1000 + i * 10 + (isCall ? 1 : 2)),
        previousOi: 65 * 1000,
        volume: 65 * (500 + i),
        lastTradeTime: MARKET_TIME / 1000 - 3,
        iv: 0.13,
        flags: 1 << 9,
      };
    };
    return { strike: strike * 100, index: i, previousIv: 1250, call: side(true), put: side(false) };
  });
  const root: ChainRoot = {
    underlying,
    expiry,
    priceDivisor: 100,
    flags: 2,
    state: 0,
    forwardSource: 1,
    rowCount: 0,
    totalRows: strikes,
    rowLength: CHAIN_ROW_SIZE,
    discountSource: 0,
    discountLender: 0,
    lotSize: 65,
    futureToken: 0,
    marketTime: MARKET_TIME,
    expiryInstant: EXPIRY_INSTANT,
    spot: forward - 35,
    spotPreviousClose: forward - 100,
    spotHigh: forward + 10,
    spotLow: forward - 200,
    future: forward + 1,
    forward,
    synthetic: forward + 0.5,
    atmStrike: Math.round(forward / step) * step,
    atmIv: 0.131,
    atmIvPrevious: 0.125,
    atmIvPercentile: Number.NaN,
    pcr: 0.95,
    pcrChange: 1.2,
    maxPain: 24_000,
    vix: 13.4,
    tickSize: 0.05,
    strikeStep: step,
    discount: 1,
    discountError: Number.NaN,
    ivCloses: 0,
    ivCloseOrigins: 0,
    lastSpot: Number.NaN,
    iv30: Math.fround(0.131),
    ivRank: Number.NaN,
  };

  function bytesOf(indices: readonly number[]): Uint8Array {
    const bytes = new Uint8Array(indices.length * CHAIN_ROW_SIZE);
    const view = new DataView(bytes.buffer);
    indices.forEach((index, n) => {
      writeChainRow(view, n * CHAIN_ROW_SIZE, rows[index]!);
    });
    return bytes;
  }

  const stream: ChainStream = {
    root,
    rows,
    epoch: 7,
    sequence: 100,
    serverTime: MARKET_TIME + 500,
    quoteSequence: 0,
    snapshot(advance = true) {
      if (advance) stream.sequence++;
      const stamp = { epoch: stream.epoch, sequence: stream.sequence, serverTime: stream.serverTime };
      return encodeChain(
        { ...root, flags: root.flags | CHAIN_FLAG_SNAPSHOT },
        bytesOf(rows.map((row) => row.index)),
        stamp,
      );
    },
    delta(indices) {
      stream.sequence++;
      const stamp = { epoch: stream.epoch, sequence: stream.sequence, serverTime: stream.serverTime };
      return encodeChain(root, bytesOf(indices), stamp);
    },
    quote(index, sideName, changes = {}) {
      const side = { ...rows[index]![sideName], ...changes };
      const level = (
        price: number,
      ): { quantity: number; price: number; orders: number; padding: number } => ({
        quantity: price > 0 ? 650 : 0,
        price,
        orders: 3,
        padding: 0,
      });
      const full: QuoteFull = {
        token: side.token,
        lastPrice: side.lastPrice,
        lastQuantity: 65,
        averagePrice: side.lastPrice,
        volume: side.volume,
        buyQuantity: 1000,
        sellQuantity: 1000,
        open: side.close,
        high: side.close,
        low: side.close,
        close: side.close,
        lastTradeTime: side.lastTradeTime,
        oi: side.oi,
        oiDayHigh: side.oi,
        oiDayLow: side.oi,
        exchangeTime: side.lastTradeTime,
        buy: [level(side.bid), level(0), level(0), level(0), level(0)],
        sell: [level(side.ask), level(0), level(0), level(0), level(0)],
      };
      return encodeFullQuote(full);
    },
    quotes(packets) {
      stream.quoteSequence++;
      return encodeQuotes(packets, stream.epoch, stream.quoteSequence, stream.serverTime);
    },
    ping(changes = {}) {
      return encodePing(
        { marketTime: root.marketTime, marketSpeed: 1, intervalMs: 2_000, feedAgeMs: 20, ...changes },
        { epoch: 1, sequence: 1, serverTime: stream.serverTime },
      );
    },
  };
  return stream;
}
