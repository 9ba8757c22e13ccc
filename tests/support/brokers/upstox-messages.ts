/* Messages of Upstox's feed written byte by byte by the documented field numbers, apart from the product's schema. */

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(left & 0x7fn);
    left >>= 7n;
    bytes.push(left === 0n ? low : low | 0x80);
  } while (left !== 0n);
  return Buffer.from(bytes);
}

function tagged(field: number, wire: number, body: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | wire), body]);
}

/** Zero is not sent, as proto3 has it. */
const int = (field: number, value: number | bigint): Buffer =>
  BigInt(value) === 0n ? Buffer.alloc(0) : tagged(field, 0, varint(value));

function double(field: number, value: number): Buffer {
  if (value === 0) return Buffer.alloc(0);
  const body = Buffer.alloc(8);
  body.writeDoubleLE(value, 0);
  return tagged(field, 1, body);
}

const block = (field: number, body: Buffer): Buffer =>
  tagged(field, 2, Buffer.concat([varint(body.length), body]));
const text = (field: number, value: string): Buffer => block(field, Buffer.from(value, "utf8"));

export interface UpstoxTrade {
  readonly ltp: number;
  /** epoch ms */
  readonly ltt: number;
  readonly ltq: number;
  readonly cp: number;
}

export interface UpstoxDay {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

export interface UpstoxQuote extends UpstoxTrade {
  readonly levels: readonly { bidQ: number; bidP: number; askQ: number; askP: number }[];
  readonly day: UpstoxDay;
  readonly atp: number;
  readonly vtt: number;
  readonly oi: number;
  readonly iv: number;
  readonly tbq: number;
  readonly tsq: number;
}

function ltpc({ ltp, ltt, ltq, cp }: UpstoxTrade): Buffer {
  return Buffer.concat([double(1, ltp), int(2, ltt), int(3, ltq), double(4, cp)]);
}

function ohlc(interval: string, { open, high, low }: UpstoxDay, close: number): Buffer {
  const fields = [text(1, interval), double(2, open), double(3, high), double(4, low), double(5, close)];
  return block(1, Buffer.concat([...fields, int(6, 999), int(7, 1_755_570_600_000)]));
}

/** The minute's bar comes first or last: which one is the day's is told by its name alone. */
function bars(day: UpstoxDay): Buffer {
  const minute = { open: 1.05, high: 1.15, low: 0.95 };
  return Buffer.concat([ohlc("I1", minute, 1.1), ohlc("1d", day, 2.2)]);
}

export function fullFeed(quote: UpstoxQuote): Buffer {
  const levels = quote.levels.map(({ bidQ, bidP, askQ, askP }) =>
    block(1, Buffer.concat([int(1, bidQ), double(2, bidP), int(3, askQ), double(4, askP)])),
  );
  const greeks = Buffer.concat([double(1, 0.5), double(2, -9), double(3, 0.001), double(4, 12)]);
  const market = Buffer.concat([
    block(1, ltpc(quote)),
    block(2, Buffer.concat(levels)),
    block(3, greeks),
    block(4, bars(quote.day)),
    double(5, quote.atp),
    int(6, quote.vtt),
    double(7, quote.oi),
    double(8, quote.iv),
    double(9, quote.tbq),
    double(10, quote.tsq),
  ]);
  return Buffer.concat([block(2, block(1, market)), int(4, 1)]);
}

export function indexFeed(trade: UpstoxTrade, day: UpstoxDay): Buffer {
  const index = Buffer.concat([block(1, ltpc(trade)), block(2, bars(day))]);
  return Buffer.concat([block(2, block(2, index)), int(4, 1)]);
}

export function ltpcFeed(trade: UpstoxTrade): Buffer {
  return block(1, ltpc(trade));
}

export function feedResponse(feeds: Readonly<Record<string, Buffer>>, at: number, type = 1): Buffer {
  const entries = Object.entries(feeds).map(([key, feed]) =>
    block(2, Buffer.concat([text(1, key), block(2, feed)])),
  );
  return Buffer.concat([int(1, type), ...entries, int(3, at)]);
}

/** What the stream says first: which segments are open. */
export function marketInfo(at: number): Buffer {
  const statuses = ["NSE_EQ", "NSE_FO", "NSE_INDEX"].map((segment) =>
    block(1, Buffer.concat([text(1, segment), int(2, 2)])),
  );
  return Buffer.concat([int(1, 2), int(3, at), block(4, Buffer.concat(statuses))]);
}
