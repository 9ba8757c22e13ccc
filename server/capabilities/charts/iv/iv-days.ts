import { addDays, compactDate, istDate } from "#domain/calendar/ist.ts";
import { rollingVolatility } from "#domain/chain/historical-volatility.ts";
import { countsIn, type Origin, weakerOrigin } from "#domain/chain/origin.ts";
import { MOST_IV_DAYS } from "#protocol/http/iv-history.ts";
import type { DatedClose } from "../../../market/history/repository.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import {
  lastFigures,
  type MeasureFigures,
  NOTHING_KNOWN,
  sampleFigures,
} from "../measures/measure-figures.ts";
import { isOn } from "../minute-columns.ts";
import { sessionsUntil } from "../sessions.ts";

/** An underlying by the day: a place a session, NaN unknown. */
export interface IvDays {
  /** oldest first; the first is one of which something is known */
  readonly sessions: readonly SessionTimes[];
  /** the last of them, where it is that of the present market day */
  readonly present: SessionTimes | null;
  readonly isRunning: boolean;
  readonly close: readonly number[];
  readonly iv30: readonly number[];
  /** of the expiry asked for; of none all are unknown */
  readonly atmIv: readonly number[];
  readonly origins: readonly (Origin | null)[];
  /** of the returns up to each close that may be built on */
  volatility(sessions: number): readonly number[];
  /** whether all closes are known that can be had */
  readonly isWhole: boolean;
  /** closes that percentiles are taken of, oldest first */
  readonly ranked: readonly DatedClose[];
}

const NAN = Number.NaN;
const weakest = (origins: readonly Origin[]): Origin | null =>
  origins.length === 0 ? null : origins.reduce(weakerOrigin);

/** What the viewer's own market says of the session of today: while it is on the newest, after it the last of its minutes. */
async function presentFigures(
  market: Pick<ChartMarket, "measures">,
  past: Pick<ChartPast, "measures">,
  { spot, exchange }: ChartUnderlying,
  session: SessionTimes,
  expiries: readonly number[],
  now: number,
): Promise<MeasureFigures> {
  const { instrument_token: underlying } = spot;
  if (!isOn(session, now)) {
    const span = { date: session.date };
    const days = await past.measures({ underlying, exchange, expiries, span, until: now });
    const day = days?.find(({ date }) => date === session.date) ?? null;
    const last = lastFigures(day);
    if (!Number.isNaN(last.underlying("iv30"))) return last;
  }
  const sample = await market.measures(underlying);
  return sample === null ? NOTHING_KNOWN : sampleFigures(sample, expiries);
}

/**
 * @param expiry YYYYMMDD, null none
 * @param now the viewer's market time
 * @throws AppError server.unavailable
 */
export async function ivDays(
  market: Pick<ChartMarket, "measures">,
  past: ChartPast,
  underlying: ChartUnderlying,
  expiry: number | null,
  now: number,
): Promise<IvDays> {
  const { instrument_token: token } = underlying.spot;
  const begun = sessionsUntil(past, underlying.exchange, MOST_IV_DAYS, now);
  const earliest = addDays(istDate(now), -MOST_IV_DAYS);
  const inReach = begun.sessions.filter(({ date }) => date >= earliest);
  const [first, last] = [inReach[0]!, inReach.at(-1)!];
  const { present } = begun;
  const [kept, days, ivs, figures] = await Promise.all([
    past.keptCloses(token),
    past.days(token, first.date, last.date),
    expiry === null ? null : past.expiryIvs(token, first.date, last.date),
    present === null
      ? NOTHING_KNOWN
      : presentFigures(market, past, underlying, present, expiry === null ? [] : [expiry], now),
  ]);
  const { isWhole, isInvented, closes } = kept;
  const byDate = new Map(closes.map((close) => [close.date, close]));
  const dayOf = new Map((days ?? []).map((day) => [day.date, day]));
  const ivOf = new Map((ivs ?? []).flatMap((each) => (each.expiry === expiry ? [[each.date, each]] : [])));

  const all = inReach.map((session) => {
    const date = compactDate(session.date);
    if (session === present) {
      const spot = figures.underlying("spot");
      const [iv30, atmIv] = [figures.underlying("iv30"), expiry === null ? NAN : figures.expiry(0, "atm_iv")];
      return { session, close: spot, counted: spot, iv30, atmIv, origin: null };
    }
    const [close, day, iv] = [byDate.get(date), dayOf.get(date), ivOf.get(date)];
    const origins = [close?.origin ?? [], day?.origin ?? [], iv?.origin ?? []].flat();
    const price = day?.close ?? NAN;
    return {
      session,
      close: price,
      counted: day !== undefined && countsIn(isInvented, day.origin) ? price : NAN,
      iv30: close?.iv30 ?? NAN,
      atmIv: iv?.atmIv ?? NAN,
      origin: weakest(origins),
    };
  });
  const begin = all.findIndex(({ origin, session }) => origin !== null || session === present);
  const shown = begin < 0 ? all.slice(-1) : all.slice(begin);
  return {
    sessions: shown.map(({ session }) => session),
    present,
    isRunning: present !== null && isOn(present, now),
    close: shown.map(({ close }) => close),
    iv30: shown.map(({ iv30 }) => iv30),
    atmIv: shown.map(({ atmIv }) => atmIv),
    origins: shown.map(({ origin }) => origin),
    volatility: (sessions) =>
      rollingVolatility(
        shown.map(({ counted }) => counted),
        sessions,
      ),
    isWhole,
    ranked: past.closes(token),
  };
}
