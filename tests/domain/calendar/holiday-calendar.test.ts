import { describe, expect, test } from "vitest";
import { holidayCalendar } from "#domain/calendar/holiday-calendar.ts";
import { HOLIDAY_TABLE } from "#domain/calendar/holiday-table.ts";
import { SPECIAL_DAYS } from "#domain/calendar/special-sessions.ts";

const on = (date: string) => holidayCalendar(date, date)[0];

describe("the calendar of holidays and special sessions", () => {
  test("[EVT-6] has each day of the tables once, in order, and no other", () => {
    const dates = holidayCalendar("2024-01-01", "2027-12-31").map(({ date }) => date);
    const tabled = [...HOLIDAY_TABLE.map(({ date }) => date), ...SPECIAL_DAYS.map(({ date }) => date)];
    expect(dates).toEqual([...new Set(tabled)].sort());
  });

  test("[EVT-6] a holiday of all names the markets it closes, and MCX's evening that goes on", () => {
    expect(on("2026-11-24")).toEqual({
      date: "2026-11-24",
      name: "Prakash Gurpurb Sri Guru Nanak Dev",
      special: null,
      isWeekend: false,
      markets: [
        {
          market: "equity",
          exchanges: ["NSE", "BSE", "NFO", "BFO"],
          closed: "full",
          sessions: [],
          isProvisional: false,
        },
        { market: "currency", exchanges: ["CDS", "BCD"], closed: "full", sessions: [], isProvisional: false },
        {
          market: "commodity",
          exchanges: ["MCX"],
          closed: "morning",
          sessions: [{ phase: "continuous", label: "Evening session", open: "17:00", close: "23:55" }],
          isProvisional: false,
        },
      ],
    });
  });

  test("[EVT-6] Muhurat trading opens a day that is closed, and a Budget opens a Sunday", () => {
    const muhurat = on("2025-10-21");
    expect(muhurat).toMatchObject({ name: "Diwali Laxmi Pujan", special: "Muhurat trading" });
    expect(muhurat?.markets[0]).toMatchObject({
      closed: "full",
      sessions: [{ phase: "continuous", label: "Muhurat trading", open: "13:45", close: "14:45" }],
    });
    const budget = on("2026-02-01");
    expect(budget).toMatchObject({ name: "Union Budget", special: "Union Budget", isWeekend: true });
    expect(budget?.markets.map(({ market, closed }) => [market, closed])).toEqual([
      ["equity", null],
      ["commodity", null],
    ]);
    expect(budget?.markets[1]?.sessions).toEqual([
      { phase: "continuous", label: "Union Budget", open: "09:00", close: "17:00" },
    ]);
  });

  test("[EVT-6] a day that touches one market names that one alone; what is not confirmed says so", () => {
    expect(on("2026-01-01")?.markets).toMatchObject([{ market: "commodity", closed: "evening" }]);
    expect(on("2026-08-26")?.markets.map(({ market }) => market)).toEqual(["currency"]);
    expect(on("2027-03-22")?.markets.every(({ isProvisional }) => isProvisional)).toBe(true);
    expect(on("2026-11-23")).toBeUndefined();
  });
});
