import { fromCompactDate } from "#domain/calendar/ist.ts";
import { maxPain, pcr } from "#domain/chain/measures.ts";
import type { ExpiryMeasure } from "#protocol/http/chart-measures.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { MeasureDay } from "../../../market/history/measures/measure-days.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import type { InstrumentDirectory } from "../../../market/instruments/directory.ts";
import { breathe } from "../../../platform/lib/breathe.ts";
import { type OptionTable, optionTable, wantedOptions } from "../chart-expiries.ts";
import type { ChartUnderlying } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";
import { endedMinutes, oiAt, volumeOf } from "../minute-columns.ts";
import { sumsByStrike, totalOf } from "../oi-sums.ts";
import { keptReading } from "../session-totals.ts";
import { endedBy, sessionOf } from "../sessions.ts";
import { KEPT_AS, type MeasureFigures } from "./measure-figures.ts";

/** What the minutes of an expiry's options say of it. */
const OF_OPTIONS = ["call_oi", "put_oi", "pcr", "max_pain", "call_volume", "put_volume"] as const;
export type OfOptions = (typeof OF_OPTIONS)[number];
const isOfOptions = (name: ExpiryMeasure): name is OfOptions => OF_OPTIONS.some((each) => each === name);

/** An expiry through a session as its options' minutes have it; a place a minute that has ended, NaN unknown. */
interface OptionFigures {
  readonly told: ChartSession;
  readonly columns: Readonly<Record<OfOptions, Float64Array>>;
}

/** By the expiries' places; null where nothing was amiss with the measures. */
export type OptionReader = (
  session: SessionTimes,
  /** YYYYMMDD */
  expiries: readonly number[],
  day: MeasureDay | null,
) => Promise<readonly (OptionFigures | null)[]>;

interface Given {
  readonly past: ChartPast;
  readonly directory: InstrumentDirectory;
  readonly underlying: ChartUnderlying;
  /** the viewer's market time */
  readonly now: number;
  readonly present: SessionTimes | null;
}

/** Minutes that are added up between two turns of the relay. */
const MINUTES_AT_ONCE = 40;

const sum = (before: number, more: number): number =>
  Number.isNaN(more) ? before : (Number.isNaN(before) ? 0 : before) + more;

/** Options of an expiry, all or some of them, through a session. */
export async function figuresOf(
  { past, underlying, now }: Pick<Given, "past" | "underlying" | "now">,
  table: OptionTable,
  session: SessionTimes,
  forward: Float64Array | undefined,
): Promise<OptionFigures> {
  const { day, ended } = await endedMinutes(past, wantedOptions(table, underlying), session, now);
  const columns = Object.fromEntries(
    OF_OPTIONS.map((name) => [name, new Float64Array(ended).fill(Number.NaN)]),
  ) as Record<OfOptions, Float64Array>;
  const strikes = Float64Array.from(table.strikes);
  const traded = { call: Number.NaN, put: Number.NaN };
  for (let minute = 0; minute < ended; minute++) {
    if (minute % MINUTES_AT_ONCE === 0) await breathe();
    const { call, put } = sumsByStrike(table, (i) => oiAt(day?.columns[i], minute));
    const [callOi, putOi] = [totalOf(call), totalOf(put)];
    const isKnown = !Number.isNaN(callOi) || !Number.isNaN(putOi);
    for (const [i, { isCall }] of table.options.entries()) {
      const side = isCall ? "call" : "put";
      traded[side] = sum(traded[side], volumeOf(day?.columns[i], minute, minute));
    }
    columns.call_oi[minute] = callOi;
    columns.put_oi[minute] = putOi;
    columns.pcr[minute] = pcr(putOi, callOi);
    columns.max_pain[minute] = maxPain(strikes.length, strikes, call, put, forward?.[minute] ?? Number.NaN);
    columns.call_volume[minute] = isKnown ? traded.call : Number.NaN;
    columns.put_volume[minute] = isKnown ? traded.put : Number.NaN;
  }
  return { told: sessionOf(session, day), columns };
}

/**
 * Reads the minutes of an expiry's options where its measures leave out what is asked for: what was recorded says it itself, what a
 * source tells of the past does not. Null where none of it is asked for.
 */
export function optionReader(given: Given, asked: readonly ExpiryMeasure[]): OptionReader | null {
  const { past, directory, underlying, now, present } = given;
  const names = asked.filter(isOfOptions);
  if (names.length === 0) return null;
  const listed = directory.expiries(underlying.u);
  return async (session, expiries, day) => {
    const ended = endedBy(session, now);
    const told: (OptionFigures | null)[] = [];
    for (const [place, compact] of expiries.entries()) {
      const expiry = fromCompactDate(compact);
      const own = day?.expiries[place];
      const isWhole = names.every((name) => own?.[KEPT_AS[name]].subarray(0, ended).every(isNumber) ?? false);
      if (ended === 0 || isWhole || !listed.includes(expiry)) {
        told.push(null);
        continue;
      }
      const table = optionTable(directory, underlying, [expiry]);
      const make = () => figuresOf(given, table, session, own?.forward);
      const key = `${directory.etag} ${underlying.spot.tradingsymbol} ${session.date} measures ${expiry}`;
      told.push(await (session === present ? make() : keptReading(past, key, now, make)));
    }
    return told;
  };
}

const isNumber = (value: number): boolean => !Number.isNaN(value);

/** The end of a minute, with what options say where nothing else is known. */
export const withOptions = (
  figures: MeasureFigures,
  options: readonly (OptionFigures | null)[],
  minute: number,
): MeasureFigures => ({
  underlying: figures.underlying,
  expiry(place, name) {
    const value = figures.expiry(place, name);
    if (isNumber(value) || !isOfOptions(name)) return value;
    return options[place]?.columns[name][minute] ?? Number.NaN;
  },
});
