import { compactDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { MOST_CONTRACT_FIGURES } from "#protocol/http/chart-limits.ts";
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
import { endedBy, sessionOf, sessionOfAll } from "../sessions.ts";
import { closesBefore } from "./closes-before.ts";
import { closingMeasures } from "./closing-measures.ts";
import { type MeasureFigures, minuteFigures, NOTHING_KNOWN, sampleFigures } from "./measure-figures.ts";
import { type MeasureSessions, measureExpiries, measureSessions } from "./measure-question.ts";
import { nearestExpiries } from "./nearest-expiries.ts";
import { type OptionReader, optionReader, withOptions } from "./option-figures.ts";
import { countOf, isOfStrikes, mustBeListed, type StrikeChoice, strikeChoice } from "./strike-choice.ts";
import {
  type ChosenFigures,
  type ChosenReader,
  chosenReader,
  UNKNOWN_BEFORE,
  withChosen,
} from "./strike-figures.ts";

type Payload = ChartMeasuresResponse["payload"];

interface Bar {
  readonly start: number;
  readonly figures: MeasureFigures;
  /** by the expiry's place, IV of its chosen strikes */
  strikeIvs(place: number): Float64Array;
}

/** A session with its bars. */
interface SessionBars {
  readonly told: ChartSession;
  readonly bars: readonly Bar[];
  /** by the expiry's place; empty where figures are of all strikes */
  readonly chosen: readonly ChosenFigures[];
}

const NO_IVS = new Float64Array(0);

interface Question extends MeasureSessions {
  readonly past: ChartPast;
  /** instrument token */
  readonly underlying: number;
  readonly exchange: Parameters<ChartPast["sessions"]>[0];
  /** YYYYMMDD */
  expiriesOf(session: SessionTimes): readonly number[];
  /** What bars of its options say of an expiry, where its measures do not; null where there are none. */
  readonly ofOptions: OptionReader | null;
  /** What the chosen strikes say; null where figures are of all of them. */
  readonly ofChosen: ChosenReader | null;
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
async function* sessionsOf(question: Question): AsyncGenerator<SessionBars> {
  const { ofChosen, past, underlying, exchange, expiriesOf, interval, now, running, sessions, present } =
    question;
  const isDaily = interval === "1D";
  const over = sessions.filter((session) => session !== present);
  const closeOf =
    isDaily && over.length > 0 ? await closingMeasures(past, underlying, expiriesOf, over) : null;
  const read = async (session: SessionTimes) => {
    const { date } = session;
    const expiries = expiriesOf(session);
    const days = await past.measures({ underlying, exchange, expiries, span: { date }, until: now });
    return days?.find((day) => day.date === date) ?? null;
  };
  for (const [i, session] of sessions.entries()) {
    await breathe();
    if (closeOf !== null && session !== present) {
      // Minutes have what days have not; they are read as far back as a chart by the minute goes.
      const day = i >= sessions.length - MOST_MINUTE_SESSIONS ? await read(session) : null;
      const { told, figures } = closeOf(session, day);
      if (ofChosen === null) {
        yield { told, bars: [{ start: session.open, figures, strikeIvs: () => NO_IVS }], chosen: [] };
        continue;
      }
      // Of single contracts minutes are kept and no closes.
      const last = endedBy(session, now) - 1;
      const chosen = day === null ? [] : await ofChosen(session, expiriesOf(session), day, null, [last]);
      const bar: Bar = {
        start: session.open,
        figures: withChosen(figures, chosen, null, false),
        strikeIvs: (place) => chosen[place]?.ivs(last) ?? NO_IVS,
      };
      yield { told, bars: [bar], chosen };
      continue;
    }
    const day = await read(session);
    const ended = endedBy(session, now);
    const on = session === present ? running : null;
    const options = (await question.ofOptions?.(session, expiriesOf(session), day)) ?? [];
    const spans = spansOf(question, session);
    const minutes = spans.map(({ last }) => last).filter((last) => last < ended);
    const chosen = (await ofChosen?.(session, expiriesOf(session), day, on, minutes)) ?? [];
    const bars = spans.map(({ start, last }): Bar => {
      const isRunning = on !== null && last === ended;
      const figures = isRunning ? on : withOptions(minuteFigures(day, last), options, last);
      const ivsOf = (own: ChosenFigures | undefined) => (isRunning ? own?.running : own)?.ivs(last);
      return {
        start,
        figures: ofChosen === null ? figures : withChosen(figures, chosen, last, isRunning),
        strikeIvs: (place) => ivsOf(chosen[place]) ?? NO_IVS,
      };
    });
    const told = [sessionOf(session, day), ...[...options, ...chosen].flatMap((each) => each?.told ?? [])];
    yield { told: sessionOfAll(told), bars, chosen };
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

/**
 * What is read for some strikes is as much as a chart of their contracts would be.
 * @throws AppError request.invalid for more than that
 */
function mustBeFewStrikes(question: Question, choice: StrikeChoice, expiries: number): void {
  const bars = question.sessions.reduce((sum, each) => sum + spansOf(question, each).length, 0);
  // Open interest, price and volume of call and put.
  const figures = bars * (3 * 2 * countOf(choice) * expiries + 1);
  if (figures <= MOST_CONTRACT_FIGURES) return;
  const text =
    `${figures} figures of options are too many: ${MOST_CONTRACT_FIGURES} are read at most; ` +
    "ask for fewer strikes, expiries or sessions, or for a longer interval";
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
  market: Pick<ChartMarket, "now" | "directory" | "measures" | "chain" | "quotes">,
  past: ChartPast,
  request: ChartMeasuresRequest,
): Promise<Payload> {
  const { underlying_symbol: symbol, interval = "1M", measures } = request;
  const directory = await market.directory();
  const underlying = chartUnderlying(directory, symbol);
  const { instrument_token: token } = underlying.spot;
  const now = market.now();
  const listed = directory.expiries(underlying.u);
  const isNearest = request.nearest === true;
  const choice = strikeChoice(request);
  if (isNearest && request.expiries !== undefined) {
    throw new AppError("request.invalid", "Give expiries, or ask for the nearest of each session; not both");
  }
  const asked = measureExpiries(directory, underlying, symbol, request.expiries, now);
  const isOver = (expiry: string): boolean => !listed.includes(expiry);
  const date = request.date ?? (asked.every(isOver) ? asked.at(-1)! : null);
  const asking = measureSessions(past, underlying.exchange, request, date, now);
  const { sessions, present } = asking;
  const nearest = isNearest
    ? await nearestExpiries({ past, underlying, symbol, listed, now }, sessions)
    : null;
  const expiries = nearest === null ? asked : [nearest.at(-1)!];
  const namesOf = (session: SessionTimes): readonly string[] =>
    nearest === null ? asked : [nearest[sessions.indexOf(session)]!];
  const expiriesOf = (session: SessionTimes): readonly number[] =>
    namesOf(session).map((expiry) => compactDate(expiry as IsoDate));
  const isRunning = present !== null && sessions.includes(present) && isOn(present, now);
  const sample = isRunning ? await market.measures(token) : null;
  const running = isRunning
    ? sample === null
      ? NOTHING_KNOWN
      : sampleFigures(sample, expiriesOf(present))
    : null;

  const isWanted = (name: NonNullable<typeof measures>[number]): boolean =>
    measures === undefined || measures.includes(name);
  const ofUnderlying = UNDERLYING_MEASURES.filter(isWanted);
  const ofExpiries = EXPIRY_MEASURES.filter(isWanted);
  const wantsIv = measures?.includes("strike_iv") ?? false;
  const ivStrikes = wantsIv && choice !== null && "strikes" in choice ? choice.strikes : [];
  if (choice !== null) {
    for (const expiry of expiries.filter((each) => listed.includes(each))) {
      mustBeListed(choice, optionTable(directory, underlying, [expiry]));
    }
  }
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
      ...(choice !== null && { strikes: [] }),
      ...(wantsIv && { strike_iv: ivStrikes.map((strike) => ({ strike, iv: [] })) }),
    })),
    ...(nearest !== null && { nearest: [...nearest] }),
    sessions: [],
  };
  const isSeen = expiries.map((expiry) => nearest !== null || !isOver(expiry));
  const question: Question = {
    ...asking,
    past,
    underlying: token,
    exchange: underlying.exchange,
    expiriesOf,
    ofOptions: optionReader(
      { past, directory, underlying, now, present },
      choice === null ? ofExpiries : ofExpiries.filter((name) => !isOfStrikes(name)),
    ),
    ofChosen:
      choice === null || !(wantsIv || ofExpiries.some(isOfStrikes))
        ? null
        : chosenReader({
            ...{ market, past, directory, underlying, symbol, now, present, choice, wantsIv },
            wantsBefore: isWanted("call_oi") || isWanted("put_oi"),
          }),
    interval,
    now,
    running,
  };
  mustBeFew(question, ofUnderlying.length + expiries.length * (ofExpiries.length + ivStrikes.length));
  if (choice !== null) mustBeFewStrikes(question, choice, expiries.length);
  const chosenBefore: (readonly ChosenFigures["before"][])[] = [];
  for await (const { told, bars, chosen } of sessionsOf(question)) {
    payload.sessions.push(told);
    payload.expiries.forEach((own, place) => void own.strikes?.push([...(chosen[place]?.strikes ?? [])]));
    chosenBefore.push(expiries.map((_, place) => chosen[place]?.before ?? UNKNOWN_BEFORE));
    for (const { start, figures, strikeIvs } of bars) {
      payload.times.push(start);
      for (const name of ofUnderlying) payload.underlying[name]!.push(orNull(figures.underlying(name)));
      payload.expiries.forEach((own, place) => {
        for (const name of ofExpiries) own[name]!.push(orNull(figures.expiry(place, name)));
        const ivs = strikeIvs(place);
        own.strike_iv?.forEach(({ iv }, row) => void iv.push(orNull(ivs[row] ?? Number.NaN)));
        isSeen[place] ||= EXPIRY_MEASURES.some(
          (name: ExpiryMeasure) => !Number.isNaN(figures.expiry(place, name)),
        );
      });
    }
  }
  if (isWanted("call_oi") || isWanted("put_oi")) {
    const before =
      choice === null
        ? await closesBefore(
            { market, past, directory, underlying, isDaily: interval === "1D" },
            asking,
            namesOf,
          )
        : chosenBefore;
    payload.expiries.forEach((own, place) => {
      if (isWanted("call_oi")) own.call_oi_before = before.map((each) => orNull(each[place]!.call));
      if (isWanted("put_oi")) own.put_oi_before = before.map((each) => orNull(each[place]!.put));
    });
  }
  const lost = expiries.find((_, place) => !isSeen[place]);
  if (lost !== undefined) mustBeKept(symbol, lost, listed, sessions);
  return { ...payload, running_at: running === null ? null : payload.times.at(-1)! };
}
