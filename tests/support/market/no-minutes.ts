import type { Exchange } from "#domain/calendar/exchange.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ChartPast } from "#server/capabilities/charts/chart-past.ts";
import type { MinuteReader } from "#server/market/history/minute-reader.ts";
import { sessionTimes } from "#server/market/history/session-times.ts";

/** The market day of the scripted feed. */
const TODAY = "2026-11-23" as IsoDate;
const sessionOf = (exchange: Exchange) => sessionTimes(exchange, TODAY, true);

/** A past by the minute: today has begun, and nothing is known of it. */
export const NO_MINUTES: MinuteReader & ChartPast = {
  sessions: (exchange) => [sessionOf(exchange)],
  minutes: async (wanted, _, until) => {
    const { open, close } = sessionOf(wanted[0]?.exchange ?? "NFO");
    const length = Math.max(0, Math.floor((Math.min(until, close) - open) / 60_000));
    const columns = wanted.map(({ token }) => ({
      token,
      close: new Int32Array(length),
      oi: new Uint32Array(length),
      volume: new Uint32Array(length),
      known: new Uint8Array(length),
    }));
    const gaps = [{ from: open, to: open + length * 60_000 }];
    return [{ date: TODAY, open, length, columns, gaps, origin: null, recordedSince: null }];
  },
  at: async (wanted, instants) =>
    instants.map((start) => ({
      start,
      close: new Int32Array(wanted.length),
      oi: new Uint32Array(wanted.length),
      known: new Uint8Array(wanted.length),
      origin: null,
    })),
  bars: async (wanted) => new Map(wanted.map(({ token }) => [token, []])),
  previousCloses: async () => new Map(),
  days: async () => [],
  expiryDays: async () => [],
  expiryIvs: async () => [],
  closes: () => [],
  keptCloses: async () => ({ isWhole: true, isInvented: false, closes: [] }),
  revision: () => "",
  measures: async () => [],
};
