import type { IsoDate } from "../units/iso-date.ts";
import type { Exchange } from "./exchange.ts";
import { type MarketGroup, marketGroup } from "./exchange.ts";
import { goodFriday } from "./good-friday.ts";
import { HOLIDAY_TABLE, type HolidayRow } from "./holiday-table.ts";
import { addDays, monthOf, yearOf } from "./ist.ts";

/** Which sessions a holiday closes: the whole day, or on MCX only the morning (to 17:00) or only the evening. */
type ClosedSessions = "full" | "morning" | "evening";

interface Holiday {
  readonly name: string;
  /** The sessions that are closed. */
  readonly sessions: ClosedSessions;
  /** True when no exchange list confirms the day (all of 2027 and later, and doubts noted in the table). */
  readonly provisional: boolean;
  readonly source: string;
}

interface DatedHoliday extends Holiday {
  readonly date: IsoDate;
}

/** First year and last year with a table of named holidays; outside them only the fixed days below are known. */
const FIRST_TABLE_YEAR = 2024;
const LAST_TABLE_YEAR = 2027;

/** National days that every exchange keeps each year and therefore allows for in contracts listed years ahead. */
const FIXED_DAYS: readonly (readonly [monthDay: string, name: string, commodity: ClosedSessions])[] = [
  ["01-26", "Republic Day", "full"],
  ["04-14", "Dr. Baba Saheb Ambedkar Jayanti", "morning"],
  ["05-01", "Maharashtra Day", "morning"],
  ["08-15", "Independence Day", "full"],
  ["10-02", "Mahatma Gandhi Jayanti", "full"],
  ["12-25", "Christmas", "full"],
];

const byDate = new Map<IsoDate, HolidayRow>(HOLIDAY_TABLE.map((row) => [row.date, row]));

const ALWAYS = "kept every year; falls on the same day by law or computation";

function fixedHoliday(group: MarketGroup, date: IsoDate): Holiday | undefined {
  const monthDay = date.slice(5);
  const fixed = FIXED_DAYS.find(([day]) => day === monthDay);
  if (fixed !== undefined) {
    const sessions = group === "commodity" ? fixed[2] : "full";
    return { name: fixed[1], sessions, provisional: true, source: ALWAYS };
  }
  const month = monthOf(date);
  if ((month === 3 || month === 4) && goodFriday(yearOf(date)) === date) {
    return { name: "Good Friday", sessions: "full", provisional: true, source: ALWAYS };
  }
  return undefined;
}

function tabled(group: MarketGroup, row: HolidayRow): Holiday | undefined {
  const sessions = group === "commodity" ? row.commodity : row[group] ? "full" : null;
  if (sessions === null) return undefined;
  return {
    name: row.name,
    sessions,
    provisional: row.provisional.includes(group),
    source: row.source,
  };
}

/**
 * The holiday an exchange keeps on a date, weekends included when its list names them.
 * A special session (Muhurat, Budget day) may still open the day: see sessions.ts.
 */
export function holidayOn(exchange: Exchange, date: IsoDate): Holiday | undefined {
  const group = marketGroup(exchange);
  const row = byDate.get(date);
  if (row !== undefined) return tabled(group, row);
  const year = yearOf(date);
  return year >= FIRST_TABLE_YEAR && year <= LAST_TABLE_YEAR ? undefined : fixedHoliday(group, date);
}

/** All holidays of an exchange in a year, ascending; weekends included when its list names them. */
export function holidaysOfYear(exchange: Exchange, year: number): DatedHoliday[] {
  const holidays: DatedHoliday[] = [];
  for (let date = `${year}-01-01`; yearOf(date) === year; date = addDays(date, 1)) {
    const holiday = holidayOn(exchange, date);
    if (holiday !== undefined) holidays.push({ date, ...holiday });
  }
  return holidays;
}

/**
 * True when the whole day is a holiday that the exchange had announced by `on`. Contracts move off a day only from then:
 * March 2026 contracts expired on Tuesday the 31st until the 2026 list made that Mahavir Jayanti.
 */
export function isAnnouncedFullHoliday(exchange: Exchange, date: IsoDate, on: IsoDate): boolean {
  const group = marketGroup(exchange);
  if (fixedHoliday(group, date)?.sessions === "full") return true;
  if (holidayOn(exchange, date)?.sessions !== "full") return false;
  const row = byDate.get(date);
  // NSE/FAOP/71876 of 2025-12-18 moved the March 2026 contracts in the files for trading on 2025-12-29.
  const announced = row?.announced ?? `${yearOf(date) - 1}-12-29`;
  return on >= announced;
}
