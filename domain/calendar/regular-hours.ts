/** The hours of a day that an exchange keeps when nothing is special about it: effective-dated, with their source. */

import type { IsoDate } from "../units/iso-date.ts";
import type { Exchange } from "./exchange.ts";
import { isUsDaylightSaving } from "./us-calendar.ts";

export type Phase = "pre_open" | "continuous" | "closing_auction";

/** One stretch of a day on the clock of India, "HH:MM"; open inclusive, close exclusive. */
export type Hours = readonly [phase: Phase, open: string, close: string];

interface HoursRow {
  /** First date these hours apply to. */
  readonly from: IsoDate;
  readonly hours: readonly Hours[];
  readonly source: string;
}

type HoursGroup = "cash" | "derivatives" | "currency";

/** Regular hours, newest first. MCX's close moves with New York's clock: `mcxClose`. */
const REGULAR_HOURS: Record<HoursGroup, readonly HoursRow[]> = {
  cash: [
    {
      // Index spot stops with its constituents at 15:15 and prints again from the auction.
      from: "2026-08-03",
      hours: [
        ["pre_open", "09:00", "09:15"],
        ["continuous", "09:15", "15:15"],
        ["closing_auction", "15:15", "15:35"],
      ],
      source: "SEBI circular on the closing auction session (stocks with derivatives), effective 2026-08-03",
    },
    {
      from: "2010-10-18",
      hours: [
        ["pre_open", "09:00", "09:15"],
        ["continuous", "09:15", "15:30"],
      ],
      source: "SEBI circular CIR/MRD/DP/21/2010, pre-open call auction",
    },
  ],
  derivatives: [
    {
      from: "2026-08-03",
      hours: [
        ["pre_open", "09:00", "09:15"],
        ["continuous", "09:15", "15:40"],
      ],
      source: "NSE circular of 2026-05-29 on equity derivatives timings with the closing auction session",
    },
    {
      from: "2025-12-08",
      hours: [
        ["pre_open", "09:00", "09:15"],
        ["continuous", "09:15", "15:30"],
      ],
      source: "SEBI circular of 2025-05-29 on equity derivatives: pre-open for current-month futures",
    },
    {
      from: "2010-01-04",
      hours: [["continuous", "09:15", "15:30"]],
      source: "NSE market timings",
    },
  ],
  currency: [
    { from: "2008-08-29", hours: [["continuous", "09:00", "17:00"]], source: "NSE currency market timings" },
  ],
};

const MCX_OPEN = "09:00";
/** MCX's evening session begins here; a holiday closes one side of it. Source: MCX trading holidays list. */
const MCX_EVENING_OPEN = "17:00";

/** MCX non-agricultural close: 23:55 while the US are on winter time, else 23:30. Source: MCX circulars, twice a year. */
function mcxClose(date: IsoDate): string {
  return isUsDaylightSaving(date) ? "23:30" : "23:55";
}

function hoursGroup(exchange: Exchange): HoursGroup {
  if (exchange === "NSE" || exchange === "BSE") return "cash";
  return exchange === "NFO" || exchange === "BFO" ? "derivatives" : "currency";
}

/** What MCX keeps of a day when a holiday closes its morning or its evening. */
export function mcxHalfDay(date: IsoDate, closed: "morning" | "evening"): readonly Hours[] {
  return closed === "morning"
    ? [["continuous", MCX_EVENING_OPEN, mcxClose(date)]]
    : [["continuous", MCX_OPEN, MCX_EVENING_OPEN]];
}

/** Hours the exchange would keep on the date if it traded, holidays and weekends disregarded. */
export function regularHours(exchange: Exchange, date: IsoDate): readonly Hours[] {
  if (exchange === "MCX") return [["continuous", MCX_OPEN, mcxClose(date)]];
  const rows = REGULAR_HOURS[hoursGroup(exchange)];
  const row = rows.find((r) => date >= r.from) ?? rows[rows.length - 1];
  return row?.hours ?? [];
}
