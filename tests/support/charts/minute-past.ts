/** A past by the minute that is made of functions: every figure is known to who tests what charts make of it. */
import type { Origin } from "#domain/chain/origin.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChartPast } from "#server/capabilities/charts/chart-past.ts";
import type { Bar } from "#server/market/bus/market-past.ts";
import type { DailyReader } from "#server/market/history/daily/daily-bars.ts";
import {
  EXPIRY_FIGURES,
  type ExpiryFigure,
  type ExpiryMeasures,
  type MeasureDay,
  type UnderlyingFigure,
} from "#server/market/history/measures/measure-days.ts";
import { type Gap, MINUTE, type MinuteColumns } from "#server/market/history/minute-days.ts";
import type { SessionTimes } from "#server/market/history/session-times.ts";

const MINUTE_MS = 60_000;

export interface ScriptedPast {
  /** oldest first, the last of the present market day */
  readonly sessions: readonly SessionTimes[];
  /** Units at the end of a minute, null unknown. */
  oi(token: number, at: number): number | null;
  /** Wire integers, 0 not traded yet. */
  close(token: number, at: number): number;
  volume?(token: number, at: number): number;
  /** Forward in rupees by the end of a minute, NaN unknown. */
  forward?(expiry: number, at: number): number;
  readonly gaps?: readonly Gap[];
  readonly origin?: Origin;
  /** whether it is known which day it is */
  readonly isKnown?: boolean;
  /** A kept figure of a minute by the end of it, NaN unknown; without it the forward alone is known. @param expiry 0 of the underlying */
  measure?(name: ExpiryFigure | UnderlyingFigure, at: number, expiry: number): number;
  /** closes of days, by default none are kept */
  readonly daily?: Partial<DailyReader>;
  /** whether the whole market is made up */
  readonly isInvented?: boolean;
  /** whether all closes are known that can be had */
  readonly isWhole?: boolean;
  readonly closes?: ReturnType<ChartPast["closes"]>;
  /** what of the past is known, by default the same all along */
  readonly revision?: () => string;
}

/** What was asked of it, and how far. */
interface Asked {
  readonly of: "minutes" | "bars" | "at" | "previousCloses" | "measures";
  readonly until: number | null;
}

/** Minutes are told under the end they have: `at` of a figure is its minute's end, epoch ms. */
export function minutePast(script: ScriptedPast): ChartPast & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const { sessions, gaps = [], origin = "recorded", isKnown = true } = script;
  const spanOf = (date: IsoDate): SessionTimes => sessions.find((each) => each.date === date)!;
  const isGap = (start: number): boolean => gaps.some(({ from, to }) => from <= start && start < to);
  const lengthOf = ({ open, close }: SessionTimes, until: number): number =>
    Math.max(0, Math.floor((Math.min(until, close) - open) / MINUTE_MS));

  function columnsOf(token: number, { open }: SessionTimes, length: number): MinuteColumns {
    const [close, oi] = [new Int32Array(length), new Uint32Array(length)];
    const [volume, known] = [new Uint32Array(length), new Uint8Array(length)];
    for (let i = 0; i < length; i++) {
      const start = open + i * MINUTE_MS;
      const own = script.oi(token, start + MINUTE_MS);
      if (own === null || isGap(start)) continue;
      known[i] = MINUTE.HEARD;
      oi[i] = own;
      close[i] = script.close(token, start + MINUTE_MS);
      volume[i] = script.volume?.(token, start + MINUTE_MS) ?? 0;
    }
    return { token, close, oi, volume, known };
  }

  /** A minute's range, made of its last price and the one before; without trades it has none. */
  function barsOf({ close, volume, oi, known }: MinuteColumns, open: number): Bar[] {
    const bars: Bar[] = [];
    close.forEach((price, i) => {
      if (known[i] === MINUTE.UNKNOWN || price === 0 || (script.volume !== undefined && volume[i] === 0))
        return;
      const before = close[i - 1] ?? 0;
      const first = before > 0 ? before : price;
      bars.push({
        start: open + i * MINUTE_MS,
        open: first,
        high: Math.max(first, price) + 5 * (i % 7),
        low: Math.min(first, price) - 5 * (i % 5),
        close: price,
        volume: volume[i]!,
        oi: oi[i]!,
      });
    });
    return bars;
  }

  function measureOf(name: ExpiryFigure | UnderlyingFigure, at: number, expiry: number): number {
    if (script.measure !== undefined) return script.measure(name, at, expiry);
    return name === "forward" ? (script.forward?.(expiry, at) ?? Number.NaN) : Number.NaN;
  }

  return {
    days: async () => [],
    expiryDays: async () => [],
    expiryIvs: async () => [],
    ...script.daily,
    closes: () => script.closes ?? [],
    revision: () => script.revision?.() ?? "",
    keptCloses: async () => ({
      isWhole: script.isWhole ?? true,
      isInvented: script.isInvented ?? false,
      closes: script.closes ?? [],
    }),
    asked,
    sessions: (_, before) => (isKnown ? sessions.slice(-before - 1) : null),
    async minutes(wanted, dates, until) {
      asked.push({ of: "minutes", until });
      const spans = "date" in dates ? [spanOf(dates.date)] : sessions.slice(-dates.sessionsBefore - 1);
      return spans.map((span) => {
        const length = lengthOf(span, until);
        return {
          date: span.date,
          open: span.open,
          length,
          columns: wanted.map(({ token }) => columnsOf(token, span, length)),
          gaps: gaps.filter(({ from }) => span.open <= from && from < span.close),
          origin,
          recordedSince: span.open,
        };
      });
    },
    async bars(wanted, dates, until) {
      asked.push({ of: "bars", until });
      const spans = "date" in dates ? [spanOf(dates.date)] : sessions.slice(-dates.sessionsBefore - 1);
      return new Map(
        wanted.map(({ token }) => [
          token,
          spans.map((span) => ({
            date: span.date,
            bars: barsOf(columnsOf(token, span, lengthOf(span, until)), span.open),
            gaps: gaps.filter(({ from }) => span.open <= from && from < span.close),
            origin,
            recordedSince: span.open,
          })),
        ]),
      );
    },
    async at(wanted, instants, until) {
      asked.push({ of: "at", until });
      return instants.map((instant) => {
        const start = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
        const isTold = start + MINUTE_MS <= until && !isGap(start);
        const found = wanted.map(({ token }) => (isTold ? script.oi(token, start + MINUTE_MS) : null));
        return {
          start,
          close: Int32Array.from(wanted, ({ token }) =>
            isTold ? script.close(token, start + MINUTE_MS) : 0,
          ),
          oi: Uint32Array.from(found, (oi) => oi ?? 0),
          known: Uint8Array.from(found, (oi) => (oi === null ? MINUTE.UNKNOWN : MINUTE.HEARD)),
          origin: isTold ? origin : null,
        };
      });
    },
    async previousCloses(wanted, date) {
      asked.push({ of: "previousCloses", until: null });
      const before = sessions[sessions.findIndex((each) => each.date === date) - 1];
      if (before === undefined) return new Map();
      return new Map(
        wanted.map(({ token }) => [
          token,
          { close: script.close(token, before.close), oi: script.oi(token, before.close), origin },
        ]),
      );
    },
    async measures({ expiries, span, until }) {
      asked.push({ of: "measures", until });
      const spans = "date" in span ? [spanOf(span.date)] : sessions.slice(-span.sessionsBefore - 1);
      return spans.map((each): MeasureDay => {
        const length = lengthOf(each, until);
        const column = (name: ExpiryFigure | UnderlyingFigure, expiry: number) =>
          Float64Array.from({ length }, (_, i) => measureOf(name, each.open + (i + 1) * MINUTE_MS, expiry));
        return {
          date: each.date,
          open: each.open,
          length,
          gaps: [],
          origin,
          recordedSince: each.open,
          spot: column("spot", 0),
          iv30: column("iv30", 0),
          ivp: column("ivp", 0),
          expiries: expiries.map(
            (expiry) =>
              ({
                expiry,
                ...Object.fromEntries(EXPIRY_FIGURES.map((name) => [name, column(name, expiry)])),
              }) as ExpiryMeasures,
          ),
        };
      });
    },
  };
}
