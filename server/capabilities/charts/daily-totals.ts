import { compactDate } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { SessionTimes } from "../../market/history/session-times.ts";
import type { ChartPast } from "./chart-past.ts";
import type { SessionTotals } from "./session-totals.ts";
import { closedSession } from "./sessions.ts";

/**
 * Closes of sessions that were over before the present market day, each as a session of one minute; of a day of which nothing is kept
 * all is unknown.
 * @param sessions oldest first; @param expiries YYYY-MM-DD
 */
export async function dailyTotals(
  { days, expiryDays }: Pick<ChartPast, "days" | "expiryDays">,
  underlying: number,
  expiries: readonly string[],
  sessions: readonly SessionTimes[],
): Promise<ReadonlyMap<IsoDate, SessionTotals>> {
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const [closes, kept] = await Promise.all([
    days(underlying, first.date, last.date),
    expiryDays(underlying, first.date, last.date),
  ]);
  const wanted = new Set(expiries.map((expiry) => compactDate(expiry as IsoDate)));
  return new Map(
    sessions.map((session) => {
      const date = compactDate(session.date);
      const close = closes?.find((each) => each.date === date);
      const own = (kept ?? []).filter((each) => each.date === date && wanted.has(each.expiry));
      const sum = (of: (each: (typeof own)[number]) => number): number =>
        own.length === 0 ? Number.NaN : own.reduce((all, each) => all + of(each), 0);
      const origins = [...own, ...(close === undefined ? [] : [close])].map(({ origin }) => origin);
      return [
        session.date,
        {
          told: closedSession(session, origins),
          spot: Float64Array.of(close?.close ?? Number.NaN),
          call: Float64Array.of(sum(({ callOi }) => callOi)),
          put: Float64Array.of(sum(({ putOi }) => putOi)),
        },
      ] as const;
    }),
  );
}
