import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXCHANGES, type Exchange } from "#domain/calendar/exchange.ts";
import { holidayOn } from "#domain/calendar/holidays.ts";
import { addDays, istDate, istInstant, istMinuteOfDay } from "#domain/calendar/ist.ts";
import {
  isTradingDay,
  marketStatus,
  marketTimings,
  nextOpenAt,
  nextTradingDay,
  previousTradingDay,
  sessionClose,
  sessionOpen,
  sessionsOn,
  specialDayOn,
} from "#domain/calendar/market-sessions.ts";
import { SPECIAL_DAYS } from "#domain/calendar/special-sessions.ts";
import { hasMarketFile, readMarketCsv } from "./market-files.ts";

function clock(ms: number): string {
  const m = istMinuteOfDay(ms);
  return `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`;
}

function hours(exchange: Exchange, date: string): string[] {
  return sessionsOn(exchange, date).map((s) => `${s.phase} ${clock(s.open)}-${clock(s.close)}`);
}

describe("regular hours", () => {
  test("of cash: a closing auction from 15:15 to 15:35 since 3 August 2026", () => {
    expect(hours("NSE", "2026-07-31")).toEqual(["pre_open 09:00-09:15", "continuous 09:15-15:30"]);
    expect(hours("BSE", "2026-08-03")).toEqual([
      "pre_open 09:00-09:15",
      "continuous 09:15-15:15",
      "closing_auction 15:15-15:35",
    ]);
  });

  test("of derivatives: a pre-open since 8 December 2025, to 15:40 since 3 August 2026", () => {
    expect(hours("NFO", "2025-12-05")).toEqual(["continuous 09:15-15:30"]);
    expect(hours("NFO", "2025-12-08")).toEqual(["pre_open 09:00-09:15", "continuous 09:15-15:30"]);
    expect(hours("BFO", "2026-07-31")).toEqual(["pre_open 09:00-09:15", "continuous 09:15-15:30"]);
    expect(hours("BFO", "2026-08-03")).toEqual(["pre_open 09:00-09:15", "continuous 09:15-15:40"]);
  });

  test("of currency: nine to five", () => {
    expect(hours("CDS", "2026-08-18")).toEqual(["continuous 09:00-17:00"]);
    expect(hours("BCD", "2024-06-03")).toEqual(["continuous 09:00-17:00"]);
  });

  test("of MCX: to 23:30, and to 23:55 while the US are on winter time", () => {
    // The US change clocks on Sundays; MCX's first session by the new clock is the Monday after.
    expect(hours("MCX", "2026-03-06")).toEqual(["continuous 09:00-23:55"]);
    expect(hours("MCX", "2026-03-09")).toEqual(["continuous 09:00-23:30"]);
    expect(hours("MCX", "2026-10-30")).toEqual(["continuous 09:00-23:30"]);
    expect(hours("MCX", "2026-11-02")).toEqual(["continuous 09:00-23:55"]);
  });
});

describe("holidays and special days", () => {
  test("weekends and full holidays have no sessions", () => {
    for (const exchange of EXCHANGES) {
      expect(hours(exchange, "2026-08-16")).toEqual([]);
      expect(hours(exchange, "2026-10-02")).toEqual([]);
    }
    expect(hours("NFO", "2026-11-24")).toEqual([]);
    expect(hours("CDS", "2026-08-26")).toEqual([]);
    expect(hours("NFO", "2026-08-26")).not.toEqual([]);
  });

  test("MCX keeps the evening of a morning holiday and the morning of an evening holiday", () => {
    expect(hours("MCX", "2026-11-24")).toEqual(["continuous 17:00-23:55"]);
    expect(hours("MCX", "2026-09-14")).toEqual(["continuous 17:00-23:30"]);
    expect(hours("MCX", "2026-01-01")).toEqual(["continuous 09:00-17:00"]);
  });

  test("Budget days trade on a Saturday and a Sunday with that year's hours", () => {
    expect(hours("NFO", "2025-02-01")).toEqual(["continuous 09:15-15:30"]);
    expect(hours("NFO", "2026-02-01")).toEqual(["pre_open 09:00-09:15", "continuous 09:15-15:30"]);
    expect(hours("NSE", "2026-02-01")).toEqual(["pre_open 09:00-09:15", "continuous 09:15-15:30"]);
    expect(hours("MCX", "2026-02-01")).toEqual(["continuous 09:00-17:00"]);
    expect(hours("CDS", "2026-02-01")).toEqual([]);
    expect(sessionsOn("NFO", "2026-02-01")[1]?.label).toBe("Union Budget");
  });

  test("Muhurat trading opens Diwali: an evening in 2024, an afternoon in 2025, a Sunday in 2026", () => {
    expect(hours("NSE", "2024-11-01")).toEqual(["pre_open 17:45-18:00", "continuous 18:00-19:00"]);
    expect(hours("NFO", "2024-11-01")).toEqual(["continuous 18:00-19:00"]);
    expect(hours("NFO", "2025-10-21")).toEqual(["continuous 13:45-14:45"]);
    expect(hours("NSE", "2025-10-21")).toEqual(["pre_open 13:30-13:45", "continuous 13:45-14:45"]);
    expect(hours("CDS", "2025-10-21")).toEqual(["continuous 13:45-14:45"]);
    expect(isTradingDay("NFO", "2026-11-08")).toBe(true);
    expect(specialDayOn("NFO", "2026-11-08")?.provisional).toBe(true);
    expect(specialDayOn("NFO", "2025-10-21")?.provisional).toBe(false);
  });

  test("every special day is a weekend or a holiday of the exchanges it opens", () => {
    const exchangeOf = { equity: "NFO", currency: "CDS", commodity: "MCX" } as const;
    for (const special of SPECIAL_DAYS) {
      for (const group of special.groups) {
        const day = new Date(`${special.date}T00:00:00Z`).getUTCDay();
        const closed = day === 0 || day === 6 || holidayOn(exchangeOf[group], special.date) !== undefined;
        expect(closed, `${group} ${special.date}`).toBe(true);
        expect(isTradingDay(exchangeOf[group], special.date)).toBe(true);
      }
    }
  });

  test("a disaster-recovery Saturday has two sessions and a gap between them", () => {
    expect(hours("NFO", "2024-03-02")).toEqual(["continuous 09:15-10:00", "continuous 11:30-12:30"]);
    const gap = marketStatus("NFO", istInstant("2024-03-02", "10:30"));
    expect(gap).toEqual({
      status: "before_open",
      phase: null,
      nextChangeAt: istInstant("2024-03-02", "11:30"),
    });
    expect(clock(sessionOpen("NFO", "2024-03-02"))).toBe("09:15");
    expect(clock(sessionClose("NFO", "2024-03-02"))).toBe("12:30");
  });
});

describe("sessions of any day", () => {
  const anyDate = fc.integer({ min: 0, max: 365 * 9 }).map((n) => addDays("2022-01-01", n));

  test("are in order, do not overlap and lie within India's day", () => {
    fc.assert(
      fc.property(fc.constantFrom(...EXCHANGES), anyDate, (exchange, date) => {
        let end = istInstant(date, "00:00");
        for (const session of sessionsOn(exchange, date)) {
          expect(session.open).toBeGreaterThanOrEqual(end);
          expect(session.close).toBeGreaterThan(session.open);
          end = session.close;
        }
        expect(end).toBeLessThanOrEqual(istInstant(date, "24:00"));
      }),
      { numRuns: 500 },
    );
  });

  test("the day before the next trading day is never later than the day itself", () => {
    fc.assert(
      fc.property(fc.constantFrom(...EXCHANGES), anyDate, (exchange, date) => {
        const next = nextTradingDay(exchange, date);
        const previous = previousTradingDay(exchange, date);
        expect(isTradingDay(exchange, next) && isTradingDay(exchange, previous)).toBe(true);
        expect(previous < date && date < next).toBe(true);
        const back = previousTradingDay(exchange, next);
        expect(back).toBe(isTradingDay(exchange, date) ? date : previous);
      }),
      { numRuns: 300 },
    );
  });

  test("status holds until it says it changes, and then does", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXCHANGES),
        fc.integer({ min: istInstant("2024-01-01", "00:00"), max: istInstant("2027-12-01", "00:00") }),
        (exchange, ms) => {
          const now = marketStatus(exchange, ms);
          expect(now.nextChangeAt).toBeGreaterThan(ms);
          const before = marketStatus(exchange, now.nextChangeAt - 1);
          expect([before.status, before.phase]).toEqual([now.status, now.phase]);
          const after = marketStatus(exchange, now.nextChangeAt);
          expect([after.status, after.phase]).not.toEqual([now.status, now.phase]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("market status through a day", () => {
  const at = (exchange: Exchange, date: string, hhmm: string) => {
    const { status, phase, nextChangeAt } = marketStatus(exchange, istInstant(date, hhmm));
    return [status, phase, `${istDate(nextChangeAt)} ${clock(nextChangeAt)}`];
  };

  test("of cash since the closing auction", () => {
    expect(at("NSE", "2026-08-18", "08:59")).toEqual(["before_open", null, "2026-08-18 09:00"]);
    expect(at("NSE", "2026-08-18", "09:00")).toEqual(["before_open", "pre_open", "2026-08-18 09:15"]);
    expect(at("NSE", "2026-08-18", "09:15")).toEqual(["open", "continuous", "2026-08-18 15:15"]);
    expect(at("NSE", "2026-08-18", "15:15")).toEqual(["open", "closing_auction", "2026-08-18 15:35"]);
    expect(at("NSE", "2026-08-18", "15:35")).toEqual(["after_close", null, "2026-08-19 00:00"]);
  });

  test("of derivatives, which still trade while cash is in its auction", () => {
    expect(at("NFO", "2026-08-18", "15:20")).toEqual(["open", "continuous", "2026-08-18 15:40"]);
    expect(at("NFO", "2026-07-31", "15:29")).toEqual(["open", "continuous", "2026-07-31 15:30"]);
    expect(at("NFO", "2026-07-31", "15:30")).toEqual(["after_close", null, "2026-08-01 00:00"]);
  });

  test("over a weekend and a holiday", () => {
    expect(at("NFO", "2026-08-01", "12:00")).toEqual(["closed", null, "2026-08-03 00:00"]);
    expect(at("NFO", "2026-09-12", "10:00")).toEqual(["closed", null, "2026-09-15 00:00"]);
    expect(at("MCX", "2026-09-14", "10:00")).toEqual(["before_open", null, "2026-09-14 17:00"]);
  });

  test("the next open skips closed days and is never now", () => {
    const next = (exchange: Exchange, date: string, hhmm: string) => {
      const ms = nextOpenAt(exchange, istInstant(date, hhmm));
      return `${istDate(ms)} ${clock(ms)}`;
    };
    expect(next("NFO", "2026-08-18", "09:14")).toBe("2026-08-18 09:15");
    expect(next("NFO", "2026-08-18", "09:15")).toBe("2026-08-19 09:15");
    expect(next("NFO", "2026-11-06", "16:00")).toBe("2026-11-08 18:00");
    expect(next("MCX", "2026-11-23", "23:58")).toBe("2026-11-24 17:00");
  });
});

describe("open and close of a day", () => {
  test("continuous trading ends before the auction, the market's timings after it", () => {
    expect(clock(sessionClose("NSE", "2026-08-18"))).toBe("15:15");
    expect(clock(sessionClose("NFO", "2026-08-18"))).toBe("15:40");
    expect(clock(sessionOpen("NFO", "2026-08-18"))).toBe("09:15");
    expect(marketTimings("2026-08-18")).toEqual({
      NSE: ["09:15", "15:35"],
      BSE: ["09:15", "15:35"],
      NFO: ["09:15", "15:40"],
      BFO: ["09:15", "15:40"],
      CDS: ["09:00", "17:00"],
      BCD: ["09:00", "17:00"],
      MCX: ["09:00", "23:30"],
    });
  });

  test("a closed day answers with the hours it would have had, a special day with its own", () => {
    expect(clock(sessionClose("NFO", "2026-08-16"))).toBe("15:40");
    expect(marketTimings("2026-08-16").MCX).toEqual(["09:00", "23:30"]);
    expect(marketTimings("2025-10-21").NFO).toEqual(["13:45", "14:45"]);
    expect(marketTimings("2026-09-14").MCX).toEqual(["17:00", "23:30"]);
  });
});

const minutes = "candles/nifty50_1min_20260728_20260819.csv.gz";
test.skipIf(!hasMarketFile(minutes))(
  "NIFTY stood still from 15:15 on every day since 3 August 2026, and never before",
  () => {
    const frozen = new Map<string, boolean>();
    for (const row of readMarketCsv(minutes)) {
      const stamp = Object.values(row)[0] as string;
      const [date, time] = [stamp.slice(0, 10), stamp.slice(11, 16)];
      // The minute that carries the auction's print is left out.
      if (time < "15:16" || time > "15:27") continue;
      const [, open, high, low, close] = Object.values(row).map(Number);
      const still = open === high && high === low && low === close;
      frozen.set(date, (frozen.get(date) ?? true) && still);
    }
    expect(frozen.size).toBe(17);
    for (const [date, still] of frozen) {
      const status = marketStatus("NSE", istInstant(date, "15:20"));
      expect([date, status.phase === "closing_auction"]).toEqual([date, still]);
    }
  },
);
