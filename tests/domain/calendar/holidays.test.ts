import { describe, expect, test } from "vitest";
import { HOLIDAY_TABLE } from "#domain/calendar/holiday-table.ts";
import { holidayOn, holidaysOfYear, isAnnouncedFullHoliday } from "#domain/calendar/holidays.ts";
import { addDays, weekday } from "#domain/calendar/ist.ts";
import { isTradingDay } from "#domain/calendar/market-sessions.ts";
import { hasMarketFile, isoFromDayMonth, readMarketCsv } from "./market-files.ts";

describe("the holiday table", () => {
  test("is ascending, has each day once and only real dates, each with its source", () => {
    const dates = HOLIDAY_TABLE.map((row) => row.date);
    expect(dates).toEqual([...new Set(dates)].sort());
    for (const row of HOLIDAY_TABLE) {
      expect(addDays(row.date, 0)).toBe(row.date);
      expect(row.source.length).toBeGreaterThan(10);
      expect(row.equity || row.currency || row.commodity !== null).toBe(true);
    }
  });

  test("says of all of 2027 that it is provisional, and of no exchange-announced day of 2026", () => {
    for (const exchange of ["NFO", "CDS", "MCX"] as const) {
      expect(holidaysOfYear(exchange, 2027).every((holiday) => holiday.provisional)).toBe(true);
    }
    expect(holidaysOfYear("NFO", 2026).some((holiday) => holiday.provisional)).toBe(false);
    expect(holidaysOfYear("BCD", 2026).some((holiday) => holiday.provisional)).toBe(false);
  });

  test("has the 16 weekday holidays of equity in 2026 and currency's bank holidays beside them", () => {
    const weekdays = (exchange: "NSE" | "CDS") =>
      holidaysOfYear(exchange, 2026).filter(({ date }) => weekday(date) % 6 !== 0);
    expect(weekdays("NSE")).toHaveLength(16);
    expect(weekdays("CDS")).toHaveLength(20);
    expect(holidayOn("CDS", "2026-08-26")?.name).toBe("Id-E-Milad");
    expect(holidayOn("NFO", "2026-08-26")).toBeUndefined();
    expect(holidayOn("MCX", "2026-08-26")).toBeUndefined();
  });

  test("closes MCX for the day, the morning or the evening", () => {
    expect(holidayOn("MCX", "2026-01-01")?.sessions).toBe("evening");
    expect(holidayOn("NSE", "2026-01-01")).toBeUndefined();
    expect(holidayOn("MCX", "2026-11-24")?.sessions).toBe("morning");
    expect(holidayOn("NSE", "2026-11-24")?.sessions).toBe("full");
    expect(holidayOn("MCX", "2026-10-02")?.sessions).toBe("full");
  });

  test("outside the table's years knows the national days and Good Friday, provisionally", () => {
    expect(holidayOn("NFO", "2029-12-25")).toMatchObject({ name: "Christmas", provisional: true });
    expect(holidayOn("NFO", "2031-04-11")?.name).toBe("Good Friday");
    expect(holidayOn("MCX", "2030-05-01")?.sessions).toBe("morning");
    expect(holidayOn("NFO", "2030-11-24")).toBeUndefined();
  });

  test("inside the table's years invents nothing", () => {
    expect(holidayOn("NSE", "2025-04-13")).toBeUndefined();
    expect(holidayOn("CDS", "2024-04-14")).toBeUndefined();
  });
});

describe("a holiday moves contracts from its announcement on", () => {
  test("Mahavir Jayanti of 31 March 2026 from the contract files of 29 December 2025", () => {
    expect(isAnnouncedFullHoliday("NFO", "2026-03-31", "2025-09-11")).toBe(false);
    expect(isAnnouncedFullHoliday("NFO", "2026-03-31", "2025-12-28")).toBe(false);
    expect(isAnnouncedFullHoliday("NFO", "2026-03-31", "2025-12-29")).toBe(true);
  });

  test("an election day from its circular, Christmas always, half a day on MCX never", () => {
    expect(isAnnouncedFullHoliday("BFO", "2026-01-15", "2026-01-09")).toBe(false);
    expect(isAnnouncedFullHoliday("BFO", "2026-01-15", "2026-01-12")).toBe(true);
    expect(isAnnouncedFullHoliday("NFO", "2029-12-25", "2024-01-01")).toBe(true);
    expect(isAnnouncedFullHoliday("MCX", "2026-11-24", "2026-11-20")).toBe(false);
    expect(isAnnouncedFullHoliday("NFO", "2026-08-18", "2026-08-18")).toBe(false);
  });
});

/** Days between the file's first and last on which our calendar and the file disagree. */
function disagreements(exchange: "NSE" | "MCX", traded: readonly string[]): string[] {
  const days = new Set(traded);
  const sorted = [...days].sort();
  const wrong: string[] = [];
  for (let date = sorted[0] as string; date <= (sorted.at(-1) as string); date = addDays(date, 1)) {
    if (isTradingDay(exchange, date) !== days.has(date)) wrong.push(date);
  }
  return wrong;
}

describe("days that real files show as traded", () => {
  const nifty = "candles/nifty50_daily_20250822_20260821.csv";
  test.skipIf(!hasMarketFile(nifty))("are NIFTY's trading days from August 2025 to August 2026", () => {
    const rows = readMarketCsv(nifty).map((row) => isoFromDayMonth(Object.values(row)[0] as string));
    expect(rows).toHaveLength(247);
    expect(disagreements("NSE", rows)).toEqual([]);
  });

  const vix = "candles/india_vix_daily_2025_2026.csv";
  test.skipIf(!hasMarketFile(vix))(
    "are India VIX's days of 2025 and 2026, Budget Saturday and Sunday included",
    () => {
      const rows = readMarketCsv(vix).map((row) => isoFromDayMonth(row.Date as string));
      expect(rows).toContain("2025-02-01");
      expect(rows).toContain("2026-02-01");
      expect(disagreements("NSE", rows)).toEqual([]);
    },
  );

  const gold = "eod/mcx_gold_05FEB2026_future_daily.csv.gz";
  test.skipIf(!hasMarketFile(gold))("are MCX gold's days, evenings of holidays included", () => {
    const rows = readMarketCsv(gold).map((row) => row.Date as string);
    expect(rows).toContain("2026-01-15");
    expect(disagreements("MCX", rows)).toEqual([]);
  });
});
