import { expiryInstant, lastTradeInstant } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import * as layout from "#protocol/generated/layout.ts";
import {
  type ChainRoot,
  type ChainSide,
  type QuoteFull,
  writeChainRow,
} from "#protocol/generated/records.ts";
import { encodeTokens, type MetacacheBody } from "#protocol/http/metacache.ts";
import { CELL_OFFSETS, encodeChainDelta } from "#protocol/wire/chain-delta.ts";
import {
  encodeChain,
  encodeFullQuote,
  encodeIndexQuote,
  encodeQuotes,
  encodeScreener,
  encodeStats,
} from "#protocol/wire/codec.ts";
import type {
  InterestMessage,
  MarketClockMessage,
  StatsInterestMessage,
} from "#server/market/bus/bus-messages.ts";
import {
  chainSubject,
  clockSubject,
  epochSubject,
  quotesSubject,
  screenerSubject,
  statsSubject,
} from "#server/market/bus/market-subjects.ts";
import { type FeedAnswers, startResponders } from "#server/market/feed/responders.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { scriptedMeasures } from "./scripted-measures.ts";

/** NIFTY with two expiries of 21 strikes, calls and puts, and one future; RELIANCE without derivatives. */
export const NIFTY = 256265;
export const VIX = 264969;
export const RELIANCE = 738561;
export const EXPIRIES = [20261124, 20261229] as const;
export const MARKET_TIME = Date.parse("2026-11-23T05:00:00Z");
export const STRIKES = Array.from({ length: 21 }, (_, i) => 24_000 + i * 50);
export const FUTURE = (60_000 << 8) | 2;

export function callToken(chain: number, row: number): number {
  return ((40_000 + chain * 1_000 + row * 2) << 8) | 2;
}

export function putToken(chain: number, row: number): number {
  return callToken(chain, row) + 256;
}

const SECONDS = Math.floor(MARKET_TIME / 1000);

/** What else than the price a test sets; the rest is the same in every packet. */
export type QuoteExtras = Partial<Pick<QuoteFull, "volume" | "oi" | "lastTradeTime">>;

export function fullQuote(token: number, price: number, extras: QuoteExtras = {}): QuoteFull {
  const level = (side: number) => (_: unknown, i: number) => ({
    quantity: 65 * (i + 1),
    price: price + side * (i + 1) * 5,
    orders: i + 1,
    padding: 0,
  });
  return {
    token,
    lastPrice: price,
    lastQuantity: 65,
    averagePrice: price,
    volume: 1_000,
    buyQuantity: 975,
    sellQuantity: 975,
    open: price - 100,
    high: price + 200,
    low: price - 200,
    close: price - 50,
    lastTradeTime: SECONDS,
    oi: 65_000,
    oiDayHigh: 70_000,
    oiDayLow: 60_000,
    exchangeTime: SECONDS,
    buy: Array.from({ length: 5 }, level(-1)),
    sell: Array.from({ length: 5 }, level(1)),
    ...extras,
  };
}

function indexPacket(token: number, price: number): Uint8Array {
  return encodeIndexQuote({
    token,
    lastPrice: price,
    high: price + 500,
    low: price - 500,
    open: price,
    close: price - 1_000,
    change: 1_000,
    exchangeTime: SECONDS,
  });
}

function side(token: number, price: number): ChainSide {
  return {
    token,
    lastPrice: price,
    close: price - 50,
    bid: price - 5,
    ask: price + 5,
    oi: 65_000,
    previousOi: 50_000,
    volume: 1_000,
    lastTradeTime: SECONDS,
    iv: 0.135,
    flags: 1 << 9,
  };
}

function rowBytes(chain: number, index: number, price: number): Uint8Array {
  const bytes = new Uint8Array(layout.CHAIN_ROW_SIZE);
  writeChainRow(new DataView(bytes.buffer), 0, {
    strike: (STRIKES[index] as number) * 100,
    index,
    previousIv: 1_400,
    call: side(callToken(chain, index), price),
    put: side(putToken(chain, index), price + 100),
  });
  return bytes;
}

function joined(rows: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(rows as Uint8Array[]));
}

interface ScriptedStats {
  sequence: number;
  spot: number;
}

interface ScriptedChain {
  sequence: number;
  readonly rows: Uint8Array[];
}

export interface ScriptedFeed {
  etag: string;
  epoch: number;
  /** deltas of chains are packets 4, as today's feed tells them; else whole rows, as it once did */
  tellsCells: boolean;
  readonly interest: InterestMessage["chains"][];
  readonly statsInterest: StatsInterestMessage[];
  /** requests that were answered */
  readonly asked: {
    quotes: number;
    chains: number;
    live: number;
    metacache: number;
    stats: number;
    screener: number;
  };
  /** Sets prices (wire units) and publishes them as one batch. */
  tick(prices: Readonly<Record<number, number>>, extras?: QuoteExtras): void;
  /** Sets prices in a quote message that gets lost. */
  loseQuotes(prices: Readonly<Record<number, number>>): void;
  /** Changes rows of a chain to a price and publishes the delta. `lose` counts it but does not publish. */
  moveChain(chain: 0 | 1, rows: readonly number[], price: number, lose?: boolean): void;
  /** Sets the spot in the stats of underlyings and publishes each. `lose` counts but does not publish the screener's. */
  moveStats(spots: Readonly<Record<number, number>>, lose?: boolean): void;
  /**
   * @param feedAgeMs since the feed last had a price, 0 by default
   * @param sessions the market keeps the calendar's sessions; by default it never sleeps
   */
  sayClock(marketTime?: number, feedAgeMs?: number, sessions?: boolean): void;
  /** A new feed: new epoch, sequences from the start. */
  restart(): void;
  /** Removes the nearest chain, as the day after its expiry does. */
  expire(): void;
  /** Removes an underlying from the stats. */
  delist(underlying: number): void;
  stop(): void;
  /** Answers again after `stop`. */
  resume(): void;
}

/** A feed that does what a test tells it, on a bus of the test's. */
export function startScriptedFeed(bus: Bus, { epoch = 7 }: { epoch?: number } = {}): ScriptedFeed {
  const packets = new Map<number, Uint8Array>();
  const chains: (ScriptedChain | null)[] = EXPIRIES.map((_, chain) => ({
    sequence: 1,
    rows: STRIKES.map((_strike, row) => rowBytes(chain, row, 10_000 + row)),
  }));
  const stats = new Map<number, ScriptedStats>([
    [NIFTY, { sequence: 1, spot: 24_500 }],
    [RELIANCE, { sequence: 1, spot: 1_500 }],
  ]);
  let screenerSequence = 1;
  let sequence = 0;

  function put(token: number, price: number, extras?: QuoteExtras): void {
    const isIndex = (token & 0xff) === 9;
    packets.set(
      token,
      isIndex ? indexPacket(token, price) : encodeFullQuote(fullQuote(token, price, extras)),
    );
  }

  put(NIFTY, 2_450_000);
  put(VIX, 1_250);
  put(RELIANCE, 150_000);
  put(FUTURE, 2_456_000);
  for (const [chain] of EXPIRIES.entries()) {
    for (const [row] of STRIKES.entries()) {
      put(callToken(chain, row), 10_000 + row);
      put(putToken(chain, row), 10_100 + row);
    }
  }

  function root(chain: number, isSnapshot: boolean): ChainRoot {
    const expiry = EXPIRIES[chain] as number;
    return {
      underlying: NIFTY,
      expiry,
      priceDivisor: 100,
      flags: (isSnapshot ? layout.CHAIN_FLAG_SNAPSHOT : 0) | layout.CHAIN_FLAG_SIMULATED,
      state: 0,
      forwardSource: 1,
      rowCount: 0,
      totalRows: STRIKES.length,
      rowLength: 0,
      discountSource: 0,
      discountLender: 0,
      lotSize: 65,
      futureToken: chain === 0 ? FUTURE : 0,
      marketTime: MARKET_TIME,
      expiryInstant: expiryInstant("NFO", fromCompactDate(expiry)),
      spot: 24_500,
      spotPreviousClose: 24_490,
      spotHigh: 24_505,
      spotLow: 24_495,
      future: 24_560,
      forward: 24_510,
      synthetic: 24_511,
      atmStrike: 24_500,
      atmIv: 0.135,
      atmIvPrevious: 0.13,
      atmIvPercentile: Number.NaN,
      pcr: 1,
      pcrChange: Number.NaN,
      maxPain: 24_500,
      vix: 12.5,
      tickSize: 0.05,
      strikeStep: 50,
      discount: 1,
      discountError: Number.NaN,
      ivCloses: 2,
      ivCloseOrigins: 4,
      lastSpot: Number.NaN,
      iv30: Math.fround(0.131),
      ivRank: Number.NaN,
    };
  }

  function chainPacket(chain: number, rows: Uint8Array, isSnapshot: boolean): Uint8Array {
    const stamp = { epoch: feed.epoch, sequence: chains[chain]?.sequence ?? 0, serverTime: Date.now() };
    return encodeChain(root(chain, isSnapshot), rows, stamp);
  }

  /** Every cell of these rows, in a packet 4. */
  function cellsPacket(chain: number, rows: readonly number[]): Uint8Array {
    const all = joined(chains[chain]!.rows);
    return encodeChainDelta(
      root(chain, false),
      new DataView(new ArrayBuffer(layout.CHAIN_ROOT_SIZE)),
      { low: 0, high: 0 },
      new DataView(all.buffer, all.byteOffset, all.byteLength),
      {
        count: rows.length,
        indices: Uint16Array.from(rows),
        cells: new Uint16Array(rows.length).fill((1 << CELL_OFFSETS.length) - 1),
      },
      { epoch: feed.epoch, sequence: chains[chain]!.sequence, serverTime: Date.now() },
    );
  }

  function snapshot(chain: number): Uint8Array | null {
    const held = chains[chain];
    return held ? chainPacket(chain, joined(held.rows), true) : null;
  }

  function base(underlying: number) {
    return {
      underlying,
      spot: stats.get(underlying)?.spot ?? Number.NaN,
      spotPreviousClose: 24_490,
      spotOpen: 24_500,
      spotHigh: 24_505,
      spotLow: 24_495,
      volumeSpike: Number.NaN,
      futureOi: 65_000,
      futureOiPrevious: 60_000,
    };
  }

  function statsPacket(underlying: number): Uint8Array {
    const stamp = {
      epoch: feed.epoch,
      sequence: stats.get(underlying)?.sequence ?? 0,
      serverTime: Date.now(),
    };
    const rows = EXPIRIES.map((expiry) => ({
      expiry,
      lotSize: 65,
      forwardSource: 1,
      reserved: 0,
      futurePrice: 24_560,
      forward: 24_510,
      strikeStep: 50,
      atmStrike: 24_500,
      atmIv: 0.135,
      atmIvPrevious: 0.13,
      atmIvPercentile: Number.NaN,
      pcr: 1,
      maxPain: 24_500,
      callOi: 65_000,
      putOi: 65_000,
      expectedMove: 612.5,
      straddle: 480.25,
      callVolume: 1_300,
      putVolume: 2_600,
      callOiPrevious: 64_000,
      putOiPrevious: 66_000,
    }));
    const volumes = { volume: 1_000_000, averageVolume: Number.NaN, volumeDays: 0 };
    return encodeStats({ ...base(underlying), ivCloses: 2, ivCloseOrigins: 4, ...volumes }, rows, stamp);
  }

  function screenerPacket(underlyings: readonly number[]): Uint8Array {
    const rows = underlyings.map((underlying) => ({
      ...base(underlying),
      expiry: EXPIRIES[0],
      forward: 24_510,
      atmIv: 0.135,
      atmIvPrevious: 0.13,
      atmIvPercentile: Number.NaN,
      pcr: 1,
      maxPain: 24_500,
      ivCloses: 2,
    }));
    return encodeScreener(rows, { epoch: feed.epoch, sequence: screenerSequence, serverTime: Date.now() });
  }

  function metacache(): MetacacheBody {
    const tokens = (of: (chain: number, row: number) => number) =>
      EXPIRIES.map((_, chain) => encodeTokens(STRIKES.map((_strike, row) => of(chain, row))));
    feed.asked.metacache++;
    return {
      version: 1,
      etag: feed.etag,
      date: "2026-11-23",
      asOf: MARKET_TIME,
      simulated: true,
      vixToken: VIX,
      underlyers: {
        token: [NIFTY, RELIANCE],
        symbol: ["NIFTY", "RELIANCE"],
        name: ["NIFTY 50", "RELIANCE INDUSTRIES"],
        kind: ["index", "stock"],
        exchange: ["NSE", "NSE"],
        derivativeExchange: ["NFO", "NFO"],
        lotSize: [65, 500],
        multiplier: [1, 1],
        spotTickSize: [0.05, 0.1],
        strikeStep: [50, 10],
        isNonFno: [false, false],
        sectors: [[], ["Energy"]],
      },
      chains: {
        underlyer: EXPIRIES.map(() => 0),
        expiry: [...EXPIRIES],
        type: ["weekly", "monthly"],
        expiryInstant: EXPIRIES.map((expiry) => expiryInstant("NFO", fromCompactDate(expiry))),
        lastTrade: EXPIRIES.map((expiry) => lastTradeInstant("NFO", fromCompactDate(expiry))),
        lotSize: [65, 65],
        tickSize: [0.05, 0.05],
        strikes: EXPIRIES.map(() => STRIKES),
        callTokens: tokens(callToken),
        putTokens: tokens(putToken),
      },
      futures: {
        underlyer: [0],
        expiry: [20261124],
        type: ["monthly"],
        token: [FUTURE],
        lotSize: [65],
        tickSize: [0.05],
      },
      symbols: { [NIFTY]: "NIFTY 50" },
    };
  }

  function batch(tokens: Iterable<number>): Uint8Array {
    const known = [...tokens].map((token) => packets.get(token)).filter((packet) => packet !== undefined);
    return encodeQuotes(known, feed.epoch, sequence, Date.now());
  }

  const feed: ScriptedFeed = {
    etag: "scripted-1",
    epoch,
    tellsCells: false,
    interest: [],
    statsInterest: [],
    asked: { quotes: 0, chains: 0, live: 0, metacache: 0, stats: 0, screener: 0 },
    tick(prices, extras) {
      const tokens = Object.keys(prices).map(Number);
      for (const token of tokens) put(token, prices[token] as number, extras);
      sequence++;
      bus.publish(quotesSubject(), batch(tokens));
    },
    loseQuotes(prices) {
      for (const [token, price] of Object.entries(prices)) put(Number(token), price);
      sequence++;
    },
    moveChain(chain, rows, price, lose = false) {
      const held = chains[chain];
      if (!held) throw new Error("the chain has expired");
      held.sequence++;
      for (const row of rows) held.rows[row] = rowBytes(chain, row, price);
      const packet = feed.tellsCells
        ? cellsPacket(chain, rows)
        : chainPacket(chain, joined(rows.map((row) => held.rows[row] as Uint8Array)), false);
      if (!lose) bus.publish(chainSubject(NIFTY, EXPIRIES[chain]), packet);
    },
    moveStats(spots, lose = false) {
      const underlyings = Object.keys(spots).map(Number);
      for (const underlying of underlyings) {
        const held = stats.get(underlying);
        if (held === undefined) throw new Error(`no stats of ${underlying}`);
        held.spot = spots[underlying] as number;
        held.sequence++;
        bus.publish(statsSubject(underlying), statsPacket(underlying));
      }
      screenerSequence++;
      if (!lose) bus.publish(screenerSubject(), screenerPacket(underlyings));
    },
    sayClock(marketTime = MARKET_TIME, feedAgeMs = 0, sessions = false) {
      const message: MarketClockMessage = {
        epoch: feed.epoch,
        marketTime,
        serverTime: Date.now(),
        speed: 1,
        feedAgeMs,
        simulated: true,
        sessions,
        source: "sim",
        rule: { kind: "everybody" },
      };
      bus.publish(clockSubject(), Buffer.from(JSON.stringify(message)));
    },
    restart() {
      feed.epoch++;
      sequence = 0;
      for (const chain of chains) if (chain) chain.sequence = 1;
      for (const held of stats.values()) held.sequence = 1;
      screenerSequence = 1;
      bus.publish(epochSubject(), Buffer.from(JSON.stringify({ epoch: feed.epoch })));
    },
    expire() {
      chains[0] = null;
    },
    delist(underlying) {
      stats.delete(underlying);
    },
    stop: () => stop(),
    resume() {
      stop = startResponders(bus, answers);
    },
  };

  const answers: FeedAnswers = {
    chain(underlying, expiry) {
      feed.asked.chains++;
      const chain = EXPIRIES.indexOf(expiry as (typeof EXPIRIES)[number]);
      return underlying === NIFTY && chain >= 0 ? snapshot(chain) : null;
    },
    liveChains(underlying) {
      feed.asked.live++;
      if (underlying !== NIFTY) return null;
      return EXPIRIES.map((_, chain) => snapshot(chain)).filter((packet) => packet !== null);
    },
    quotes(tokens) {
      feed.asked.quotes++;
      return batch(tokens);
    },
    stats(underlyings) {
      feed.asked.stats++;
      return underlyings.filter((underlying) => stats.has(underlying)).map(statsPacket);
    },
    measures: (underlyings) =>
      underlyings.includes(NIFTY) ? [scriptedMeasures(NIFTY, EXPIRIES, MARKET_TIME)] : [],
    screener() {
      feed.asked.screener++;
      return screenerPacket([...stats.keys()]);
    },
    metacache,
    status: () => ({
      epoch: feed.epoch,
      source: "sim",
      simulated: true,
      sessions: false,
      date: "2026-11-23",
      marketTime: MARKET_TIME,
      serverTime: Date.now(),
      speed: 1,
      feedAgeMs: 0,
      instruments: packets.size,
      underlyings: 2,
      chains: 2,
      activeChains: 0,
      quoteSequence: sequence,
      packets: 0,
      ticksPerSecond: 0,
      busy: 0,
      slowestStepMs: 0,
      recording: null,
    }),
    interest: (watched) => void feed.interest.push(watched),
    volatilityRank: () => 42.5,
    statsInterest: (message) => void feed.statsInterest.push(message),
  };
  let stop = startResponders(bus, answers);
  return feed;
}
