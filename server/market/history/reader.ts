import type { Exchange } from "#domain/calendar/exchange.ts";
import { dayStart } from "#domain/calendar/market-day.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { breathe } from "../../platform/lib/breathe.ts";
import type { BarQuery, BarSeries } from "../bus/market-past.ts";
import { pastBarsRequest } from "../bus/market-subjects.ts";
import type { MarketWatch } from "../bus/market-watch.ts";
import { unpackBars } from "../bus/packed-bars.ts";
import type { MinuteReader } from "./minute-reader.ts";
import { createMinuteReader } from "./minute-reading.ts";
import { lastPoints } from "./option-minutes/last-points.ts";
import type { PastRevision } from "./past-revision.ts";
import { type PastPoint, type Point, QUARTER_MS, quarterStart } from "./quarters.ts";
import type { MarketDay, Recorder } from "./recorder.ts";
import type { HistoryRepository } from "./repository.ts";
import { sessionsBefore, sessionTimes } from "./session-times.ts";
import type { Wanted } from "./wanted.ts";

export type { Wanted } from "./wanted.ts";

/** Points of one instrument on one market day, ascending; a quarter in which nothing is known is left out. */
export interface DayOfPoints {
  readonly date: IsoDate;
  readonly points: readonly PastPoint[];
}

export interface HistoryReader extends MinuteReader {
  /**
   * Quarters of an hour of the present market day and of some sessions before it, those that ended by `until`.
   * @returns by token, oldest day first; null while it is not known which day it is
   */
  quarters(
    wanted: readonly Wanted[],
    sessionsBefore: number,
    until: number,
  ): Promise<ReadonlyMap<number, readonly DayOfPoints[]> | null>;
  /** Origin of what the present market says; the least trustworthy while it is not known which that is. */
  heardAs(): Origin;
}

interface ReaderOptions {
  /** of now's market: the past is the same for every viewer, and `until` says how much of it */
  readonly bus: Bus;
  readonly watch: Pick<MarketWatch, "keepsSessions" | "epoch">;
  readonly store: Pick<HistoryRepository, "blocks">;
  readonly recorder: Pick<Recorder, "day" | "points" | "blocks" | "beganWith" | "running">;
  readonly revision?: PastRevision;
}

const DAY_MS = 86_400_000;
/** A broker answers a few questions a second: a chart of many legs takes its time, an empty one is no better. */
const SOURCE_MS = 15_000;
/** Answers of the source kept: a past day does not change. A day of one instrument is about 100 points. */
const MOST_KEPT = 1_000;

/** The last trade of the day stands until the next one: a quarter without a trade closes where the one before did. */
function carried(points: Iterable<PastPoint>): PastPoint[] {
  const ordered = [...points].sort((a, b) => a.start - b.start);
  let close = 0;
  return ordered.map((point) => {
    if (point.close > 0) close = point.close;
    return point.close > 0 ? point : { ...point, close };
  });
}

export function createHistoryReader(options: ReaderOptions): HistoryReader {
  const { bus, watch, store, recorder } = options;
  const kept = new Map<string, Promise<readonly PastPoint[]>>();

  /** The present market date and those before it on which the exchange had a session, oldest first. */
  function datesOf(date: IsoDate, exchange: Exchange, before: number): IsoDate[] {
    return [...sessionsBefore(exchange, date, before, watch.keepsSessions()), date];
  }

  async function ask(query: BarQuery): Promise<BarSeries[]> {
    const payload = await bus.request(pastBarsRequest(), Buffer.from(JSON.stringify(query)), SOURCE_MS);
    return payload.byteLength === 0 ? [] : unpackBars(payload);
  }

  /** What the source says of one day, asked once for everything not asked for yet. */
  async function fromSource(market: string, tokens: readonly number[], date: IsoDate, isToday: boolean) {
    const from = dayStart(date);
    // Where today's part ends is when the feed began to run.
    const keyOf = (token: number) => `${market} ${date} ${isToday ? watch.epoch() : ""} ${token}`;
    const missing = tokens.filter((token) => !kept.has(keyOf(token)));
    if (missing.length > 0) {
      const answer = ask({ tokens: missing, from, to: from + DAY_MS, seconds: 900 });
      for (const token of missing) {
        const own = answer.then((series) => pointsOf(series, token));
        const key = keyOf(token);
        kept.set(key, own);
        own.catch(() => kept.delete(key));
      }
      for (const key of kept.keys()) {
        if (kept.size <= MOST_KEPT + missing.length) break;
        kept.delete(key);
      }
    }
    const found = new Map<number, readonly PastPoint[]>();
    for (const token of tokens) {
      // A past that cannot be had leaves a gap; what was recorded is shown all the same.
      found.set(token, (await kept.get(keyOf(token))?.catch(() => [])) ?? []);
    }
    return found;
  }

  /** What was written of some days, by token. */
  async function fromStorage(
    { market, heardAs: origin }: Pick<MarketDay, "market" | "heardAs">,
    wanted: readonly Wanted[],
    from: number,
    until: number,
  ) {
    const found = new Map<number, PastPoint[]>();
    const underlyings = new Map<number, Set<number>>();
    for (const { underlying, expiry } of wanted) {
      const own = underlyings.get(underlying) ?? new Set<number>();
      underlyings.set(underlying, own.add(expiry));
    }
    const tokens = new Set(wanted.map(({ token }) => token));
    for (const [underlying, own] of underlyings) {
      const expiries = [...own].filter((expiry) => expiry > 0);
      if (expiries.length === 0) continue;
      const query = { market, underlying, expiries, from, to: until } as const;
      const put = (token: number, { start, close, oi }: Point): void => {
        const points = found.get(token) ?? [];
        found.set(token, points);
        points.push({ start, close, oi, origin });
      };
      // Written before options were kept by the minute.
      for (const { body } of await store.blocks({ ...query, kind: "quarters" }).catch(() => []))
        for (const { token, bars } of unpackBars(body, tokens)) for (const bar of bars) put(token, bar);
      for (const block of await store.blocks({ ...query, kind: "option_minutes" }).catch(() => []))
        for (const [token, point] of lastPoints(block, tokens)) put(token, point);
    }
    return found;
  }

  return {
    ...createMinuteReader(options),
    heardAs: () => recorder.day()?.heardAs ?? "simulated",
    async quarters(wanted, sessionsBefore, until) {
      const day = recorder.day();
      const first = wanted[0];
      if (day === null || first === undefined) return null;
      const { market, heardAs } = day;
      const dates = datesOf(day.date, first.exchange, sessionsBefore);
      const from = dayStart(dates[0]!);
      const stored = await fromStorage(day, wanted, from, quarterStart(until));
      const result = new Map<number, DayOfPoints[]>(wanted.map(({ token }) => [token, []]));
      for (const date of dates) {
        // Many legs over many days add up; the relay's turns run on the same thread.
        await breathe();
        const start = dayStart(date);
        const isToday = date === day.date;
        const kept = new Map(
          wanted.map(({ token }) => [
            token,
            [
              ...(stored.get(token) ?? []).filter(
                (point) => point.start >= start && point.start < start + DAY_MS,
              ),
              ...(isToday ? heard(recorder.points(token, start, until), heardAs) : []),
            ],
          ]),
        );
        const { open, close } = sessionTimes(first.exchange, date, watch.keepsSessions());
        // What was kept whole need not be asked for.
        const most = Math.floor((Math.min(until, close) - open) / QUARTER_MS);
        const lacking = wanted.filter(({ token }) => countOf(kept.get(token)!) < most);
        const made = await fromSource(
          market,
          lacking.map(({ token }) => token),
          date,
          isToday,
        );
        for (const { token } of wanted) {
          const points = new Map<number, PastPoint>();
          for (const list of [made.get(token) ?? [], kept.get(token)!]) {
            for (const point of list) {
              // What is heard between sessions, as the day figures roll or before the open, is no bar of either day.
              const isInSession = point.start >= quarterStart(open) && point.start < close;
              if (isInSession && point.start + QUARTER_MS <= until) points.set(point.start, point);
            }
          }
          result.get(token)!.push({ date, points: carried(points.values()) });
        }
      }
      return result;
    },
  };
}

const heard = (points: readonly Point[], origin: Origin): PastPoint[] =>
  points.map((point) => ({ ...point, origin }));

const countOf = (points: readonly Point[]): number => new Set(points.map(({ start }) => start)).size;

/** Bars of a source that does not say where they come from are trusted least. */
function pointsOf(series: readonly BarSeries[], token: number): PastPoint[] {
  const own = series.find((each) => each.token === token);
  const origin = own?.origin ?? "simulated";
  return (own?.bars ?? []).map(({ start, close, oi }) => ({ start, close, oi, origin }));
}
