import type { Exchange } from "#domain/calendar/exchange.ts";
import { AppError } from "#domain/errors.ts";
import type { ShareChange } from "#domain/instruments/share-changes.ts";
import {
  CANDLE_TIMEFRAMES,
  type CandleSignal,
  type CandlesResponse,
  type CandleTimeframe,
  MOST_SIGNALS,
} from "#protocol/http/candles.ts";
import type { BarsQuery } from "#protocol/http/chart-bars.ts";
import { MOST_MINUTE_SESSIONS } from "#protocol/http/chart-parts.ts";
import { knownMarketTime } from "../../market/bus/market-watch.ts";
import type { MarketDoor } from "../../market/doors/market-doors.ts";
import type { MinuteReader } from "../../market/history/minute-reader.ts";
import type { MarketDay } from "../../market/history/recorder.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import { noUnderlying } from "../../market/instruments/not-listed.ts";
import { type Bars, findSignals } from "./find-signals.ts";
import { type Findings, type FoundSignal, joinedScan, type Scan, type Scans } from "./findings.ts";
import { createKeptFindings } from "./kept-findings.ts";
import type { CandleSignalRepository } from "./repository.ts";
import { HOUR_MS, lastEnd, TIMEFRAMES } from "./timeframes.ts";

/** The market that the caller is given. */
export type CandleMarket = Pick<MarketDoor, "bus" | "metacache" | "watch">;

export interface CandlesNeeds {
  /** bars as charts have them, as far as the market has come: days in the shares of now */
  readonly bars: (market: CandleMarket, query: BarsQuery) => Promise<Bars>;
  readonly past: Pick<MinuteReader, "sessions"> & {
    /** null while it is not known which day it is */
    day(): Pick<MarketDay, "market" | "isInvented" | "followed"> | null;
  };
  readonly kept: Pick<CandleSignalRepository, "scans" | "signals" | "keep" | "sweep">;
  /** bonuses and splits of an underlying, by its token; an invented market knows none */
  readonly changes: (underlying: number) => Promise<readonly ShareChange[]>;
}

export interface CandlesService {
  /**
   * What was found in the candles of an underlying that are over for the viewer.
   * @throws AppError underlying.not_found; request.invalid on MCX; prices.failed, server.unavailable
   */
  of(market: CandleMarket, symbol: string): Promise<CandlesResponse>;
  /** Up to when candles of the present market are over, by exchange; none while it is not known which day it is. */
  due(market: CandleMarket): readonly CandlesDue[];
  /** Tokens of the underlyings of an exchange, the present market's alone. */
  underlyings(market: string, exchange: string): readonly number[];
  /** Looks at the candles of an underlying that have ended since it was last done, and keeps what it finds. */
  keep(market: CandleMarket, underlying: number): Promise<void>;
}

/** Candles of an exchange's underlyings that may be looked at. */
export interface CandlesDue {
  /** the market's name */
  readonly market: string;
  readonly exchange: Exchange;
  /** end of the newest one, epoch ms */
  readonly until: number;
}

/** Sessions that a month may have, those of a market that never sleeps included, and the one that is on. */
const SESSIONS = 63;
/** Hours looked at where none were before: those of the sessions that charts by the minute go back, where sessions are kept. */
const HOURS = 66;
/** Hours before those not looked at yet, which patterns in these are seen against. */
const HOURS_BEFORE = 24;

/** Commodities have no candles of their own: their price is that of a future, another one every month. */
const NOT_LOOKED_AT: Exchange = "MCX";

interface Subject {
  readonly market: CandleMarket;
  readonly token: number;
  readonly tradingsymbol: string;
  readonly exchange: Exchange;
}

/** @throws AppError request.invalid */
function subjectOf(market: CandleMarket, directory: InstrumentDirectory, key: string | number): Subject {
  const u = directory.underlyer(key);
  if (u < 0) throw noUnderlying(key);
  const { instrument_token: token, tradingsymbol } = directory.spot(u);
  const exchange = directory.derivativeExchanges[u] as Exchange;
  if (exchange === NOT_LOOKED_AT) {
    const text = `Candlestick patterns are not looked for on ${exchange}, where ${tradingsymbol} is traded; ask for an index, a share or a currency`;
    throw new AppError("request.invalid", text, { symbol: tradingsymbol });
  }
  return { market, token, tradingsymbol, exchange };
}

function signalsOf(timeFrame: CandleTimeframe, found: readonly FoundSignal[]): CandleSignal[] {
  const byDate = new Map<number, CandleSignal>();
  for (const { at, pattern, origin } of found) {
    const own = byDate.get(at);
    if (own === undefined) byDate.set(at, { date: at, candle_names: [pattern], timeFrame, origin });
    else if (!own.candle_names.includes(pattern)) own.candle_names.push(pattern);
  }
  return [...byDate.values()].sort((a, b) => b.date - a.date).slice(0, MOST_SIGNALS);
}

export function createCandlesService({ bars, past, kept, changes }: CandlesNeeds): CandlesService {
  const found = createKeptFindings();

  /** The end of the newest candle that is over in a market. */
  function endOf(
    { market, exchange }: Pick<Subject, "market" | "exchange">,
    timeframe: CandleTimeframe,
  ): number | null {
    const sessions = past.sessions(exchange, SESSIONS);
    if (sessions === null)
      throw new AppError("server.unavailable", "The market is not known yet; try again shortly");
    const days = { exchange, keepsSessions: market.watch.keepsSessions() };
    return lastEnd(timeframe, sessions, days, knownMarketTime(market.watch));
  }

  /** Where bars must begin for what comes after a scan; null all that there is. */
  function beginning(
    { market, exchange }: Subject,
    timeframe: CandleTimeframe,
    scan: Scan | undefined,
  ): number | null {
    // Days are read at once, however many; minutes a session at a time.
    if (timeframe !== "candles_hourly") return null;
    const sessions = past.sessions(exchange, MOST_MINUTE_SESSIONS - 1) ?? [];
    const [end, wanted] =
      scan === undefined ? [knownMarketTime(market.watch), HOURS] : [scan.until, HOURS_BEFORE];
    let hours = 0;
    const first = sessions.findLast(({ open, close }) => {
      hours += Math.max(0, Math.min(close, end) - open) / HOUR_MS;
      return hours >= wanted;
    });
    return first?.open ?? null;
  }

  async function look(
    subject: Subject,
    timeframe: CandleTimeframe,
    until: number,
    scan: Scan | undefined,
  ): Promise<Findings> {
    const { market, token, tradingsymbol, exchange } = subject;
    const from = beginning(subject, timeframe, scan);
    const { interval } = TIMEFRAMES[timeframe];
    const days = { exchange, keepsSessions: market.watch.keepsSessions() };
    const [own, changed] = await Promise.all([
      bars(market, { tradingsymbol, interval, ...(from !== null && { from: String(from) }) }),
      past.day()?.isInvented === false ? changes(token) : [],
    ]);
    return findSignals(own, { timeframe, until, days, changes: changed }, scan?.until ?? 0);
  }

  /** What came after a scan, looked at once by all who ask. */
  function catchUp(
    subject: Subject,
    timeframe: CandleTimeframe,
    until: number,
    scan: Scan | undefined,
  ): Promise<Findings> {
    const market = past.day()?.market ?? "";
    const name = [market, subject.token, timeframe, scan?.until ?? 0, until].join(" ");
    return found.of(name, () => look(subject, timeframe, until, scan));
  }

  /** Storage that is away is made up for: all of it is looked at again. */
  async function scansOf(token: number): Promise<Scans> {
    const market = past.day()?.market;
    return market === undefined ? {} : kept.scans(market, token).catch(() => ({}));
  }

  async function answerOf(subject: Subject, timeframe: CandleTimeframe, scan: Scan | undefined) {
    const until = endOf(subject, timeframe);
    if (until === null) return { signals: [], scan: null };
    const market = past.day()?.market;
    const before =
      scan === undefined || market === undefined
        ? []
        : await kept.signals(market, subject.token, timeframe, until, MOST_SIGNALS);
    if (scan !== undefined && scan.until >= until) return { signals: signalsOf(timeframe, before), scan };
    const after = await catchUp(subject, timeframe, until, scan);
    return {
      signals: signalsOf(timeframe, [...before, ...after.signals]),
      scan: joinedScan(scan, after),
    };
  }

  return {
    async of(market, symbol) {
      const { directory } = await market.metacache.get().catch((cause: unknown) => {
        throw new AppError("prices.failed", "Failed to fetch the candles", { symbol }, { cause });
      });
      const subject = subjectOf(market, directory, symbol);
      const scans = await scansOf(subject.token);
      const data: Partial<CandlesResponse["data"]> = {};
      const record: Partial<CandlesResponse["on_record"]> = {};
      for (const timeframe of CANDLE_TIMEFRAMES) {
        const { signals, scan } = await answerOf(subject, timeframe, scans[timeframe]);
        data[timeframe] = JSON.stringify(signals);
        record[timeframe] = {
          since: scan?.since ?? null,
          candles: scan?.candles ?? 0,
          origin: scan?.origin ?? null,
        };
      }
      return {
        data: data as CandlesResponse["data"],
        on_record: record as CandlesResponse["on_record"],
      };
    },
    due(market) {
      const day = past.day();
      if (day === null) return [];
      const exchanges = new Set(day.followed.map(({ exchange }) => exchange));
      return [...exchanges].flatMap((exchange): CandlesDue[] => {
        const until = exchange === NOT_LOOKED_AT ? null : endOf({ market, exchange }, "candles_hourly");
        return until === null ? [] : [{ market: day.market, exchange, until }];
      });
    },
    underlyings(market, exchange) {
      const day = past.day();
      if (day?.market !== market) return [];
      return day.followed.flatMap((each) => (each.exchange === exchange ? [each.underlying] : []));
    },
    async keep(market, underlying) {
      const { directory } = await market.metacache.get();
      const subject = subjectOf(market, directory, underlying);
      const name = past.day()?.market;
      if (name === undefined) return;
      const scans = await kept.scans(name, underlying);
      for (const timeframe of CANDLE_TIMEFRAMES) {
        const until = endOf(subject, timeframe);
        const scan = scans[timeframe];
        if (until === null || (scan !== undefined && scan.until >= until)) continue;
        const after = await catchUp(subject, timeframe, until, scan);
        // Bars that could not be had, as while a source is away, are looked at again.
        if (after.candles === 0 && scan === undefined) continue;
        await kept.keep(name, underlying, timeframe, after, scan?.until ?? null);
      }
    },
  };
}
