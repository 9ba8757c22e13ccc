import type { IsoDate } from "../units/iso-date.ts";

/**
 * Expiry weekdays of an exchange product, effective-dated. Weekdays as in ist.ts: 0 Sunday … 6 Saturday.
 */
interface WeekdayRow {
  /** First expiry date the row governs. */
  readonly from: IsoDate;
  /** First day on which listed contracts already carried the row's dates; earlier lists show the row before. */
  readonly listedFrom: IsoDate;
  /** Weekday of weekly contracts; null when the product has none. */
  readonly weekly: number | null;
  /** Last such weekday of the month for monthly and longer contracts. */
  readonly monthly: number;
  readonly source: string;
}

/** How many contracts an index or stock product lists. */
interface ListingDepth {
  /** Weekly contracts besides the weeks that hold a monthly expiry. */
  readonly weeklies: number;
  readonly serialMonths: number;
  /** Months of the March cycle beyond the serial ones. */
  readonly quarters: number;
  /** June and December beyond the quarters. */
  readonly halfYears: number;
}

export interface IndexRule {
  readonly exchange: "NFO" | "BFO";
  readonly depth: ListingDepth;
  /** Newest first. */
  readonly weekdays: readonly WeekdayRow[];
}

const MON = 1;
const TUE = 2;
const WED = 3;
const THU = 4;
const FRI = 5;

const EVER = "1970-01-01";

const TUESDAY_SOURCE =
  "SEBI circular of 2025-05-26 (expiry on Tuesday or Thursday). listedFrom lies between NSE's files of 2025-02-25 " +
  "(all Thursday) and 2025-08-05 (Tuesday from September on): provisional to the day";
const THURSDAY_2025_SOURCE = "NSE circular of 2024-11-29: all NSE contracts on Thursday from 2025-01-01";
const ONE_WEEKLY_SOURCE = "SEBI circular of 2024-10-01: one weekly index per exchange from 2024-11-20";
const BSE_2025_SOURCE = "BSE notice of 2024-11-28: contracts move to Tuesday from 2025-01-01";
const EARLY_SOURCE = "exchange contract specifications of the time";

function row(
  from: IsoDate,
  listedFrom: IsoDate,
  weekly: number | null,
  monthly: number,
  source: string,
): WeekdayRow {
  return { from, listedFrom, weekly, monthly, source };
}

/** NSE contracts but NIFTY since 2025. */
const NSE_SINCE_2025: readonly WeekdayRow[] = [
  row("2025-09-01", "2025-08-01", null, TUE, TUESDAY_SOURCE),
  row("2025-01-01", "2024-12-02", null, THU, THURSDAY_2025_SOURCE),
];

/** BSE contracts but SENSEX since 2025. */
const BSE_SINCE_2025: readonly WeekdayRow[] = [
  row("2025-09-01", "2025-08-01", null, THU, TUESDAY_SOURCE),
  row("2025-01-01", "2024-12-02", null, TUE, BSE_2025_SOURCE),
];

const SERIAL_ONLY: ListingDepth = { weeklies: 0, serialMonths: 3, quarters: 0, halfYears: 0 };
/** Weekly depth applies only while the weekday row has weeklies. */
const ONCE_WEEKLY: ListingDepth = { weeklies: 4, serialMonths: 3, quarters: 0, halfYears: 0 };

/**
 * Index and stock contracts. Depths as seen: NSE in its files of 2025-02-24, 2025-08-05, 2025-09-11 and 2026-08-14 to
 * 2026-08-19; BSE in the Kite dump of 2026-08-18.
 */
export const INDEX_RULES = {
  NIFTY: {
    exchange: "NFO",
    depth: { weeklies: 4, serialMonths: 3, quarters: 3, halfYears: 8 },
    weekdays: [
      row("2025-09-01", "2025-08-01", TUE, TUE, TUESDAY_SOURCE),
      row(EVER, EVER, THU, THU, EARLY_SOURCE),
    ],
  },
  BANKNIFTY: {
    exchange: "NFO",
    depth: { weeklies: 4, serialMonths: 3, quarters: 3, halfYears: 0 },
    weekdays: [
      ...NSE_SINCE_2025,
      row("2024-11-20", "2024-10-10", null, WED, ONE_WEEKLY_SOURCE),
      row("2024-03-01", "2024-01-01", WED, WED, EARLY_SOURCE),
      row("2023-09-04", "2023-07-07", WED, THU, EARLY_SOURCE),
      row(EVER, EVER, THU, THU, EARLY_SOURCE),
    ],
  },
  FINNIFTY: {
    exchange: "NFO",
    depth: ONCE_WEEKLY,
    weekdays: [
      ...NSE_SINCE_2025,
      row("2024-11-20", "2024-10-10", null, TUE, ONE_WEEKLY_SOURCE),
      row(EVER, EVER, TUE, TUE, EARLY_SOURCE),
    ],
  },
  MIDCPNIFTY: {
    exchange: "NFO",
    depth: ONCE_WEEKLY,
    weekdays: [
      ...NSE_SINCE_2025,
      row("2024-11-20", "2024-10-10", null, MON, ONE_WEEKLY_SOURCE),
      row(EVER, EVER, MON, MON, EARLY_SOURCE),
    ],
  },
  NIFTYNXT50: {
    exchange: "NFO",
    depth: SERIAL_ONLY,
    weekdays: [...NSE_SINCE_2025, row(EVER, EVER, null, FRI, EARLY_SOURCE)],
  },
  NSE_INDEX: {
    exchange: "NFO",
    depth: SERIAL_ONLY,
    weekdays: [...NSE_SINCE_2025, row(EVER, EVER, null, THU, EARLY_SOURCE)],
  },
  NSE_STOCK: {
    exchange: "NFO",
    depth: SERIAL_ONLY,
    weekdays: [...NSE_SINCE_2025, row(EVER, EVER, null, THU, EARLY_SOURCE)],
  },
  SENSEX: {
    exchange: "BFO",
    depth: { weeklies: 5, serialMonths: 3, quarters: 3, halfYears: 8 },
    weekdays: [
      row("2025-09-01", "2025-08-01", THU, THU, TUESDAY_SOURCE),
      row("2025-01-01", "2024-12-02", TUE, TUE, BSE_2025_SOURCE),
      row(EVER, EVER, FRI, FRI, EARLY_SOURCE),
    ],
  },
  BANKEX: {
    exchange: "BFO",
    depth: ONCE_WEEKLY,
    weekdays: [
      ...BSE_SINCE_2025,
      row("2024-11-20", "2024-10-10", null, MON, ONE_WEEKLY_SOURCE),
      row(EVER, EVER, MON, MON, EARLY_SOURCE),
    ],
  },
  BSE_INDEX: {
    exchange: "BFO",
    depth: SERIAL_ONLY,
    weekdays: [...BSE_SINCE_2025, row(EVER, EVER, null, FRI, EARLY_SOURCE)],
  },
} as const satisfies Record<string, IndexRule>;
