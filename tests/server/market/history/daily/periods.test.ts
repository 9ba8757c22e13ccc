import { describe, expect, it } from "vitest";
import { addDays, weekday } from "#domain/calendar/ist.ts";
import { isTradingDay } from "#domain/calendar/market-sessions.ts";
import { type Period, periodStart, periodsOf } from "#server/market/history/daily/periods.ts";

const days = (...dates: string[]) => dates.map((date) => ({ date }));

describe("weeks and months of days", () => {
  it("begin on Mondays and on the first, whatever day that is", () => {
    expect(periodStart("2026-11-22", "week")).toBe("2026-11-16");
    expect(periodStart("2026-11-23", "week")).toBe("2026-11-23");
    expect(periodStart("2026-03-01", "month")).toBe("2026-03-01");
  });

  it("hold a weekend's special session in the week before it, and are not there where all days were holidays", () => {
    // Diwali's hour of 2026 is on a Sunday.
    expect(isTradingDay("NFO", "2026-11-08")).toBe(true);
    const own = days("2026-11-06", "2026-11-08", "2026-11-09", "2026-11-23");
    expect(periodsOf(own, "week")).toEqual([own.slice(0, 2), own.slice(2, 3), own.slice(3)]);
    expect(periodsOf(own, "month")).toEqual([own]);
  });

  it.each<Period>(["week", "month"])("are all days, each once, of one %s each", (period) => {
    const all: { readonly date: string }[] = [];
    for (let date = "2026-01-01"; date < "2027-01-01"; date = addDays(date, 1))
      if (isTradingDay("NFO", date)) all.push({ date });
    const periods = periodsOf(all, period);
    expect(periods.flat()).toEqual(all);
    const starts = periods.map((own) => [...new Set(own.map(({ date }) => periodStart(date, period)))]);
    expect(starts.every(({ length }) => length === 1)).toBe(true);
    expect(new Set(starts.flat()).size).toBe(periods.length);
    if (period === "week") for (const start of starts.flat()) expect(weekday(start)).toBe(1);
    else expect(periods).toHaveLength(12);
  });
});
