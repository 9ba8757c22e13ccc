import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  compactDate,
  DAY_MS,
  daysBetween,
  firstOfMonth,
  fromCompactDate,
  istClock,
  istDate,
  istInstant,
  istMinuteOfDay,
  lastOfMonth,
  lastWeekdayOfMonth,
  monthOf,
  nthWeekdayOfMonth,
  weekday,
  yearOf,
} from "#domain/calendar/ist.ts";

const anyDate = fc.integer({ min: -20_000, max: 40_000 }).map((n) => addDays("1970-01-01", n));

describe("India's day", () => {
  test("begins at 18:30 UTC", () => {
    const midnight = Date.UTC(2026, 10, 23, 18, 30);
    expect(istDate(midnight)).toBe("2026-11-24");
    expect(istDate(midnight - 1)).toBe("2026-11-23");
    expect(istMinuteOfDay(midnight)).toBe(0);
    expect(istMinuteOfDay(midnight - 1)).toBe(1439);
    expect(istInstant("2026-11-24", "00:00")).toBe(midnight);
    expect(istInstant("2026-11-23", "24:00")).toBe(midnight);
  });

  test("crosses New Year, leap days and the epoch", () => {
    expect(istDate(Date.UTC(2026, 11, 31, 18, 29, 59, 999))).toBe("2026-12-31");
    expect(istDate(Date.UTC(2026, 11, 31, 18, 30))).toBe("2027-01-01");
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2100-02-28", 1)).toBe("2100-03-01");
    expect(addDays("2000-02-28", 1)).toBe("2000-02-29");
    expect(istDate(-DAY_MS)).toBe("1969-12-31");
    expect(istMinuteOfDay(-DAY_MS)).toBe(330);
  });

  test("agrees with the platform's own calendar on 60,000 days", () => {
    for (let n = -20_000; n < 40_000; n += 1) {
      const noon = n * DAY_MS + DAY_MS / 4;
      const expected = new Date(noon + 19_800_000).toISOString().slice(0, 10);
      if (istDate(noon) !== expected) expect(istDate(noon)).toBe(expected);
    }
    expect(istDate(39_999 * DAY_MS)).toBe(new Date(39_999 * DAY_MS + 19_800_000).toISOString().slice(0, 10));
  });

  test("refuses what is no date or time", () => {
    for (const bad of ["2026-02-29", "2026-13-01", "2026-1-1", "20261124", "", "2026-11-24T", "abcd-ef-gh"]) {
      expect(() => addDays(bad, 0), bad).toThrow(RangeError);
    }
    for (const bad of ["9:15", "24:01", "12:60", "", "1215", "ab:cd"]) {
      expect(() => istInstant("2026-11-24", bad), bad).toThrow(RangeError);
    }
  });
});

describe("date arithmetic", () => {
  test("adding days is undone by counting them, and weekdays follow each other", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, n) => {
        const later = addDays(date, n);
        expect(daysBetween(date, later)).toBe(n);
        expect(weekday(later)).toBe((((weekday(date) + n) % 7) + 7) % 7);
        expect(later > date).toBe(n > 0);
      }),
    );
  });

  test("an instant falls on the day and minute it was made of", () => {
    fc.assert(
      fc.property(
        anyDate,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 59_999 }),
        (date, m, ms) => {
          const hhmm = `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`;
          const instant = istInstant(date, hhmm) + ms;
          expect(istDate(instant)).toBe(date);
          expect(istMinuteOfDay(instant)).toBe(m);
          expect(istClock(instant)).toBe(hhmm);
        },
      ),
    );
  });

  test("knows weekdays", () => {
    expect(weekday("1970-01-01")).toBe(4);
    expect(weekday("2026-08-18")).toBe(2);
    expect(weekday("2026-11-08")).toBe(0);
    expect(weekday("1969-12-31")).toBe(3);
  });

  test("finds the last and the n-th weekday of a month, rolling years", () => {
    expect(lastWeekdayOfMonth(2026, 8, 2)).toBe("2026-08-25");
    expect(lastWeekdayOfMonth(2029, 12, 2)).toBe("2029-12-25");
    expect(lastWeekdayOfMonth(2026, 13, 2)).toBe("2027-01-26");
    expect(lastWeekdayOfMonth(2026, 5, 0)).toBe("2026-05-31");
    expect(nthWeekdayOfMonth(2026, 3, 0, 2)).toBe("2026-03-08");
    expect(nthWeekdayOfMonth(2026, 11, 0, 1)).toBe("2026-11-01");
    expect(firstOfMonth(2026, 0)).toBe("2025-12-01");
    expect(lastOfMonth(2028, 2)).toBe("2028-02-29");
  });

  test("the last weekday of a month is in it and the next one is not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1990, max: 2060 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 6 }),
        (year, month, day) => {
          const date = lastWeekdayOfMonth(year, month, day);
          expect([yearOf(date), monthOf(date), weekday(date)]).toEqual([year, month, day]);
          expect(monthOf(addDays(date, 7))).not.toBe(month);
        },
      ),
    );
  });

  test("a date fits a number and comes back", () => {
    expect(compactDate("2026-11-24")).toBe(20261124);
    expect(fromCompactDate(20261124)).toBe("2026-11-24");
    expect(() => fromCompactDate(20261132)).toThrow(RangeError);
    expect(() => fromCompactDate(0)).toThrow(RangeError);
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(fromCompactDate(compactDate(date))).toBe(date);
      }),
    );
  });
});
