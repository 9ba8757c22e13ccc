import { describe, expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import {
  dayStamp,
  isFirstOf,
  lastEnd,
  SETTLING_MS,
  type TradingDays,
} from "#server/capabilities/candles/timeframes.ts";
import { sessionsUpTo } from "#server/market/history/session-times.ts";

const DAYS: TradingDays = { exchange: "NFO", keepsSessions: true };
const until = (date: string, clock: string) => {
  const now = istInstant(date, clock) + SETTLING_MS;
  return (timeframe: Parameters<typeof lastEnd>[0]) => {
    const end = lastEnd(timeframe, sessionsUpTo("NFO", date, 40, true), DAYS, now);
    return end === null ? null : new Date(end + 19_800_000).toISOString().slice(0, 16);
  };
};

describe("candles that are over", () => {
  it("of an hour end an hour after the session's open each, the last one with the session", () => {
    // A Wednesday; the derivatives of shares and indices trade until 15:40.
    expect(until("2026-11-18", "10:14")("candles_hourly")).toBe("2026-11-17T15:40");
    expect(until("2026-11-18", "10:15")("candles_hourly")).toBe("2026-11-18T10:15");
    expect(until("2026-11-18", "15:39")("candles_hourly")).toBe("2026-11-18T15:15");
    expect(until("2026-11-18", "15:40")("candles_hourly")).toBe("2026-11-18T15:40");
    expect(until("2026-11-18", "08:00")("candles_hourly")).toBe("2026-11-17T15:40");
  });

  it("of a day end with its session, and of a week or month with the last one in it", () => {
    expect(until("2026-11-18", "15:00")("candles_daily")).toBe("2026-11-17T15:40");
    expect(until("2026-11-18", "15:40")("candles_daily")).toBe("2026-11-18T15:40");
    expect(until("2026-11-18", "15:40")("candles_weekly")).toBe("2026-11-13T15:40");
    expect(until("2026-11-20", "15:40")("candles_weekly")).toBe("2026-11-20T15:40");
    expect(until("2026-11-20", "15:40")("candles_monthly")).toBe("2026-10-30T15:40");
    expect(until("2026-11-30", "15:40")("candles_monthly")).toBe("2026-11-30T15:40");
  });

  it("are none where no session is over", () => {
    expect(lastEnd("candles_daily", [], DAYS, istInstant("2026-11-18", "15:40"))).toBeNull();
  });

  it("of a market that never sleeps end by the clock, its week on Monday when days begin", () => {
    const days: TradingDays = { exchange: "NFO", keepsSessions: false };
    const sessions = sessionsUpTo("NFO", "2026-11-18", 40, false);
    const now = istInstant("2026-11-18", "10:30");
    expect(lastEnd("candles_hourly", sessions, days, now)).toBe(istInstant("2026-11-18", "10:00"));
    expect(lastEnd("candles_weekly", sessions, days, now)).toBe(istInstant("2026-11-16", "09:00"));
  });
});

it("[INFO-11] a day goes by 03:30 UTC of it", () => {
  expect(new Date(dayStamp("2026-11-18")).toISOString()).toBe("2026-11-18T03:30:00.000Z");
});

it("a period begins with its first session, a holiday before it or not", () => {
  expect(isFirstOf("2026-11-16", "week", DAYS)).toBe(true);
  expect(isFirstOf("2026-11-17", "week", DAYS)).toBe(false);
  // The first of November is a Sunday.
  expect(isFirstOf("2026-11-02", "month", DAYS)).toBe(true);
});
