/** NIFTY's two expiries with a known open interest at every moment, as charts meet it: chains, quotes and a past that agree. */
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import { encodeChain } from "#protocol/wire/codec.ts";
import type { ChartMarket } from "#server/capabilities/charts/chart-market.ts";
import type { UnderlyingSample } from "#server/market/bus/packed-measures.ts";
import type { SessionTimes } from "#server/market/history/session-times.ts";
import { createInstrumentDirectory } from "#server/market/instruments/directory.ts";
import { metacacheBody } from "../market/metacache-body.ts";
import { chainRoot, chainRows, createRandom, wireChainRows } from "../relay/wire-samples.ts";
import type { ScriptedPast } from "./minute-past.ts";

export const NIFTY = 256265;
export const FUTURE = 14_000_130;
export const EXPIRIES = ["2026-11-24", "2026-12-01"] as const;
const MINUTE_MS = 60_000;

/** Sessions of half an hour from 09:15, so that a test reads all of them. */
function session(date: string): SessionTimes {
  const open = Date.parse(`${date}T09:15:00+05:30`);
  return { date: date as IsoDate, open, close: open + 30 * MINUTE_MS };
}
export const SESSIONS = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"].map(session);
export const TODAY = SESSIONS[3]!;
/** Of the twelfth minute of today's session, of which half has passed. */
export const NOW = TODAY.open + 11.5 * MINUTE_MS;

export const directory = createInstrumentDirectory(metacacheBody());
export const options = directory.options(directory.underlyer("NIFTY"));

/** Minutes from the first session's open on, nights left out, by the end of a minute. */
function minuteOf(at: number): number {
  const day = SESSIONS.findIndex(({ open, close }) => open < at && at <= close);
  return day < 0 ? Number.NaN : day * 30 + (at - SESSIONS[day]!.open) / MINUTE_MS;
}

/** Units, another for each contract and minute; lots of 65. */
const oiOf = (token: number, minute: number): number => 65 * (1_000 + (token % 97) + ((token * minute) % 31));

export const script: ScriptedPast = {
  sessions: SESSIONS,
  oi: (token, at) => oiOf(token, minuteOf(at)),
  close: (token, at) => (token === NIFTY ? 2_420_000 : 10_000) + 100 * minuteOf(at),
  volume: (token) => 65 * (1 + (token % 5)),
  forward: (_, at) => 24_250 + minuteOf(at),
};

/** What a token's open interest is at the end of a minute. */
export const oiAtEnd = (token: number, at: number): number => script.oi(token, at)!;

/** Packet 3 of an expiry in the minute that is on. */
export function chainOf(expiry: string, now: number): Uint8Array {
  const minute = Math.ceil((now - TODAY.open) / MINUTE_MS) * MINUTE_MS + TODAY.open;
  const own = options.filter((each) => each.expiry === expiry);
  const strikes = [...new Set(own.map(({ strike }) => strike))].sort((a, b) => a - b);
  const samples = chainRows(createRandom(1), strikes.length);
  const rows = strikes.map((strike, index) => {
    const side = (type: "CE" | "PE", sample: (typeof samples)[number]["call"]) => {
      const found = own.find((each) => each.strike === strike && each.instrument_type === type);
      const token = found?.instrument_token ?? 0;
      if (token === 0) return { ...sample, token: 0 };
      return {
        ...sample,
        token,
        oi: oiAtEnd(token, minute),
        previousOi: oiAtEnd(token, SESSIONS[2]!.close),
      };
    };
    const sample = samples[index]!;
    return {
      ...sample,
      index,
      strike: strike * 100,
      call: side("CE", sample.call),
      put: side("PE", sample.put),
    };
  });
  const root = {
    ...chainRoot(createRandom(1)),
    spot: 24_301,
    spotPreviousClose: 24_289,
    forward: 24_351,
    discount: 1,
    marketTime: now,
  };
  return encodeChain(root, wireChainRows(rows), { epoch: 1, sequence: 1, serverTime: now });
}

function quoteOf(token: number, now: number): QuoteDetails {
  return {
    instrument_token: token,
    timestamp: now,
    last_trade_time: now,
    last_price: token === NIFTY ? 24_301 : 250,
    last_quantity: 65,
    average_price: 250,
    volume: token === NIFTY ? 0 : 65_000,
    buy_quantity: 0,
    sell_quantity: 0,
    ohlc: { open: 240, high: 260, low: 230, close: 245 },
    net_change: 0,
    oi: token === NIFTY ? 0 : 650_000 + (token % 97) * 65,
    oi_day_high: 0,
    oi_day_low: 0,
    depth: { buy: [], sell: [] },
  };
}

/** What the feed says of NIFTY in the minute that is on. */
export const measuresAt = (underlying: number, now: number): UnderlyingSample => ({
  underlying,
  at: now,
  spot: 24_301,
  iv30: 0.131,
  ivp: 42,
  expiries: EXPIRIES.map((expiry, i) => ({
    expiry: Number(expiry.replaceAll("-", "")),
    solvedAt: now,
    forward: 24_351 + i,
    forwardSource: 1,
    synthetic: 24_352 + i,
    atmStrike: 24_350,
    atmIv: 0.12 + i / 100,
    maxPain: 24_300,
    callOi: 65_000,
    putOi: 52_000,
    callVolume: 6_500,
    putVolume: 13_000,
    straddle: 310.5,
  })),
});

/** @param now the viewer's market time */
export function marketAt(now: number): ChartMarket {
  return {
    key: {},
    now: () => now,
    directory: async () => directory,
    quotes: async (tokens) => new Map(tokens.map((token) => [token, quoteOf(token, now)] as const)),
    measures: async (underlying) => measuresAt(underlying, now),
    chain: async (_, expiry) => (EXPIRIES.some((each) => each === expiry) ? chainOf(expiry, now) : null),
  };
}
