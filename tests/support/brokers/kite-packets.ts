/* Packets of Kite's ticker written by the documented offsets, one by one, apart from the product's own codec. */

export interface KiteLevel {
  readonly quantity: number;
  /** wire units: paise, 1e-7 rupees for NSE currency */
  readonly price: number;
  readonly orders: number;
}

export interface KiteQuote {
  readonly token: number;
  readonly lastPrice: number;
  readonly lastQuantity: number;
  readonly averagePrice: number;
  readonly volume: number;
  readonly buyQuantity: number;
  readonly sellQuantity: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** epoch seconds */
  readonly lastTradeTime: number;
  readonly oi: number;
  readonly oiDayHigh: number;
  readonly oiDayLow: number;
  readonly exchangeTime: number;
  readonly buy: readonly KiteLevel[];
  readonly sell: readonly KiteLevel[];
}

export function fullPacket(quote: KiteQuote): Buffer {
  const bytes = Buffer.alloc(184);
  bytes.writeUInt32BE(quote.token, 0);
  bytes.writeInt32BE(quote.lastPrice, 4);
  bytes.writeInt32BE(quote.lastQuantity, 8);
  bytes.writeInt32BE(quote.averagePrice, 12);
  bytes.writeUInt32BE(quote.volume, 16);
  bytes.writeUInt32BE(quote.buyQuantity, 20);
  bytes.writeUInt32BE(quote.sellQuantity, 24);
  bytes.writeInt32BE(quote.open, 28);
  bytes.writeInt32BE(quote.high, 32);
  bytes.writeInt32BE(quote.low, 36);
  bytes.writeInt32BE(quote.close, 40);
  bytes.writeUInt32BE(quote.lastTradeTime, 44);
  bytes.writeUInt32BE(quote.oi, 48);
  bytes.writeUInt32BE(quote.oiDayHigh, 52);
  bytes.writeUInt32BE(quote.oiDayLow, 56);
  bytes.writeUInt32BE(quote.exchangeTime, 60);
  [...quote.buy, ...quote.sell].forEach((level, n) => {
    const at = 64 + 12 * n;
    bytes.writeInt32BE(level.quantity, at);
    bytes.writeInt32BE(level.price, at + 4);
    bytes.writeUInt16BE(level.orders, at + 8);
    // The two bytes behind are padding; whatever is in them must not be read.
    bytes.writeUInt16BE(0xdead, at + 10);
  });
  return bytes;
}

export function quotePacket(quote: KiteQuote): Buffer {
  return fullPacket(quote).subarray(0, 44);
}

export function ltpPacket(token: number, lastPrice: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(token, 0);
  bytes.writeInt32BE(lastPrice, 4);
  return bytes;
}

export interface KiteIndex {
  readonly token: number;
  readonly lastPrice: number;
  readonly high: number;
  readonly low: number;
  readonly open: number;
  readonly close: number;
  readonly exchangeTime: number;
}

export function indexPacket(index: KiteIndex): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32BE(index.token, 0);
  bytes.writeInt32BE(index.lastPrice, 4);
  bytes.writeInt32BE(index.high, 8);
  bytes.writeInt32BE(index.low, 12);
  bytes.writeInt32BE(index.open, 16);
  bytes.writeInt32BE(index.close, 20);
  bytes.writeInt32BE(index.lastPrice - index.close, 24);
  bytes.writeUInt32BE(index.exchangeTime, 28);
  return bytes;
}

export function kiteMessage(packets: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(packets.length, 0);
  return Buffer.concat([
    head,
    ...packets.flatMap((packet) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(packet.length, 0);
      return [length, Buffer.from(packet)];
    }),
  ]);
}
