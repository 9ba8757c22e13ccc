/** What is fanned out: messages of one or five full quotes, the same bytes for every server. */
import { QUOTE_FULL_SIZE, QUOTE_TRAILER_SIZE } from "#protocol/generated/layout.ts";
import { encodeFullQuote, encodeQuotes } from "#protocol/wire/codec.ts";

export const EPOCH = 7;
/** Most messages in a turn times most quotes in a message. */
export const TOKENS = Array.from({ length: 320 }, (_, i) => ((40_000 + i) << 8) | 2);
/** Of its own for every client that makes a selection no other client has. */
export const OWN_TOKENS = Array.from({ length: 512 }, (_, i) => ((50_000 + i) << 8) | 2);

/** Where a message says when it was sent (µs of the monotonic clock, u32): its first quote's last trade time. */
const FIRST_QUOTE = 5;
const TRADE_TIME = 44;
export const STAMP_AT = FIRST_QUOTE + TRADE_TIME;

/** @returns microseconds of the clock that all processes of a machine share, modulo 2^32 */
export function stampNow(): number {
  return Number((process.hrtime.bigint() / 1000n) & 0xffffffffn);
}

export function microsecondsSince(stamp: number): number {
  return (stampNow() - stamp) >>> 0;
}

export function packet(token: number, price: number): Uint8Array {
  const level = (step: number) => ({ quantity: 65, price: price + 5 * step, orders: 3, padding: 0 });
  return encodeFullQuote({
    token,
    lastPrice: price,
    lastQuantity: 65,
    averagePrice: price,
    volume: 1_000_000 + price,
    buyQuantity: 97_500,
    sellQuantity: 97_500,
    open: price,
    high: price + 200,
    low: price - 200,
    close: price - 50,
    lastTradeTime: 1_795_000_000,
    oi: 6_500_000,
    oiDayHigh: 7_000_000,
    oiDayLow: 6_000_000,
    exchangeTime: 1_795_000_000,
    buy: [-1, -2, -3, -4, -5].map(level),
    sell: [1, 2, 3, 4, 5].map(level),
  });
}

export interface Shape {
  /** messages in one turn of the server's event loop */
  readonly perTurn: number;
  /** full quotes in a message: 1 makes it 205 bytes, 5 make it 949 */
  readonly quotes: number;
}

/** id and count, each quote with its length, trailer */
export function messageBytes({ quotes }: Shape): number {
  return 3 + quotes * (2 + QUOTE_FULL_SIZE) + QUOTE_TRAILER_SIZE;
}

/** The messages of a turn, and the same with other prices for the next turn. */
export function createTurns({ perTurn, quotes }: Shape): readonly (readonly Buffer[])[] {
  return [10_000, 20_000].map((price) =>
    Array.from({ length: perTurn }, (_, m) => {
      const packets = Array.from({ length: quotes }, (_unused, q) =>
        packet(TOKENS[m * quotes + q]!, price + m),
      );
      return Buffer.from(encodeQuotes(packets, EPOCH, 0, Date.now()));
    }),
  );
}
