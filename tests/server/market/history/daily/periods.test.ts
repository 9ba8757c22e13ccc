import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, compactDate, fromCompactDate, weekday } from "#domain/calendar/ist.ts";
import { isTradingDay } from "#domain/calendar/market-sessions.ts";
import type { DailyBar } from "#server/market/history/daily/daily-bars.ts";
import { type Period, periodStart, periodsOf } from "#server/market/history/daily/periods.ts";

const bar = (date: string, rest: Partial<DailyBar> = {}): DailyBar => ({
  date: compactDate(date),
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  volume: 10,
  futuresOi: 65,
  origin: "recorded",
  ...rest,
});
const sessions = (from: string, count: number): string[] => {
  const dates: string[] = [];
  for (let date = from; dates.length < count; date = addDays(date, 1))
    if (isTradingDay("NFO", date)) dates.push(date);
  return dates;
};

describe("weeks and months of days", () => {
  it("begin on Mondays and on the first, whatever day that is", () => {
    expect(periodStart("2026-11-22", "week")).toBe("2026-11-16");
    expect(periodStart("2026-11-23", "week")).toBe("2026-11-23");
    expect(periodStart("2026-03-01", "month")).toBe("2026-03-01");
  });

  it("hold a weekend's special session in the week before it, and no bar where all days were holidays", () => {
    // Diwali's hour of 2026 is on a Sunday.
    expect(isTradingDay("NFO", "2026-11-08")).toBe(true);
    const days = ["2026-11-06", "2026-11-08", "2026-11-09", "2026-11-23"].map((date, i) =>
      bar(date, { close: 100 + i }),
    );
    const weeks = periodsOf(days, "week");
    expect(weeks.map(({ date, close }) => [date, close])).toEqual([
      [20261106, 101],
      [20261109, 102],
      [20261123, 103],
    ]);
    expect(periodsOf(days, "month")).toHaveLength(1);
  });

  it("do not know what one of their days does not, and are no more real than the least of them", () => {
    const days = [
      bar("2026-11-23", { origin: "imported" }),
      bar("2026-11-25", { high: null, volume: null, futuresOi: null, origin: "simulated" }),
    ];
    expect(periodsOf(days, "week")).toEqual([
      { ...bar("2026-11-23"), high: null, volume: null, futuresOi: null, origin: "simulated" },
    ]);
  });

  const figure = fc.double({ min: 1, max: 1e5, noNaN: true });
  const daysOf = fc
    .array(
      fc.record({
        open: figure,
        close: figure,
        up: figure,
        down: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      {
        minLength: 1,
        maxLength: 90,
      },
    )
    .map((all) => {
      const dates = sessions("2026-07-27", all.length);
      return all.map(({ open, close, up, down }, i) =>
        bar(dates[i]!, {
          open,
          close,
          high: Math.max(open, close) + up,
          low: Math.min(open, close) * down,
          volume: i,
          futuresOi: 65 * i,
        }),
      );
    });

  it.each<Period>(["week", "month"])("add up to their days: %s", (period) => {
    fc.assert(
      fc.property(daysOf, (days) => {
        const bars = periodsOf(days, period);
        let at = 0;
        for (const each of bars) {
          const start = periodStart(fromCompactDate(each.date), period);
          const own = days.filter(({ date }) => periodStart(fromCompactDate(date), period) === start);
          expect(own[0]).toBe(days[at]);
          at += own.length;
          expect(each.open).toBe(own[0]!.open);
          expect(each.close).toBe(own.at(-1)!.close);
          expect(each.high).toBe(Math.max(...own.map(({ high }) => high!)));
          expect(each.low).toBe(Math.min(...own.map(({ low }) => low!)));
          expect(each.volume).toBe(own.reduce((sum, { volume }) => sum + volume!, 0));
          expect(each.futuresOi).toBe(own.at(-1)!.futuresOi);
          if (period === "week") expect(weekday(start)).toBe(1);
        }
        expect(at).toBe(days.length);
      }),
    );
  });
});
