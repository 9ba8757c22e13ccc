import { compactDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import {
  type ChartMeasuresRequest,
  type ChartMeasuresResponse,
  EXPIRY_MEASURES,
  type ExpiryMeasure,
  MOST_MEASURE_FIGURES,
  UNDERLYING_MEASURES,
} from "#protocol/http/chart-measures.ts";
import { type ChartSession, MOST_MINUTE_SESSIONS } from "#protocol/http/chart-parts.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { type BarSpan, barsOf } from "../chart-bars.ts";
import { noExpiry, optionTable } from "../chart-expiries.ts";
import { chartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { isOn, orNull } from "../minute-columns.ts";
import { endedBy, sessionOf } from "../sessions.ts";
import { closingMeasures } from "./closing-measures.ts";
import { type MeasureFigures, minuteFigures, NOTHING_KNOWN, sampleFigures } from "./measure-figures.ts";
import { type MeasureSessions, measureExpiries, measureSessions } from "./measure-question.ts";

type Payload = ChartMeasuresResponse["payload"];

interface Bar {
  readonly start: number;
  readonly figures: MeasureFigures;
}

interface Question extends MeasureSessions {
  readonly past: ChartPast;
  /** instrument token */
  readonly underlying: number;
  readonly exchange: Parameters<ChartPast["sessions"]>[0];
  /** YYYYMMDD */
  readonly expiries: readonly number[];
  readonly interval: Payload["interval"];
  /** the viewer's market time */
  readonly now: number;
  /** what the viewer's own market says, where the last session has a minute that is on */
  readonly running: MeasureFigures | null;
}

/** Bars of a session, as far as the viewer's market has come. */
const spansOf = ({ now, present, running, interval }: Question, session: SessionTimes): readonly BarSpan[] =>
  barsOf(session.open, endedBy(session, now) + (session === present && running !== null ? 1 : 0), interval);

/** A session at a time: the columns of one are let go of before those of the next are read. */
async function* sessionsOf(question: Question): AsyncGenerator<{ told: ChartSession; bars: Bar[] }> {
  const { past, underlying, exchange, expiries, interval, now, running, sessions, present } = question;
  const isDaily = interval === "1D";
  const over = sessions.filter((session) => session !== present);
  const closeOf = isDaily && over.length > 0 ? await closingMeasures(past, underlying, expiries, over) : null;
  const read = async ({ date }: SessionTimes) => {
    const days = await past.measures({ underlying, exchange, expiries, span: { date }, until: now });
    return days?.find((day) => day.date === date) ?? null;
  };
  for (const [i, session] of sessions.entries()) {
    await breathe();
    if (closeOf !== null && session !== present) {
      // Minutes have what days have not; they are read as far back as a chart by the minute goes.
      const day = i >= sessions.length - MOST_MINUTE_SESSIONS ? await read(session) : null;
      const { told, figures } = closeOf(session, day);
      yield { told, bars: [{ start: session.open, figures }] };
      continue;
    }
    const day = await read(session);
    const ended = endedBy(session, now);
    const on = session === present ? running : null;
    const bars = spansOf(question, session).map(({ start, last }): Bar => {
      return { start, figures: on !== null && last === ended ? on : minuteFigures(day, last) };
    });
    yield { told: sessionOf(session, day), bars };
  }
}

/** @throws AppError request.invalid for more than an answer has */
function mustBeFew(question: Question, columns: number): void {
  const bars = question.sessions.reduce((sum, each) => sum + spansOf(question, each).length, 0);
  const figures = bars * columns;
  if (figures <= MOST_MEASURE_FIGURES) return;
  const text =
    `${figures} figures are too many: an answer has ${MOST_MEASURE_FIGURES} at most; ` +
    "ask for fewer measures, expiries or sessions, or for a longer interval";
  throw new AppError("request.invalid", text, { figures });
}

/** @throws AppError for an expiry that is over of which nothing is kept */
function mustBeKept(
  symbol: string,
  expiry: string,
  listed: readonly string[],
  sessions: readonly SessionTimes[],
): void {
  const [first, last] = [sessions[0]!.date, sessions.at(-1)!.date];
  if (expiry >= first && expiry <= last) throw noExpiry(symbol, expiry, listed);
  const text = `Nothing is kept of ${symbol} ${expiry} from ${first} to ${last}; give "date": "${expiry}" for its last session`;
  throw new AppError("request.invalid", text, { symbol, expiry });
}

/**
 * Measures of expiries and of their underlying over time, as far as the viewer's market has come.
 * @throws AppError underlying.not_found, derivative.not_found, request.invalid, server.unavailable, metacache.failed
 */
export async function chartMeasures(
  market: Pick<ChartMarket, "now" | "directory" | "measures">,
  past: ChartPast,
  request: ChartMeasuresRequest,
): Promise<Payload> {
  const { underlying_symbol: symbol, interval = "1M", measures } = request;
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const { instrument_token: token } = underlying.spot;
  const now = market.now();
  const listed = directory.expiries(underlying.u);
  const expiries = measureExpiries(directory, underlying, symbol, request.expiries, now);
  const isOver = (expiry: string): boolean => !listed.includes(expiry);
  const date = request.date ?? (expiries.every(isOver) ? expiries.at(-1)! : null);
  const { sessions, present } = measureSessions(past, underlying.exchange, request, date, now);
  const compact = expiries.map((expiry) => compactDate(expiry as IsoDate));
  const isRunning = present !== null && sessions.includes(present) && isOn(present, now);
  const sample = isRunning ? await market.measures(token) : null;
  const running = isRunning ? (sample === null ? NOTHING_KNOWN : sampleFigures(sample, compact)) : null;

  const isWanted = (name: NonNullable<typeof measures>[number]): boolean =>
    measures === undefined || measures.includes(name);
  const ofUnderlying = UNDERLYING_MEASURES.filter(isWanted);
  const ofExpiries = EXPIRY_MEASURES.filter(isWanted);
  const payload: Payload = {
    underlying_symbol: symbol,
    interval,
    underlying_token: token,
    times: [],
    running_at: null,
    underlying: Object.fromEntries(ofUnderlying.map((name) => [name, []])),
    expiries: expiries.map((expiry) => ({
      expiry,
      lot_size: isOver(expiry) ? null : optionTable(directory, underlying, [expiry]).lotSize,
      ...Object.fromEntries(ofExpiries.map((name) => [name, []])),
    })),
    sessions: [],
  };
  const isSeen = expiries.map((expiry) => !isOver(expiry));
  const { exchange } = underlying;
  const question = {
    past,
    underlying: token,
    exchange,
    expiries: compact,
    interval,
    now,
    running,
    sessions,
    present,
  };
  mustBeFew(question, ofUnderlying.length + expiries.length * ofExpiries.length);
  for await (const { told, bars } of sessionsOf(question)) {
    payload.sessions.push(told);
    for (const { start, figures } of bars) {
      payload.times.push(start);
      for (const name of ofUnderlying) payload.underlying[name]!.push(orNull(figures.underlying(name)));
      payload.expiries.forEach((own, place) => {
        for (const name of ofExpiries) own[name]!.push(orNull(figures.expiry(place, name)));
        isSeen[place] ||= EXPIRY_MEASURES.some(
          (name: ExpiryMeasure) => !Number.isNaN(figures.expiry(place, name)),
        );
      });
    }
  }
  const lost = expiries.find((_, place) => !isSeen[place]);
  if (lost !== undefined) mustBeKept(symbol, lost, listed, sessions);
  return { ...payload, running_at: running === null ? null : payload.times.at(-1)! };
}
