import type { IsoDate } from "../units/iso-date.ts";
import type { MarketGroup } from "./exchange.ts";

/** One day of the exchanges' holiday lists. */
export interface HolidayRow {
  readonly date: IsoDate;
  readonly name: string;
  /** Closed all day for equity cash and equity derivatives. */
  readonly equity: boolean;
  /** Closed all day for currency derivatives. */
  readonly currency: boolean;
  /** Sessions MCX closes; null when it trades as usual. */
  readonly commodity: "full" | "morning" | "evening" | null;
  /** Markets for which no exchange list was at hand to confirm the day. */
  readonly provisional: readonly MarketGroup[];
  readonly source: string;
  /** First trading day on which contracts allowed for it, when later than the year's list. */
  readonly announced?: IsoDate;
}

const NSE_2026 = "NSE/CMTR/71775 of 2025-12-12; currency: BSE notice 20251223-12; MCX list for 2026";
const NSE_FILE = "NSE holiday list of the year (nse_trading_holidays_2024_2026); MCX list of the year";
const ELECTION =
  "exchange circulars of the month; confirmed by the absence of that day from NSE's daily files";
const BANK = "RBI bank holidays observed by the currency segment";
const ESTIMATE = "estimated from the lunar calendar or the date's rule; no exchange list published yet";

const NONE: readonly MarketGroup[] = [];
const CURRENCY: readonly MarketGroup[] = ["currency"];
const COMMODITY: readonly MarketGroup[] = ["commodity"];
const CURRENCY_COMMODITY: readonly MarketGroup[] = ["currency", "commodity"];
const ALL: readonly MarketGroup[] = ["equity", "currency", "commodity"];

/** A day that closes equity and currency, and MCX as said. */
function day(
  date: IsoDate,
  name: string,
  commodity: HolidayRow["commodity"],
  source: string,
  provisional: readonly MarketGroup[] = NONE,
  announced?: IsoDate,
): HolidayRow {
  const row = { date, name, equity: true, currency: true, commodity, provisional, source };
  return announced === undefined ? row : { ...row, announced };
}

/** A bank holiday: only currency is closed. */
function bank(date: IsoDate, name: string, source = BANK, provisional = CURRENCY): HolidayRow {
  return { date, name, equity: false, currency: true, commodity: null, provisional, source };
}

/** New Year's Day closes only MCX's evening. */
function newYear(year: number, provisional: readonly MarketGroup[] = NONE): HolidayRow {
  return {
    date: `${year}-01-01`,
    name: "New Year's Day",
    equity: false,
    currency: false,
    commodity: "evening",
    provisional,
    source: "MCX list of the year",
  };
}

/**
 * Holidays of 2024 to 2027. Where a collected list disagrees with the days NSE's own daily files show as traded
 * (Ram Navami 26 not 27 March 2026, Bakri Id 28 not 27 May 2026, no list has 15 January 2026) the daily files win.
 * MCX keeps the equity days, closing the evening too only on five national days.
 */
export const HOLIDAY_TABLE: readonly HolidayRow[] = [
  newYear(2024),
  day("2024-01-22", "Ayodhya Ram Mandir consecration", "morning", ELECTION, CURRENCY_COMMODITY, "2024-01-20"),
  day("2024-01-26", "Republic Day", "full", NSE_FILE),
  bank("2024-02-19", "Chhatrapati Shivaji Maharaj Jayanti"),
  day("2024-03-08", "Mahashivratri", "morning", NSE_FILE),
  day("2024-03-25", "Holi", "morning", NSE_FILE),
  day("2024-03-29", "Good Friday", "full", NSE_FILE),
  bank("2024-04-01", "Annual bank closing"),
  bank("2024-04-09", "Gudi Padwa"),
  day("2024-04-11", "Id-Ul-Fitr (Ramadan Eid)", "morning", NSE_FILE, COMMODITY),
  day("2024-04-17", "Shri Ram Navami", "morning", NSE_FILE, COMMODITY),
  day("2024-05-01", "Maharashtra Day", "morning", NSE_FILE),
  day("2024-05-20", "General election (Mumbai)", "morning", ELECTION, CURRENCY_COMMODITY, "2024-04-09"),
  bank("2024-05-23", "Buddha Pournima"),
  day("2024-06-17", "Bakri Id", "morning", NSE_FILE),
  day("2024-07-17", "Moharram", "morning", NSE_FILE),
  day("2024-08-15", "Independence Day / Parsi New Year", "full", NSE_FILE),
  bank("2024-09-18", "Id-E-Milad"),
  day("2024-10-02", "Mahatma Gandhi Jayanti", "full", NSE_FILE),
  day("2024-11-01", "Diwali Laxmi Pujan", "morning", NSE_FILE),
  day("2024-11-15", "Gurunanak Jayanti", "morning", NSE_FILE),
  day("2024-11-20", "Assembly election (Maharashtra)", "morning", ELECTION, CURRENCY_COMMODITY, "2024-11-11"),
  day("2024-12-25", "Christmas", "full", NSE_FILE),

  newYear(2025),
  day("2025-01-26", "Republic Day", "full", NSE_FILE),
  bank("2025-02-19", "Chhatrapati Shivaji Maharaj Jayanti"),
  day("2025-02-26", "Mahashivratri", "morning", NSE_FILE, COMMODITY),
  day("2025-03-14", "Holi", "morning", NSE_FILE),
  day("2025-03-31", "Id-Ul-Fitr (Ramadan Eid)", "morning", NSE_FILE, COMMODITY),
  bank("2025-04-01", "Annual bank closing"),
  day("2025-04-10", "Shri Mahavir Jayanti", "morning", NSE_FILE),
  day("2025-04-14", "Dr. Baba Saheb Ambedkar Jayanti", "morning", NSE_FILE, COMMODITY),
  day("2025-04-18", "Good Friday", "full", NSE_FILE),
  day("2025-05-01", "Maharashtra Day", "morning", NSE_FILE),
  bank("2025-05-12", "Buddha Pournima"),
  day("2025-08-15", "Independence Day / Parsi New Year", "full", NSE_FILE),
  day("2025-08-27", "Shri Ganesh Chaturthi", "morning", NSE_FILE),
  bank("2025-09-08", "Id-E-Milad"),
  day("2025-10-02", "Mahatma Gandhi Jayanti / Dussehra", "full", NSE_FILE),
  day("2025-10-21", "Diwali Laxmi Pujan", "morning", NSE_FILE, COMMODITY),
  day("2025-10-22", "Diwali Balipratipada", "morning", NSE_FILE, COMMODITY),
  day("2025-11-05", "Prakash Gurpurb Sri Guru Nanak Dev", "morning", NSE_FILE),
  day("2025-12-25", "Christmas", "full", NSE_FILE),

  newYear(2026),
  day(
    "2026-01-15",
    "Municipal corporation election (Maharashtra)",
    "morning",
    "NSE/CD/72233 of 2026-01-09 for currency; absent from NSE's daily files",
    COMMODITY,
    "2026-01-12",
  ),
  day("2026-01-26", "Republic Day", "full", NSE_2026),
  day("2026-02-15", "Mahashivratri", "morning", NSE_2026),
  bank("2026-02-19", "Chhatrapati Shivaji Maharaj Jayanti", NSE_2026, NONE),
  day("2026-03-03", "Holi", "morning", NSE_2026),
  bank("2026-03-19", "Gudi Padwa", NSE_2026, NONE),
  day("2026-03-21", "Id-Ul-Fitr (Ramadan Eid)", "morning", NSE_2026),
  day("2026-03-26", "Shri Ram Navami", "morning", NSE_2026),
  day("2026-03-31", "Shri Mahavir Jayanti", "morning", NSE_2026),
  bank("2026-04-01", "Annual bank closing", NSE_2026, NONE),
  day("2026-04-03", "Good Friday", "full", NSE_2026),
  day("2026-04-14", "Dr. Baba Saheb Ambedkar Jayanti", "morning", NSE_2026),
  day("2026-05-01", "Maharashtra Day / Buddha Pournima", "morning", NSE_2026),
  day("2026-05-28", "Bakri Id", "morning", NSE_2026),
  day("2026-06-26", "Muharram", "morning", NSE_2026),
  day("2026-08-15", "Independence Day / Parsi New Year", "full", NSE_2026),
  bank("2026-08-26", "Id-E-Milad", NSE_2026, NONE),
  day("2026-09-14", "Ganesh Chaturthi", "morning", NSE_2026),
  day("2026-10-02", "Mahatma Gandhi Jayanti", "full", NSE_2026),
  day("2026-10-20", "Dussehra", "morning", NSE_2026),
  day("2026-11-08", "Diwali Laxmi Pujan", "morning", NSE_2026),
  day("2026-11-10", "Diwali Balipratipada", "morning", NSE_2026),
  day("2026-11-24", "Prakash Gurpurb Sri Guru Nanak Dev", "morning", NSE_2026),
  day("2026-12-25", "Christmas", "full", NSE_2026),

  newYear(2027, ALL),
  day("2027-01-26", "Republic Day", "full", ESTIMATE, ALL),
  bank("2027-02-19", "Chhatrapati Shivaji Maharaj Jayanti", ESTIMATE, ALL),
  day("2027-03-06", "Mahashivratri", "morning", ESTIMATE, ALL),
  day("2027-03-10", "Id-Ul-Fitr (Ramadan Eid)", "morning", ESTIMATE, ALL),
  day("2027-03-22", "Holi", "morning", ESTIMATE, ALL),
  day("2027-03-26", "Good Friday", "full", ESTIMATE, ALL),
  bank("2027-04-01", "Annual bank closing", ESTIMATE, ALL),
  bank("2027-04-07", "Gudi Padwa", ESTIMATE, ALL),
  day("2027-04-14", "Dr. Baba Saheb Ambedkar Jayanti", "morning", ESTIMATE, ALL),
  day("2027-04-15", "Shri Ram Navami", "morning", ESTIMATE, ALL),
  day("2027-04-19", "Shri Mahavir Jayanti", "morning", ESTIMATE, ALL),
  day("2027-05-01", "Maharashtra Day", "morning", ESTIMATE, ALL),
  day("2027-05-17", "Bakri Id", "morning", ESTIMATE, ALL),
  bank("2027-05-20", "Buddha Pournima", ESTIMATE, ALL),
  day("2027-06-16", "Muharram", "morning", ESTIMATE, ALL),
  day("2027-08-15", "Independence Day", "full", ESTIMATE, ALL),
  day("2027-09-04", "Ganesh Chaturthi", "morning", ESTIMATE, ALL),
  day("2027-10-02", "Mahatma Gandhi Jayanti", "full", ESTIMATE, ALL),
  day("2027-10-09", "Dussehra", "morning", ESTIMATE, ALL),
  day("2027-10-29", "Diwali Laxmi Pujan", "morning", ESTIMATE, ALL),
  day("2027-10-30", "Diwali Balipratipada", "morning", ESTIMATE, ALL),
  day("2027-11-14", "Guru Nanak Jayanti", "morning", ESTIMATE, ALL),
  day("2027-12-25", "Christmas", "full", ESTIMATE, ALL),
];
