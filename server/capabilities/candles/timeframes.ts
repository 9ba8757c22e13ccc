import type { Exchange } from "#domain/calendar/exchange.ts";
import { addDays } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { CandleTimeframe } from "#protocol/http/candles.ts";
import type { BarInterval } from "#protocol/http/chart-bars.ts";
import { type Period, periodStart } from "../../market/history/daily/periods.ts";
import { hasSession, type SessionTimes } from "../../market/history/session-times.ts";

/** Of which candles a timeframe is made. */
interface Timeframe {
  readonly interval: BarInterval;
  /** of which days one is made; null of a day and of its hours */
  readonly period: Period | null;
}

export const TIMEFRAMES: Readonly<Record<CandleTimeframe, Timeframe>> = {
  candles_daily: { interval: "1D", period: null },
  candles_hourly: { interval: "60M", period: null },
  candles_weekly: { interval: "1W", period: "week" },
  candles_monthly: { interval: "1MO", period: "month" },
};

export const HOUR_MS = 3_600_000;
/** The last minute of a candle is recorded a moment after it: until then the candle is not looked at. */
export const SETTLING_MS = 60_000;
/** 09:00 in India, which is 03:30 UTC. */
const STAMP = "T09:00:00+05:30";

/** By what a candle of a day, a week or a month goes. @param date its first session */
export const dayStamp = (date: IsoDate): number => Date.parse(`${date}${STAMP}`);

/** Days on which an exchange trades. */
export interface TradingDays {
  readonly exchange: Exchange;
  readonly keepsSessions: boolean;
}

/** Whether no session follows one in its period, or went before it there. */
function isAlone(date: IsoDate, period: Period, step: 1 | -1, days: TradingDays): boolean {
  const own = periodStart(date, period);
  for (let day = addDays(date, step); periodStart(day, period) === own; day = addDays(day, step))
    if (hasSession(days.exchange, day, days.keepsSessions)) return false;
  return true;
}

export const isFirstOf = (date: IsoDate, period: Period, days: TradingDays): boolean =>
  isAlone(date, period, -1, days);
export const isLastOf = (date: IsoDate, period: Period, days: TradingDays): boolean =>
  isAlone(date, period, 1, days);

/**
 * The end of the newest candle that is over.
 * @param sessions oldest first
 * @param now the viewer's market time
 * @returns epoch ms; null where none is
 */
export function lastEnd(
  timeframe: CandleTimeframe,
  sessions: readonly SessionTimes[],
  days: TradingDays,
  now: number,
): number | null {
  const settled = now - SETTLING_MS;
  const over = sessions.filter(({ close }) => close <= settled);
  const { period } = TIMEFRAMES[timeframe];
  if (period !== null) return over.findLast(({ date }) => isLastOf(date, period, days))?.close ?? null;
  const close = over.at(-1)?.close ?? null;
  if (timeframe === "candles_daily") return close;
  const on = sessions.find((session) => session.open <= settled && settled < session.close);
  const hours = on === undefined ? 0 : Math.floor((settled - on.open) / HOUR_MS);
  return on === undefined || hours === 0 ? close : on.open + hours * HOUR_MS;
}
