import type { IsoDate } from "../units/iso-date.ts";
import { EXCHANGES, type Exchange, marketGroup } from "./exchange.ts";
import { holidayOn } from "./holidays.ts";
import { addDays, istClock, istDate, istInstant, weekday } from "./ist.ts";
import { type Hours, mcxHalfDay, type Phase, regularHours } from "./regular-hours.ts";
import { SPECIAL_DAYS, type SpecialDay } from "./special-sessions.ts";

/** One stretch of a trading day; open inclusive, close exclusive, epoch ms. */
interface Session {
  readonly phase: Phase;
  readonly open: number;
  readonly close: number;
  readonly label: string;
}

export interface MarketStatus {
  /**
   * open: continuous trading or closing auction. before_open: a trading day before it trades, its pre-open included
   * (phase says which), or between two sessions of it. after_close: a trading day after its last session.
   * closed: no trading day.
   */
  readonly status: "open" | "closed" | "before_open" | "after_close";
  readonly phase: Phase | null;
  /** Epoch ms at which status or phase next changes; always later than the instant asked about. */
  readonly nextChangeAt: number;
}

const LABELS: Record<Phase, string> = {
  pre_open: "Pre-open",
  continuous: "Market open",
  closing_auction: "Closing auction",
};

const specialByKey = new Map<string, SpecialDay>(
  SPECIAL_DAYS.flatMap((special) =>
    special.groups.map((group) => [`${group} ${special.date}`, special] as const),
  ),
);

/** The special session day of an exchange's market, if the date is one. */
export function specialDayOn(exchange: Exchange, date: IsoDate): SpecialDay | undefined {
  return specialByKey.get(`${marketGroup(exchange)} ${date}`);
}

function toSessions(date: IsoDate, hours: readonly Hours[], label: string | null): Session[] {
  return hours.map(([phase, open, close]) => ({
    phase,
    open: istInstant(date, open),
    close: istInstant(date, close),
    label: label === null ? LABELS[phase] : phase === "continuous" ? label : `${label}: ${LABELS[phase]}`,
  }));
}

function buildSessions(exchange: Exchange, date: IsoDate): readonly Session[] {
  const special = specialDayOn(exchange, date);
  if (special !== undefined) {
    const hours = special.hours ?? regularHours(exchange, date);
    return toSessions(
      date,
      exchange === "NFO" || exchange === "BFO" ? derivativeHours(date, hours) : hours,
      special.name,
    );
  }
  const day = weekday(date);
  if (day === 0 || day === 6) return [];
  const holiday = holidayOn(exchange, date);
  if (holiday === undefined) return toSessions(date, regularHours(exchange, date), null);
  if (exchange !== "MCX" || holiday.sessions === "full") return [];
  const label = holiday.sessions === "morning" ? "Evening session" : "Morning session";
  return toSessions(date, mcxHalfDay(date, holiday.sessions), label);
}

/** Before futures had a pre-open, derivatives joined a special day only when it opened. */
function derivativeHours(date: IsoDate, hours: readonly Hours[]): readonly Hours[] {
  return date >= "2025-12-08" ? hours : hours.filter(([phase]) => phase !== "pre_open");
}

/** Days stay put once built; a year of seven exchanges fits, and beyond that the memory starts over. */
const MEMORY_LIMIT = 4096;
const memory = new Map<string, readonly Session[]>();

/** Sessions of a day in order, not overlapping; empty when the exchange does not trade. */
export function sessionsOn(exchange: Exchange, date: IsoDate): readonly Session[] {
  const key = exchange + date;
  const known = memory.get(key);
  if (known !== undefined) return known;
  const sessions = buildSessions(exchange, date);
  if (memory.size >= MEMORY_LIMIT) memory.clear();
  memory.set(key, sessions);
  return sessions;
}

/** True when the exchange trades at all that day, special sessions included. */
export function isTradingDay(exchange: Exchange, date: IsoDate): boolean {
  return sessionsOn(exchange, date).length > 0;
}

/** No calendar closes for this long; a longer search means the data is wrong. */
const LONGEST_CLOSURE_DAYS = 30;

function step(exchange: Exchange, date: IsoDate, by: 1 | -1): IsoDate {
  let day = date;
  for (let n = 0; n < LONGEST_CLOSURE_DAYS; n += 1) {
    day = addDays(day, by);
    if (isTradingDay(exchange, day)) return day;
  }
  throw new RangeError(`No trading day of ${exchange} within ${LONGEST_CLOSURE_DAYS} days of ${date}`);
}

/** The last trading day before the date. */
export function previousTradingDay(exchange: Exchange, date: IsoDate): IsoDate {
  return step(exchange, date, -1);
}

/** The first trading day after the date. */
export function nextTradingDay(exchange: Exchange, date: IsoDate): IsoDate {
  return step(exchange, date, 1);
}

/** End of an exchange's day (epoch ms), its closing auction included; on a day without trading, when it would have ended. */
export function dayEnd(exchange: Exchange, date: IsoDate): number {
  const sessions = sessionsOn(exchange, date);
  const last = (sessions.length > 0 ? sessions : toSessions(date, regularHours(exchange, date), null)).at(-1);
  if (last === undefined) throw new RangeError(`${exchange} has no regular hours on ${date}`);
  return last.close;
}

function continuousSpan(sessions: readonly Session[]): readonly [open: number, close: number] | undefined {
  const trading = sessions.filter((session) => session.phase === "continuous");
  const first = trading[0];
  const last = trading[trading.length - 1];
  return first !== undefined && last !== undefined ? [first.open, last.close] : undefined;
}

function spanOrRegular(exchange: Exchange, date: IsoDate): readonly [open: number, close: number] {
  const span =
    continuousSpan(sessionsOn(exchange, date)) ??
    continuousSpan(toSessions(date, regularHours(exchange, date), null));
  if (span === undefined) throw new RangeError(`${exchange} has no regular hours on ${date}`);
  return span;
}

/** Start of continuous trading (epoch ms); on a day without trading, when it would have started. */
export function sessionOpen(exchange: Exchange, date: IsoDate): number {
  return spanOrRegular(exchange, date)[0];
}

/** End of continuous trading (epoch ms), before any closing auction; on a day without trading, when it would have ended. */
export function sessionClose(exchange: Exchange, date: IsoDate): number {
  return spanOrRegular(exchange, date)[1];
}

/** What the exchange is doing at an instant (epoch ms). */
export function marketStatus(exchange: Exchange, ms: number): MarketStatus {
  const date = istDate(ms);
  const sessions = sessionsOn(exchange, date);
  if (sessions.length === 0) {
    const next = nextTradingDay(exchange, date);
    return { status: "closed", phase: null, nextChangeAt: istInstant(next, "00:00") };
  }
  for (const session of sessions) {
    if (ms < session.open) return { status: "before_open", phase: null, nextChangeAt: session.open };
    if (ms < session.close) {
      const status = session.phase === "pre_open" ? "before_open" : "open";
      return { status, phase: session.phase, nextChangeAt: session.close };
    }
  }
  return { status: "after_close", phase: null, nextChangeAt: istInstant(date, "24:00") };
}

/** When any exchange next opens, closes or changes its phase, epoch ms. */
export function nextMarketChange(ms: number): number {
  return Math.min(...EXCHANGES.map((exchange) => marketStatus(exchange, ms).nextChangeAt));
}

/** The next start of continuous trading strictly after an instant (epoch ms). */
export function nextOpenAt(exchange: Exchange, ms: number): number {
  const date = istDate(ms);
  const later = sessionsOn(exchange, date).find((s) => s.phase === "continuous" && s.open > ms);
  return later?.open ?? sessionOpen(exchange, nextTradingDay(exchange, date));
}

/**
 * First open and last close of each exchange on a date, pre-open left out and closing auction included;
 * on a day without trading the regular hours of that date.
 */
export function marketTimings(date: IsoDate): Record<Exchange, [open: string, close: string]> {
  const timing = (exchange: Exchange): [string, string] => {
    const actual = sessionsOn(exchange, date);
    const sessions = actual.length > 0 ? actual : toSessions(date, regularHours(exchange, date), null);
    const trading = sessions.filter((session) => session.phase !== "pre_open");
    const first = trading[0];
    const last = trading[trading.length - 1];
    if (first === undefined || last === undefined)
      throw new RangeError(`${exchange} has no hours on ${date}`);
    return [istClock(first.open), istClock(last.close)];
  };
  return {
    NSE: timing("NSE"),
    BSE: timing("BSE"),
    NFO: timing("NFO"),
    BFO: timing("BFO"),
    CDS: timing("CDS"),
    BCD: timing("BCD"),
    MCX: timing("MCX"),
  };
}
