import { describe, expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import {
  daysLeft,
  daysLeftText,
  formatClock,
  formatDate,
  formatDateTime,
  formatExpiry,
  formatSpan,
  formatTime,
} from "#domain/format/date.ts";

describe("dates as read", () => {
  test("an expiry reads as day and month, with the year only when it is far", () => {
    expect(formatExpiry("2026-11-24")).toBe("24 Nov");
    expect(formatExpiry("2026-12-01")).toBe("1 Dec");
    expect(formatExpiry("2027-01-25", "2026-11-21")).toBe("25 Jan");
    expect(formatExpiry("2031-06-24", "2026-11-21")).toBe("24 Jun 2031");
    expect(formatDate("2026-11-24")).toBe("24 Nov 2026");
  });

  test("times are India's, to the second", () => {
    expect(formatTime(istInstant("2026-11-24", "15:12") + 7_999)).toBe("15:12:07");
    expect(formatTime(Date.UTC(2026, 0, 1, 18, 30))).toBe("00:00:00");
    expect(formatTime(Date.UTC(2026, 0, 1, 18, 29, 59, 999))).toBe("23:59:59");
    expect(formatClock(istInstant("2026-11-24", "09:05"))).toBe("09:05");
    expect(formatDateTime(istInstant("2026-11-24", "00:00"))).toBe("24 Nov 2026, 00:00");
  });

  test("an instant that is none reads --", () => {
    for (const format of [formatTime, formatClock, formatDateTime, formatSpan]) {
      expect(format(Number.NaN)).toBe("--");
      expect(format(Number.POSITIVE_INFINITY)).toBe("--");
    }
    expect(daysLeftText(Number.NaN, 0)).toBe("--");
  });
});

describe("days left", () => {
  const expiry = istInstant("2026-08-25", "15:40");

  test("counts calendar days in India, turning at midnight", () => {
    expect(daysLeftText(istInstant("2026-08-22", "23:59"), expiry)).toBe("3d");
    expect(daysLeftText(istInstant("2026-08-23", "00:00"), expiry)).toBe("2d");
    expect(daysLeftText(istInstant("2026-08-24", "23:59"), expiry)).toBe("1d");
    expect(daysLeft(istInstant("2026-08-26", "00:00"), expiry)).toBe(-1);
  });

  test("on the day tells the hours and minutes that remain, then that it is over", () => {
    expect(daysLeftText(istInstant("2026-08-25", "12:28"), expiry)).toBe("Expires today 3h 12m");
    expect(daysLeftText(istInstant("2026-08-25", "00:00"), expiry)).toBe("Expires today 15h 40m");
    expect(daysLeftText(istInstant("2026-08-25", "15:00"), expiry)).toBe("Expires today 40m");
    expect(daysLeftText(expiry - 1, expiry)).toBe("Expires today <1m");
    expect(daysLeftText(expiry, expiry)).toBe("Expired");
    expect(daysLeftText(expiry + 1, expiry)).toBe("Expired");
  });

  test("between the instant that fixes the payoff and the last trade it is settled", () => {
    const lastTrade = expiry + 300_000;
    expect(daysLeftText(expiry - 1, expiry, lastTrade)).toBe("Expires today <1m");
    expect(daysLeftText(expiry, expiry, lastTrade)).toBe("Settled");
    expect(daysLeftText(lastTrade, expiry, lastTrade)).toBe("Expired");
  });
});
