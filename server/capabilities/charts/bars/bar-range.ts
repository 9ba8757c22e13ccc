import { addDays, istDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { type BarInterval, MOST_BAR_DAYS } from "#protocol/http/chart-bars.ts";
import { MOST_MINUTE_SESSIONS, type OiInterval } from "#protocol/http/chart-parts.ts";
import { type Period, periodStart } from "../../../market/history/daily/periods.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { minutesOf } from "../chart-bars.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";
import { type BegunSessions, nearestSaid, sessionsUntil } from "../sessions.ts";

/** Of a question for bars, epoch ms; null where it is not said. */
export interface AskedRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** What an answer is made of: bars that end after `from` and begin before `to`. */
export interface BarRange {
  /** those that have a part in it, oldest first, at least one */
  readonly sessions: readonly SessionTimes[];
  /** the session of the present market day, null before it begins */
  readonly present: SessionTimes | null;
  readonly from: number;
  readonly to: number;
}

const PERIODS: Partial<Readonly<Record<BarInterval, Period>>> = { "1W": "week", "1MO": "month" };

/** Of which days bars are made, where they are longer than one; null where they are not. */
export const periodOf = (interval: BarInterval): Period | null => PERIODS[interval] ?? null;

/** Whether bars are parts of sessions. */
export const isOfMinutes = (interval: BarInterval): interval is Exclude<OiInterval, "1D"> =>
  interval !== "1D" && periodOf(interval) === null;

const invalid = (text: string, { from, to }: AskedRange): AppError =>
  new AppError("request.invalid", text, { ...(from !== null && { from }), ...(to !== null && { to }) });

/** @throws AppError request.invalid */
function checkedEnd(asked: AskedRange, now: number): number {
  const { from, to } = asked;
  if (to !== null && to > now) throw invalid("to is in the future; leave it out for now", asked);
  if (to === null && from !== null && from >= now) {
    throw invalid("from is in the future; leave it out for the newest bars", asked);
  }
  if (to !== null && from !== null && from >= to) {
    throw invalid("from must be before to: exchange them, or leave from out", asked);
  }
  // The minute that begins this very moment is on.
  return to ?? now + 1;
}

/** Why bars begin no earlier, and what to ask for instead. */
function reachSaid(interval: BarInterval, isContract: boolean): string {
  if (isOfMinutes(interval)) {
    const longer = isContract ? "" : `; ask for 1D, 1W or 1MO, which go back ${MOST_BAR_DAYS} days`;
    return `bars of minutes go back ${MOST_MINUTE_SESSIONS} sessions${longer}`;
  }
  return isContract
    ? "days of futures and options go back as far as their minutes"
    : `days go back ${MOST_BAR_DAYS} days`;
}

/** Sessions that bars are made of at most, oldest first, at least one. */
function reachOf(
  past: Pick<ChartPast, "sessions">,
  { exchange }: ChartUnderlying,
  isByMinute: boolean,
  now: number,
): BegunSessions {
  if (isByMinute) return sessionsUntil(past, exchange, MOST_MINUTE_SESSIONS, now);
  const begun = sessionsUntil(past, exchange, MOST_BAR_DAYS, now);
  const earliest = addDays(istDate(now), -MOST_BAR_DAYS);
  const sessions = begun.sessions.filter(
    ({ date }, i) => date >= earliest || i === begun.sessions.length - 1,
  );
  return { ...begun, sessions };
}

/**
 * The sessions that a question for bars is about.
 * @param isContract of futures and options minutes are kept, and no days
 * @throws AppError request.invalid, server.unavailable
 */
export function barRange(
  past: Pick<ChartPast, "sessions">,
  underlying: ChartUnderlying,
  interval: BarInterval,
  isContract: boolean,
  asked: AskedRange,
  now: number,
): BarRange {
  const to = checkedEnd(asked, now);
  const begun = reachOf(past, underlying, isContract || isOfMinutes(interval), now);
  const { sessions, present } = begun;
  const first = sessions[0]!;
  // A night belongs to the session after it.
  const earliest = begun.before(first)?.close ?? first.open;
  if (to <= first.open || (asked.from !== null && asked.from < earliest)) {
    const text = `${to <= first.open ? "to" : "from"} is too far back: the first session is that of ${first.date}; ${reachSaid(interval, isContract)}`;
    throw invalid(text, asked);
  }
  const most = isOfMinutes(interval) ? Math.min(minutesOf(interval), MOST_MINUTE_SESSIONS) : sessions.length;
  const start = asked.from ?? sessions.filter(({ open }) => open < to).slice(-most)[0]!.open;
  const own = sessions.filter(({ open, close }) => close > start && open < to);
  if (own.length === 0) {
    throw invalid(`There was no session between from and to; ${nearestSaid(sessions, start)}`, asked);
  }
  const period = periodOf(interval);
  if (period === null) return { sessions: own, present, from: start, to };
  // The week or month that holds the beginning is told whole.
  const whole = periodStart(own[0]!.date, period);
  const from = sessions.find(({ date }) => date >= whole)!.open;
  return { sessions: sessions.filter(({ open }) => open >= from && open < to), present, from, to };
}
