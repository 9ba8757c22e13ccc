/** Seeded messages of every packet id, and ways to break them. */
import * as layout from "#protocol/generated/layout.ts";
import type {
  ChainRoot,
  ChainRow,
  ChainSide,
  ChartRow,
  ScreenerRow,
  StatsRow,
} from "#protocol/generated/records.ts";
import { writeChainRow } from "#protocol/generated/records.ts";
import {
  encodeBars,
  encodeChain,
  encodePing,
  encodeQuote,
  encodeQuotes,
  encodeScreener,
  encodeStats,
  encodeText,
} from "#protocol/wire/codec.ts";

export const QUOTE_SIZES = [8, 12, 28, 32, 44, 64, 184] as const;

/** Whole numbers below `n`; xorshift32, so that a failing run can be repeated from its seed. */
export type Random = (n: number) => number;

export function createRandom(seed: number): Random {
  let state = seed | 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}

export function randomBytes(random: Random, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i += 1) bytes[i] = random(256);
  return bytes;
}

/** A packet of random content; a full one has zero padding in its depth, as every sender writes it. */
export function quotePacket(random: Random, token: number, size: number): Uint8Array {
  const bytes = randomBytes(random, size);
  new DataView(bytes.buffer).setUint32(0, token);
  if (size === layout.QUOTE_FULL_SIZE) {
    for (let entry = layout.QUOTE_FULL_BUY; entry < size; entry += layout.DEPTH_ENTRY_SIZE) {
      bytes.fill(0, entry + layout.DEPTH_ENTRY_PADDING, entry + layout.DEPTH_ENTRY_SIZE);
    }
  }
  return bytes;
}

export function chainRoot(random: Random): ChainRoot {
  const real = (): number => random(1_000_000) / 100;
  return {
    underlying: 256265,
    expiry: 20261124,
    priceDivisor: 100,
    flags: random(8),
    state: random(6),
    forwardSource: random(4),
    rowCount: 0,
    totalRows: 120,
    rowLength: 0,
    discountSource: 0,
    discountLender: 0,
    lotSize: 65,
    futureToken: random(1 << 30),
    marketTime: 1_795_000_000_000 + random(1e9),
    expiryInstant: 1_795_600_000_000,
    spot: real(),
    spotPreviousClose: real(),
    spotHigh: real(),
    spotLow: real(),
    future: Number.NaN,
    forward: real(),
    synthetic: real(),
    atmStrike: real(),
    atmIv: 0.135,
    atmIvPrevious: 0.14,
    atmIvPercentile: Number.NaN,
    pcr: 0.9,
    pcrChange: -1.5,
    maxPain: real(),
    vix: 12.5,
    tickSize: 0.05,
    strikeStep: 50,
    discount: 1,
    discountError: Number.NaN,
    ivCloses: random(250),
    ivCloseOrigins: random(16),
    lastSpot: random(1e6) / 4,
    iv30: Math.fround(0.131),
    ivRank: Number.NaN,
  };
}

function chainSide(random: Random): ChainSide {
  return {
    token: random(2 ** 32),
    lastPrice: random(2 ** 31),
    close: -random(2 ** 31),
    bid: random(1e6),
    ask: random(1e6),
    oi: random(2 ** 32),
    previousOi: random(2 ** 32),
    volume: random(2 ** 32),
    lastTradeTime: random(2 ** 32),
    iv: random(4) === 0 ? Number.NaN : Math.fround(random(1000) / 997),
    flags: random(2 ** 32),
  };
}

export function chainRows(random: Random, count: number): ChainRow[] {
  return Array.from({ length: count }, (_, index) => ({
    strike: 2_400_000 + index * 5_000,
    index,
    previousIv: random(65536),
    call: chainSide(random),
    put: chainSide(random),
  }));
}

export function wireChainRows(rows: readonly ChainRow[]): Uint8Array {
  const bytes = new Uint8Array(rows.length * layout.CHAIN_ROW_SIZE);
  const view = new DataView(bytes.buffer);
  rows.forEach((row, i) => {
    writeChainRow(view, i * layout.CHAIN_ROW_SIZE, row);
  });
  return bytes;
}

export function bars(random: Random, count: number): ChartRow[] {
  return Array.from({ length: count }, (_, i) => ({
    token: random(2 ** 32),
    intervalSeconds: 60,
    barTime: 1_795_000_000_000 + i * 60_000,
    open: random(1e6),
    high: random(1e6),
    low: -random(1e6),
    close: random(1e6),
    volume: random(2 ** 32),
    oi: random(2 ** 32),
  }));
}

const BASE_STATS = {
  spot: 24_200.5,
  spotPreviousClose: 24_100,
  spotOpen: 24_120,
  spotHigh: 24_260,
  spotLow: 24_080,
  volumeSpike: Number.NaN,
  futureOi: 1_200_000,
  futureOiPrevious: 1_150_000,
};

export const STATS_ROOT = {
  underlying: 256265,
  ...BASE_STATS,
  ivCloses: 2,
  ivCloseOrigins: 4,
  volume: 5_250_000,
  averageVolume: Number.NaN,
  volumeDays: 0,
};

export const SCREENER_ROW: ScreenerRow = {
  underlying: 256265,
  expiry: 20261124,
  ...BASE_STATS,
  forward: 24_243.1,
  atmIv: 0.118,
  atmIvPrevious: 0.12,
  atmIvPercentile: Number.NaN,
  pcr: 0.92,
  maxPain: 24_250,
  ivCloses: 2,
};

export function statsRow(random: Random): StatsRow {
  return {
    expiry: 20261124,
    lotSize: 65,
    forwardSource: random(4),
    reserved: 0,
    futurePrice: random(1e6) / 4,
    forward: random(1e6) / 4,
    strikeStep: 50,
    atmStrike: 24_250,
    atmIv: 0.5,
    atmIvPrevious: 0.25,
    atmIvPercentile: Number.NaN,
    pcr: Number.NaN,
    maxPain: 24_200,
    callOi: random(1e9),
    putOi: random(1e9),
    expectedMove: random(1e6) / 4,
    straddle: random(1e6) / 4,
    callVolume: random(1e9),
    putVolume: random(1e9),
    callOiPrevious: random(1e9),
    putOiPrevious: Number.NaN,
  };
}

export interface MessageOptions {
  readonly tokens: readonly number[];
  /** At most so many packets or rows. */
  readonly rows?: number;
}

const IDS = [1, 2, 2, 2, 3, 5, 6, 7, 8, 9, 10, 101, 253];

/** A valid message of a random id; quotes come more often than the rest. */
export function randomMessage(random: Random, options: MessageOptions): Uint8Array {
  const { tokens, rows = 12 } = options;
  const stamp = {
    epoch: random(2 ** 32),
    sequence: random(2 ** 32),
    serverTime: 1_795_000_000_000 + random(1e9),
  };
  const packet = (): Uint8Array =>
    quotePacket(random, tokens[random(tokens.length)]!, QUOTE_SIZES[random(QUOTE_SIZES.length)]!);
  const count = random(rows + 1);
  const id = IDS[random(IDS.length)]!;
  switch (id) {
    case layout.ID_QUOTE:
      return encodeQuote(packet(), stamp.epoch, stamp.sequence, stamp.serverTime);
    case layout.ID_QUOTE_BATCH:
      return encodeQuotes(
        Array.from({ length: count }, packet),
        stamp.epoch,
        stamp.sequence,
        stamp.serverTime,
      );
    case layout.ID_OPTION_CHAIN:
      return encodeChain(chainRoot(random), wireChainRows(chainRows(random, count)), stamp);
    case layout.ID_CHART_QUOTES:
      return encodeBars(bars(random, count), stamp);
    case layout.ID_UNDERLYING_STATS: {
      const list = Array.from({ length: count }, () => statsRow(random));
      return encodeStats(STATS_ROOT, list, stamp);
    }
    case layout.ID_SCREENER_STATS:
      return encodeScreener(
        Array.from({ length: count }, () => SCREENER_ROW),
        stamp,
      );
    case layout.ID_PING:
      return encodePing({ marketTime: 1, marketSpeed: 1, intervalMs: 2000, feedAgeMs: 5 }, stamp);
    default:
      return encodeText(id as 6 | 8 | 9 | 10, { kind: "ORDER", price: count, note: "₹" }, stamp);
  }
}

/** Breaks a message in one of the ways that wires and programs break them; the answer may share its bytes. */
export function mutate(random: Random, message: Uint8Array): Uint8Array {
  switch (random(8)) {
    case 0:
      return message.subarray(0, random(message.length + 1));
    case 1: {
      const longer = new Uint8Array(message.length + 1 + random(40));
      longer.set(message);
      return longer;
    }
    case 2: {
      // Lengths and counts lie in front.
      const at = random(Math.min(64, message.length));
      message[at] = random(256);
      return message;
    }
    case 3: {
      const at = random(message.length);
      message.copyWithin(random(message.length), at, at + random(64));
      return message;
    }
    case 4:
      message.fill(random(2) * 255, random(message.length), random(message.length + 1));
      return message;
    default: {
      for (let n = 1 + random(4); n > 0; n -= 1) message[random(message.length)] = random(256);
      return message;
    }
  }
}
