import { compactDate } from "#domain/calendar/ist.ts";
import { ivPercentile } from "#domain/chain/iv-statistics.ts";
import type { Origin } from "#domain/chain/origin.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { ExpiryDay } from "../../../market/history/daily/daily-bars.ts";
import type { MeasureDay } from "../../../market/history/measures/measure-days.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { ChartPast } from "../chart-past.ts";
import { closedSession } from "../sessions.ts";
import { KEPT_AS, lastFigures, type MeasureFigures } from "./measure-figures.ts";

/** A session as its close. */
export interface ClosingMeasures {
  readonly told: ChartSession;
  readonly figures: MeasureFigures;
}

interface Close extends Pick<MeasureFigures, "underlying"> {
  readonly days: readonly ExpiryDay[];
  readonly origins: readonly Origin[];
}

/** Reads the closes of sessions that are over. @param expiriesOf YYYYMMDD, in the order asked for */
export async function closingMeasures(
  past: Pick<ChartPast, "days" | "expiryDays" | "closes">,
  underlying: number,
  expiriesOf: (session: SessionTimes) => readonly number[],
  sessions: readonly SessionTimes[],
): Promise<(session: SessionTimes, day: MeasureDay | null) => ClosingMeasures> {
  const [first, last] = [sessions[0]!, sessions.at(-1)!];
  const [days, expiryDays] = await Promise.all([
    past.days(underlying, first.date, last.date),
    past.expiryDays(underlying, first.date, last.date),
  ]);
  const closes = past.closes(underlying);

  function closeOf(session: SessionTimes): Close {
    const compact = compactDate(session.date);
    const expiries = expiriesOf(session);
    const spot = days?.find((each) => each.date === compact);
    const own = (expiryDays ?? []).filter((each) => each.date === compact && expiries.includes(each.expiry));
    const place = closes.findIndex((each) => each.date === compact);
    const iv30 = closes[place]?.iv30 ?? Number.NaN;
    const figures = {
      spot: () => spot?.close ?? Number.NaN,
      iv30: () => iv30,
      ivp: () =>
        ivPercentile(
          closes.slice(0, Math.max(0, place)).flatMap((each) => each.iv30 ?? []),
          iv30,
        ),
    };
    const origins = [...own, ...(spot === undefined ? [] : [spot]), ...(place < 0 ? [] : [closes[place]!])];
    return { days: own, origins: origins.map(({ origin }) => origin), underlying: (name) => figures[name]() };
  }

  /** What is kept of days; what is not, as it was told last. @param day null where it was not read */
  return (session, day) => {
    const close = closeOf(session);
    const expiries = expiriesOf(session);
    const minute = lastFigures(day);
    const or = (value: number | null | undefined, other: number): number =>
      value === null || value === undefined || Number.isNaN(value) ? other : value;
    const origins = [...close.origins, ...(day === null || day.origin === null ? [] : [day.origin])];
    return {
      told: closedSession(session, origins),
      figures: {
        underlying: (name) => or(close.underlying(name), minute.underlying(name)),
        expiry(place, name) {
          const own = close.days.find(({ expiry }) => expiry === expiries[place]);
          const key = KEPT_AS[name];
          const kept = key === "synthetic" || key === "atmStrike" || key === "straddle" ? null : own?.[key];
          return or(kept, minute.expiry(place, name));
        },
      },
    };
  };
}
