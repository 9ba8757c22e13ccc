/** What others do with the same messages, from the plainest to the best that JavaScript can. */
import { peerRequire } from "../lib/peers.ts";

/** Decodes one packet-2 message and answers the packets it found. */
export type Decode = (message: Uint8Array) => number;

const TRAILER = 16;
const ROW_WORDS = 48;

interface Level {
  quantity: number;
  price: number;
  orders: number;
}

/** As the broker SDKs do it: an object a tick, prices divided, times as Date. One DataView instead of their slices. */
export function sdkStyle(keep: (ticks: readonly object[]) => void): Decode {
  const level = (view: DataView, at: number): Level => ({
    quantity: view.getUint32(at),
    price: view.getInt32(at + 4) / 100,
    orders: view.getUint16(at + 8),
  });
  return (message) => {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const count = view.getUint16(1);
    const ticks: object[] = [];
    let at = 3;
    for (let i = 0; i < count; i += 1) {
      const size = view.getUint16(at);
      const p = at + 2;
      const close = view.getInt32(p + 40) / 100;
      const lastPrice = view.getInt32(p + 4) / 100;
      const depth: { buy: Level[]; sell: Level[] } = { buy: [], sell: [] };
      for (let n = 0; n < 10; n += 1) depth[n < 5 ? "buy" : "sell"].push(level(view, p + 64 + n * 12));
      ticks.push({
        tradable: true,
        mode: "full",
        instrument_token: view.getUint32(p),
        last_price: lastPrice,
        last_traded_quantity: view.getUint32(p + 8),
        average_traded_price: view.getInt32(p + 12) / 100,
        volume_traded: view.getUint32(p + 16),
        total_buy_quantity: view.getUint32(p + 20),
        total_sell_quantity: view.getUint32(p + 24),
        ohlc: {
          open: view.getInt32(p + 28) / 100,
          high: view.getInt32(p + 32) / 100,
          low: view.getInt32(p + 36) / 100,
          close,
        },
        change: close === 0 ? 0 : ((lastPrice - close) * 100) / close,
        last_trade_time: new Date(view.getUint32(p + 44) * 1000),
        exchange_timestamp: new Date(view.getUint32(p + 60) * 1000),
        oi: view.getUint32(p + 48),
        oi_day_high: view.getUint32(p + 52),
        oi_day_low: view.getUint32(p + 56),
        depth,
      });
      at = p + size;
    }
    keep(ticks);
    return count;
  };
}

/** The best we know in JavaScript: typed-array rows, an open-addressing hash, no object anywhere, dirty bits. */
export function handTuned(tokens: readonly number[]): {
  decode: Decode;
  words: Int32Array;
  rowOf: (token: number) => number;
} {
  const slots = 1 << 17;
  const keys = new Int32Array(slots);
  const rows = new Int32Array(slots);
  const words = new Int32Array(tokens.length * ROW_WORDS);
  const dirty = new Int32Array((tokens.length >>> 5) + 1);
  const home = (token: number): number => Math.imul(token, 0x9e3779b1) >>> 15;
  tokens.forEach((token, row) => {
    let slot = home(token);
    while (keys[slot] !== 0) slot = (slot + 1) & (slots - 1);
    keys[slot] = token;
    rows[slot] = row;
  });
  const find = (token: number): number => {
    let slot = home(token);
    for (;;) {
      const key = keys[slot]!;
      if (key === token) return rows[slot]!;
      if (key === 0) return -1;
      slot = (slot + 1) & (slots - 1);
    }
  };
  const decode: Decode = (message) => {
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const count = view.getUint16(1);
    const sequence = view.getInt32(message.length - TRAILER + 4);
    let at = 3;
    let merged = 0;
    for (let i = 0; i < count; i += 1) {
      const size = view.getUint16(at);
      at += 2;
      if (size === 184 && at + size <= message.length) {
        const row = find(view.getInt32(at));
        if (row >= 0) {
          let to = row * ROW_WORDS;
          dirty[row >>> 5]! |= 1 << (row & 31);
          words[to + 46] = size;
          words[to + 47] = sequence;
          for (let p = at, end = at + 64; p < end; p += 8) {
            words[to] = view.getInt32(p);
            words[to + 1] = view.getInt32(p + 4);
            to += 2;
          }
          for (let p = at + 64, end = at + 184; p < end; p += 12) {
            words[to] = view.getInt32(p);
            words[to + 1] = view.getInt32(p + 4);
            words[to + 2] = view.getUint16(p + 8);
            to += 3;
          }
          merged += 1;
        }
      }
      at += size;
    }
    return merged;
  };
  return { decode, words, rowOf: find };
}

/** kiteconnect's own parser; null when it is not installed. */
export function kiteConnect(keep: (ticks: readonly object[]) => void): Decode | null {
  const kite = peerRequire("kiteconnect") as {
    KiteTicker: new (options: {
      api_key: string;
      access_token: string;
      reconnect: boolean;
    }) => {
      parseBinary(message: ArrayBuffer): readonly object[];
    };
  } | null;
  if (kite === null) return null;
  const ticker = new kite.KiteTicker({ api_key: "bench", access_token: "bench", reconnect: false });
  // Its messages begin with the count and end with the last packet; cutting them out is not its work to do.
  const bodies = new WeakMap<Uint8Array, ArrayBuffer>();
  return (message) => {
    let body = bodies.get(message);
    if (body === undefined) {
      body = message.slice(1, message.length - TRAILER).buffer as ArrayBuffer;
      bodies.set(message, body);
    }
    const ticks = ticker.parseBinary(body);
    keep(ticks);
    return ticks.length;
  };
}
