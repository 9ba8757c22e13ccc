/** Days on which exchanges do not keep their usual hours: holidays, half days, special sessions. */

import type { IsoDate } from "../units/iso-date.ts";
import { EXCHANGES, type Exchange, MARKET_GROUPS, type MarketGroup, marketGroup } from "./exchange.ts";
import { holidayOn } from "./holidays.ts";
import { addDays, istClock, weekday } from "./ist.ts";
import { sessionsOn, specialDayOn } from "./market-sessions.ts";
import type { Phase } from "./regular-hours.ts";

interface DaySession {
  readonly phase: Phase;
  /** "Evening session", "Muhurat trading" */
  readonly label: string;
  /** On India's clock, "HH:MM". */
  readonly open: string;
  readonly close: string;
}

interface MarketDay {
  readonly market: MarketGroup;
  readonly exchanges: readonly Exchange[];
  /** What a holiday closes; null where there is none, but a special session. */
  readonly closed: "full" | "morning" | "evening" | null;
  /** When it trades all the same, of equity as derivatives keep it. */
  readonly sessions: readonly DaySession[];
  /** No list of the exchange confirms it. */
  readonly isProvisional: boolean;
}

export interface CalendarDay {
  readonly date: IsoDate;
  /** Of the holiday, else of the special session. */
  readonly name: string;
  /** Name of the special session; null none. */
  readonly special: string | null;
  readonly isWeekend: boolean;
  /** Those that the day touches, never none. */
  readonly markets: readonly MarketDay[];
}

/** Whose hours stand for all exchanges of a market. */
const SPOKESMAN: Readonly<Record<MarketGroup, Exchange>> = {
  equity: "NFO",
  currency: "CDS",
  commodity: "MCX",
};

function marketDay(market: MarketGroup, date: IsoDate): (MarketDay & { readonly name: string }) | null {
  const exchange = SPOKESMAN[market];
  const holiday = holidayOn(exchange, date);
  const special = specialDayOn(exchange, date);
  const name = holiday?.name ?? special?.name;
  if (name === undefined) return null;
  return {
    name,
    market,
    exchanges: EXCHANGES.filter((each) => marketGroup(each) === market),
    closed: holiday?.sessions ?? null,
    sessions: sessionsOn(exchange, date).map(({ phase, label, open, close }) => ({
      phase,
      label,
      open: istClock(open),
      close: istClock(close),
    })),
    isProvisional: holiday?.provisional === true || special?.provisional === true,
  };
}

function calendarDay(date: IsoDate): CalendarDay | null {
  const touched = MARKET_GROUPS.flatMap((market) => marketDay(market, date) ?? []);
  const [first] = touched;
  if (first === undefined) return null;
  const specials = touched.map(({ market }) => specialDayOn(SPOKESMAN[market], date)?.name);
  const day = weekday(date);
  return {
    date,
    name: touched.find(({ closed }) => closed !== null)?.name ?? first.name,
    special: specials.find((name) => name !== undefined) ?? null,
    isWeekend: day === 0 || day === 6,
    markets: touched.map(({ name: _, ...rest }) => rest),
  };
}

/** Every such day from one date to another, both included, ascending. */
export function holidayCalendar(from: IsoDate, to: IsoDate): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = calendarDay(date);
    if (day !== null) days.push(day);
  }
  return days;
}
