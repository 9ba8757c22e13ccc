import type { IsoDate } from "../units/iso-date.ts";
import type { MarketGroup } from "./exchange.ts";
import type { Hours } from "./regular-hours.ts";

/** A day that trades although it is a weekend or holiday, or with hours of its own. */
export interface SpecialDay {
  readonly date: IsoDate;
  readonly name: string;
  readonly groups: readonly MarketGroup[];
  /** Its hours; null means the regular hours of that date. */
  readonly hours: readonly Hours[] | null;
  readonly provisional: boolean;
  readonly source: string;
}

const EQUITY: readonly MarketGroup[] = ["equity"];
const COMMODITY: readonly MarketGroup[] = ["commodity"];
const CURRENCY_COMMODITY: readonly MarketGroup[] = ["currency", "commodity"];

/** The two short sessions of a disaster-recovery drill; no contract of F&O expires in them. */
const DRILL: readonly Hours[] = [
  ["pre_open", "09:00", "09:15"],
  ["continuous", "09:15", "10:00"],
  ["pre_open", "11:15", "11:30"],
  ["continuous", "11:30", "12:30"],
];

function muhurat(
  date: IsoDate,
  preOpen: string,
  open: string,
  close: string,
  provisional: boolean,
  source: string,
): SpecialDay[] {
  const name = "Muhurat trading";
  return [
    {
      date,
      name,
      groups: EQUITY,
      hours: [
        ["pre_open", preOpen, open],
        ["continuous", open, close],
      ],
      provisional,
      source,
    },
    {
      date,
      name,
      groups: CURRENCY_COMMODITY,
      hours: [["continuous", open, close]],
      // MCX's evening session of the day is not in any list at hand.
      provisional: true,
      source,
    },
  ];
}

function fullDay(date: IsoDate, name: string, provisional: boolean, source: string): SpecialDay {
  return { date, name, groups: EQUITY, hours: null, provisional, source };
}

/** MCX opens only its morning on a Budget day that falls on a weekend. */
function budgetMorning(date: IsoDate, provisional: boolean, source: string): SpecialDay {
  const hours: readonly Hours[] = [["continuous", "09:00", "17:00"]];
  return { date, name: "Union Budget", groups: COMMODITY, hours, provisional, source };
}

export const SPECIAL_DAYS: readonly SpecialDay[] = [
  fullDay("2024-01-20", "Saturday session in place of 22 January", true, "NSE announcement of 2024-01-19"),
  {
    date: "2024-03-02",
    name: "Disaster-recovery session",
    groups: EQUITY,
    hours: DRILL,
    provisional: true,
    source: "NSE announcement of February 2024",
  },
  {
    date: "2024-05-18",
    name: "Disaster-recovery session",
    groups: EQUITY,
    hours: DRILL,
    provisional: true,
    source: "NSE announcement of May 2024",
  },
  ...muhurat("2024-11-01", "17:45", "18:00", "19:00", false, "NSE announcement of October 2024"),
  fullDay("2025-02-01", "Union Budget", false, "NSE circular; the day is in India VIX's daily file"),
  budgetMorning("2025-02-01", true, "MCX announcement of January 2025"),
  ...muhurat(
    "2025-10-21",
    "13:30",
    "13:45",
    "14:45",
    false,
    "NSE announcement of September 2025, NSE/ISC/70700 of 2025-10-08",
  ),
  fullDay("2026-02-01", "Union Budget", false, "NSE/CMTR/72349 and NSE/FAOP/72352 of 2026-01-16"),
  budgetMorning("2026-02-01", true, "NSE/COM/72351 of 2026-01-16 for commodities on NSE; MCX taken to match"),
  // The exchanges have named the day and will notify the hours; 2024's are assumed.
  ...muhurat("2026-11-08", "17:45", "18:00", "19:00", true, "NSE/CMTR/71775 of 2025-12-12 names the day"),
  ...muhurat("2027-10-29", "17:45", "18:00", "19:00", true, "assumed from the estimated day of Diwali"),
];
