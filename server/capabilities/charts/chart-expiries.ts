import { compactDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { Wanted } from "../../market/history/reader.ts";
import type { InstrumentDirectory } from "../../market/instruments/directory.ts";
import type { ChartUnderlying } from "./chart-instruments.ts";

/** Listed expiries that a refusal names. */
const MOST_NAMED = 12;

/** @param listed those there are; none where even that could not be said */
export function noExpiry(symbol: string, expiry: string, listed: readonly string[]): AppError {
  const named = listed.slice(0, MOST_NAMED).join(", ");
  const more = listed.length > MOST_NAMED ? " and later ones" : "";
  const advice =
    listed.length === 0
      ? "GET get_expiries names those listed"
      : `it is over or was never listed; GET get_expiries names those listed: ${named}${more}`;
  const text = `Derivative not found with symbol ${symbol} and expiry ${expiry}: ${advice}`;
  return new AppError("derivative.not_found", text, { symbol, expiry });
}

/** Expiries near to far. @throws AppError request.invalid for one that is named twice */
export function onceEach(expiries: readonly string[]): readonly string[] {
  const twice = expiries.find((expiry, i) => expiries.indexOf(expiry) !== i);
  if (twice === undefined) return [...expiries].sort();
  throw new AppError("request.invalid", `${twice} is named twice; name each expiry once`, { expiry: twice });
}

/**
 * Expiries as they are asked for, near to far.
 * @throws AppError derivative.not_found for one that is not listed, request.invalid for one that is named twice
 */
export function chartExpiries(
  directory: InstrumentDirectory,
  { u }: ChartUnderlying,
  symbol: string,
  expiries: readonly string[],
): readonly string[] {
  const listed = directory.expiries(u);
  const unknown = expiries.find((expiry) => !listed.includes(expiry));
  if (unknown !== undefined) throw noExpiry(symbol, unknown, listed);
  return onceEach(expiries);
}

/** The options of some expiries by strike, and where the strikes of all of them stand side by side. */
export interface OptionTable {
  readonly expiries: readonly string[];
  /** rupees, ascending: of all the expiries */
  readonly strikes: readonly number[];
  /** units a lot, null where the expiries do not share one */
  readonly lotSize: number | null;
  readonly options: readonly TableOption[];
  /** strikes of the first expiry, rupees, ascending: among them is the one at the money */
  readonly nearStrikes: Float64Array;
}

interface TableOption {
  readonly token: number;
  readonly isCall: boolean;
  /** position in `strikes` */
  readonly row: number;
  /** position in `expiries` */
  readonly expiry: number;
}

function makeTable(
  directory: InstrumentDirectory,
  { u }: ChartUnderlying,
  expiries: readonly string[],
): OptionTable {
  const own = directory.options(u).filter(({ expiry }) => expiry !== null && expiries.includes(expiry));
  const strikes = [...new Set(own.map(({ strike }) => strike))].sort((a, b) => a - b);
  const rows = new Map(strikes.map((strike, row) => [strike, row]));
  const lots = new Set(own.map(({ lot_size }) => lot_size));
  return {
    expiries,
    strikes,
    lotSize: lots.size === 1 ? [...lots][0]! : null,
    options: own.map((each: InstrumentDetails) => ({
      token: each.instrument_token,
      isCall: each.instrument_type === "CE",
      row: rows.get(each.strike)!,
      expiry: expiries.indexOf(each.expiry!),
    })),
    nearStrikes: Float64Array.from(
      new Set(own.filter(({ expiry }) => expiry === expiries[0]).map(({ strike }) => strike)),
    ).sort(),
  };
}

/** Tables of a directory that were asked for lately: thousands of instruments are looked through for each. */
const tables = new WeakMap<InstrumentDirectory, Map<string, OptionTable>>();
const MOST_TABLES = 64;

/** @param expiries as `chartExpiries` gives them */
export function optionTable(
  directory: InstrumentDirectory,
  underlying: ChartUnderlying,
  expiries: readonly string[],
): OptionTable {
  const own = tables.get(directory) ?? new Map<string, OptionTable>();
  tables.set(directory, own);
  const key = `${underlying.u} ${expiries.join()}`;
  const known = own.get(key);
  if (known !== undefined) return known;
  if (own.size >= MOST_TABLES) own.clear();
  const made = makeTable(directory, underlying, expiries);
  own.set(key, made);
  return made;
}

/** The options of a table, in its order, as history is asked for them. */
export function wantedOptions(
  { options, expiries }: OptionTable,
  { spot, exchange }: ChartUnderlying,
): Wanted[] {
  const compact = expiries.map((expiry) => compactDate(expiry as IsoDate));
  return options.map(({ token, expiry }) => ({
    token,
    underlying: spot.instrument_token,
    exchange,
    expiry: compact[expiry]!,
  }));
}
