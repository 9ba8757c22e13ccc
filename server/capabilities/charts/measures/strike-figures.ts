import { fromCompactDate } from "#domain/calendar/ist.ts";
import { pcr } from "#domain/chain/measures.ts";
import type { ExpiryMeasure } from "#protocol/http/chart-measures.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { QuoteDetails } from "#protocol/http/quotes.ts";
import type { MeasureDay } from "../../../market/history/measures/measure-days.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { InstrumentDirectory } from "../../../market/instruments/directory.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { chainFigures } from "../chain-figures.ts";
import { type OptionTable, optionTable, wantedOptions } from "../chart-expiries.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartMarket } from "../chart-market.ts";
import type { ChartPast } from "../chart-past.ts";
import { endedMinutes } from "../minute-columns.ts";
import { chainsOf } from "../oi-by-strike.ts";
import { closeBefore, previousOf } from "../oi-snapshots.ts";
import { totalOf } from "../oi-sums.ts";
import { keptReading } from "../session-totals.ts";
import { endedBy } from "../sessions.ts";
import { FRESH_MINUTES, freshClose, strikeIvs, type Terms, termsOf, tickOf } from "../strike-ivs.ts";
import { lastFigures, type MeasureFigures } from "./measure-figures.ts";
import { figuresOf, type OfOptions } from "./option-figures.ts";
import { chosenStrikes, isOfStrikes, type StrikeChoice, tableOf } from "./strike-choice.ts";

const MINUTE_MS = 60_000;
/** Minutes that are solved between two turns of the relay. */
const MINUTES_AT_ONCE = 40;

/** The chosen strikes of an expiry through a session. */
export interface ChosenFigures {
  /** rupees, ascending; empty where it is not known which they are */
  readonly strikes: readonly number[];
  /** null where nothing was read */
  readonly told: ChartSession | null;
  /** A figure at the end of a minute, NaN unknown. @param minute from the open; null: as it was told last */
  at(name: OfOptions, minute: number | null): number;
  /** IV by the chosen strikes at the end of a minute that was asked for, fractions; NaN unknown. */
  ivs(minute: number | null): Float64Array;
  /** what the viewer's own market says of the minute that is on, null where none is */
  readonly running: Pick<ChosenFigures, "at" | "ivs"> | null;
  /** open interest at the close before, units, NaN unknown */
  readonly before: { readonly call: number; readonly put: number };
}

const NONE = new Float64Array(0);
const UNKNOWN: Pick<ChosenFigures, "at" | "ivs"> = { at: () => Number.NaN, ivs: () => NONE };
export const UNKNOWN_BEFORE = { call: Number.NaN, put: Number.NaN };
const NOT_KNOWN: ChosenFigures = {
  ...UNKNOWN,
  strikes: [],
  told: null,
  running: null,
  before: UNKNOWN_BEFORE,
};

interface Given {
  readonly market: Pick<ChartMarket, "now" | "chain" | "quotes">;
  readonly past: ChartPast;
  readonly directory: InstrumentDirectory;
  readonly underlying: ChartUnderlying;
  readonly symbol: string;
  /** the viewer's market time */
  readonly now: number;
  readonly present: SessionTimes | null;
  readonly choice: StrikeChoice;
  readonly wantsIv: boolean;
  readonly wantsBefore: boolean;
}

/** By the expiries' places. */
export type ChosenReader = (
  session: SessionTimes,
  /** YYYYMMDD */
  expiries: readonly number[],
  day: MeasureDay | null,
  /** what the viewer's own market says of the session that is on; null where none is */
  running: MeasureFigures | null,
  /** minutes whose volatilities are asked for */
  ivMinutes: readonly number[],
) => Promise<readonly ChosenFigures[]>;

const sum = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b);

function runningFigures(
  { now, wantsIv }: Given,
  table: OptionTable,
  quotes: ReadonlyMap<number, QuoteDetails>,
  forward: number,
  terms: Terms | null,
  tick: number,
): Pick<ChosenFigures, "at" | "ivs"> {
  const total = (isCall: boolean, of: (quote: QuoteDetails) => number): number =>
    table.options.reduce((all, option) => {
      const quote = option.isCall === isCall ? quotes.get(option.token) : undefined;
      return quote === undefined ? all : sum(all, of(quote));
    }, Number.NaN);
  const [callOi, putOi] = [total(true, ({ oi }) => oi), total(false, ({ oi }) => oi)];
  const figures: Readonly<Record<OfOptions, number>> = {
    call_oi: callOi,
    put_oi: putOi,
    pcr: pcr(putOi, callOi),
    max_pain: Number.NaN,
    call_volume: total(true, ({ volume }) => volume),
    put_volume: total(false, ({ volume }) => volume),
  };
  const price = (option: number): number => {
    const quote = quotes.get(table.options[option]!.token);
    const isFresh =
      quote !== undefined &&
      quote.volume > 0 &&
      (quote.last_trade_time ?? 0) > now - FRESH_MINUTES * MINUTE_MS;
    return isFresh ? quote.last_price : Number.NaN;
  };
  const ivs = terms === null || !wantsIv ? NONE : strikeIvs(table, terms, tick, { at: now, forward, price });
  return { at: (name) => figures[name], ivs: () => ivs };
}

/** IV by the minutes that are asked for. */
async function ivMinutesOf(
  { past, underlying, now }: Given,
  table: OptionTable,
  session: SessionTimes,
  forward: Float64Array | undefined,
  terms: Terms,
  tick: number,
  minutes: readonly number[],
): Promise<ReadonlyMap<number, Float64Array>> {
  const { day } = await endedMinutes(past, wantedOptions(table, underlying), session, now);
  const found = new Map<number, Float64Array>();
  for (const [n, minute] of minutes.entries()) {
    if (n % MINUTES_AT_ONCE === 0) await breathe();
    const moment = {
      at: session.open + (minute + 1) * MINUTE_MS,
      forward: forward?.[minute] ?? Number.NaN,
      price: (option: number) => freshClose(day?.columns[option], minute),
    };
    found.set(minute, strikeIvs(table, terms, tick, moment));
  }
  return found;
}

/** Open interest of the chosen strikes at the close before a session, as chains and history have it. */
async function beforeOf(
  { market, past, underlying, symbol, present }: Given,
  table: OptionTable,
  session: SessionTimes,
) {
  const [expiry] = table.expiries;
  if (session === present) {
    const chains = await chainsOf(market, underlying.spot.instrument_token, symbol, [expiry!]);
    const { sums } = previousOf(table, chains.map(chainFigures), Number.NaN);
    return { call: totalOf(sums.call), put: totalOf(sums.put) };
  }
  const { sums } = await closeBefore(past, underlying, table, session.date, Number.NaN);
  return { call: totalOf(sums.call), put: totalOf(sums.put) };
}

/** Reads what the options of the chosen strikes say: never a figure of all strikes in its place. */
export function chosenReader(given: Given): ChosenReader {
  const { market, past, directory, underlying, now, present, choice, wantsIv, wantsBefore } = given;
  const listed = directory.expiries(underlying.u);
  const tick = tickOf(directory, underlying);
  /** by expiry: one chain tells the rate of all its sessions */
  const terms = new Map<string, Promise<Terms>>();
  const termsFor = (expiry: string): Promise<Terms> => {
    const own = terms.get(expiry) ?? termsOf(market, underlying, expiry);
    terms.set(expiry, own);
    return own;
  };

  async function of(
    session: SessionTimes,
    compact: number,
    place: number,
    day: MeasureDay | null,
    running: MeasureFigures | null,
    ivMinutes: readonly number[],
  ): Promise<ChosenFigures> {
    const expiry = fromCompactDate(compact);
    // Which options an expiry had is known while it is listed.
    if (!listed.includes(expiry)) return NOT_KNOWN;
    const all = optionTable(directory, underlying, [expiry]);
    const forwardNow = running?.expiry(place, "forward") ?? Number.NaN;
    const forward = Number.isNaN(forwardNow) ? lastFigures(day).expiry(place, "forward") : forwardNow;
    const strikes = chosenStrikes(choice, all, forward);
    if (strikes.length === 0) return NOT_KNOWN;
    const table = tableOf(all, strikes);
    const make = () => figuresOf({ past, underlying, now }, table, session, undefined);
    const key = `${directory.etag} ${underlying.spot.tradingsymbol} ${session.date} strikes ${expiry} ${strikes.join()}`;
    const ended = endedBy(session, now);
    const { told, columns } = await (session === present ? make() : keptReading(past, key, now, make));
    const own = wantsIv ? await termsFor(expiry) : null;
    const forwards = day?.expiries[place]?.forward;
    const ivs =
      own === null
        ? new Map<number, Float64Array>()
        : await ivMinutesOf(given, table, session, forwards, own, tick, ivMinutes);
    const quotes = running === null ? null : await market.quotes(table.options.map(({ token }) => token));
    return {
      strikes,
      told: ended === 0 ? null : told,
      at(name, minute) {
        const column = columns[name];
        if (minute !== null) return column[minute] ?? Number.NaN;
        return column.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
      },
      ivs: (minute) => ivs.get(minute ?? ended - 1) ?? NONE,
      running: quotes === null ? null : runningFigures(given, table, quotes, forwardNow, own, tick),
      before: wantsBefore ? await beforeOf(given, table, session) : UNKNOWN_BEFORE,
    };
  }

  return async (session, expiries, day, running, ivMinutes) => {
    const told: ChosenFigures[] = [];
    for (const [place, expiry] of expiries.entries()) {
      told.push(await of(session, expiry, place, day, running, ivMinutes));
    }
    return told;
  };
}

/** What of a moment is of the chosen strikes is theirs, the rest is of the expiry. @param minute null: as it was told last */
export const withChosen = (
  figures: MeasureFigures,
  chosen: readonly ChosenFigures[],
  minute: number | null,
  isRunning: boolean,
): MeasureFigures => ({
  underlying: figures.underlying,
  expiry(place, name: ExpiryMeasure) {
    if (!isOfStrikes(name)) return figures.expiry(place, name);
    const own = chosen[place] ?? NOT_KNOWN;
    return isRunning ? (own.running?.at(name, minute) ?? Number.NaN) : own.at(name, minute);
  },
});
