import { parseDate } from "#analysis/market-files/csv.ts";
import type { Exchange } from "#domain/calendar/exchange.ts";
import { istDate } from "#domain/calendar/ist.ts";
import { AppError } from "#domain/errors.ts";
import { listedTypes } from "#domain/instruments/expiry-types.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import { REFERENCE_INDICES, UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { SEGMENT, tokenOf } from "#domain/units/segments.ts";
import type { ListedContract, ListedRows, ListedSpot } from "../broker/listing.ts";
import { createLeftOut } from "../left-out.ts";

/** Segments of Upstox with derivatives that are carried: what Kite calls them, and the token's low byte. */
const CONTRACT_SEGMENTS: Readonly<Record<string, { readonly exchange: Exchange; readonly segment: number }>> =
  {
    NSE_FO: { exchange: "NFO", segment: SEGMENT.NFO },
    BSE_FO: { exchange: "BFO", segment: SEGMENT.BFO },
    NCD_FO: { exchange: "CDS", segment: SEGMENT.CDS },
    MCX_FO: { exchange: "MCX", segment: SEGMENT.MCX },
  };

const SPOT_SEGMENTS: Readonly<
  Record<string, { readonly exchange: "NSE" | "BSE"; readonly segment: number }>
> = {
  NSE_EQ: { exchange: "NSE", segment: SEGMENT.NSE },
  NSE_INDEX: { exchange: "NSE", segment: SEGMENT.INDICES },
  BSE_INDEX: { exchange: "BSE", segment: SEGMENT.INDICES },
};

/** Segments that are not carried, by the names that Kite has for them. */
const OTHER_EXCHANGES: ReadonlyMap<string, string> = new Map([
  ["NSE_COM", "NCO"],
  ["BCD_FO", "BCD"],
]);

/** Shares and bonds are followed as underlyings alone: of those that are none, nothing is missing. */
const CASH_SEGMENTS: ReadonlySet<string> = new Set(["NSE_EQ", "BSE_EQ"]);

/** What a row counts as that is not carried. */
function placeOf(segment: string): string {
  const known = CONTRACT_SEGMENTS[segment]?.exchange ?? OTHER_EXCHANGES.get(segment);
  if (known !== undefined) return known;
  const index = /^([A-Z]{1,12})_INDEX$/.exec(segment);
  return index === null ? `an unknown segment "${segment.slice(0, 12)}"` : `${index[1]} indices`;
}

/** Rupees in a unit of `tick_size`: paise. Currency's 0.25 stands for 0.0025 rupees alike. */
const TICK_UNIT = 0.01;

/** Indices have another number at Upstox than at Kite: ours are told by name. */
const INDEX_TOKENS = new Map(
  [...UNDERLYINGS, ...REFERENCE_INDICES]
    .filter((each) => each.kind === "index")
    .map((each) => [`${each.exchange} ${each.name}`, each.token] as const),
);

type Row = Readonly<Record<string, unknown>>;

function text(row: Row, name: string): string {
  const value = row[name];
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

function number(row: Row, name: string): number {
  const value = row[name];
  return typeof value === "number"
    ? value
    : typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : Number.NaN;
}

function exchangeTokenOf(row: Row): number {
  const value = number(row, "exchange_token");
  return Number.isInteger(value) && value > 0 && value < 2 ** 24 ? value : Number.NaN;
}

/** An expiry is an instant late on its day in India (epoch ms), or the day itself. */
function expiryOf(row: Row): string | null {
  const value = row.expiry;
  if (typeof value === "number" && value > 0 && value < 4e12) return istDate(value);
  return typeof value === "string" ? parseDate(value) : null;
}

/** Symbol of what a contract derives from, "" unknown. */
const underlyingOf = (row: Row): string =>
  text(row, "underlying_symbol") || text(row, "asset_symbol") || text(row, "name");

function contractOf(row: Row, exchange: Exchange, segment: number): ListedContract | string {
  const exchangeToken = exchangeTokenOf(row);
  const type = text(row, "instrument_type") as ListedContract["type"];
  const expiry = expiryOf(row);
  const strike = type === "FUT" ? 0 : number(row, "strike_price");
  const lotSize = number(row, "lot_size");
  const tickSize = number(row, "tick_size") * TICK_UNIT;
  const underlying = underlyingOf(row);
  if (Number.isNaN(exchangeToken)) return `its exchange_token is "${text(row, "exchange_token")}"`;
  if (expiry === null) return "it has no expiry";
  if (type !== "FUT" && !(strike > 0 && strike < 1e7)) return `its strike is ${strike}`;
  if (!(Number.isInteger(lotSize) && lotSize > 0)) return `its lot is ${lotSize}`;
  if (!(tickSize > 0)) return `its tick is ${tickSize}`;
  if (underlying === "") return "it names no underlying";
  return {
    token: tokenOf(exchangeToken, segment),
    tradingsymbol: "",
    underlying,
    exchange,
    expiry,
    strike,
    type,
    lotSize,
    tickSize: Number(tickSize.toFixed(7)),
    key: text(row, "instrument_key"),
  };
}

function spotOf(row: Row, exchange: "NSE" | "BSE", segment: number): ListedSpot | string {
  const isIndex = segment === SEGMENT.INDICES;
  const tradingsymbol = isIndex ? text(row, "name").toUpperCase() : text(row, "trading_symbol");
  const exchangeToken = exchangeTokenOf(row);
  const known = isIndex ? INDEX_TOKENS.get(`${exchange} ${tradingsymbol}`) : undefined;
  if (known === undefined && Number.isNaN(exchangeToken)) return "it has no exchange_token";
  const tickSize = number(row, "tick_size") * TICK_UNIT;
  return {
    token: known ?? tokenOf(exchangeToken, segment),
    tradingsymbol,
    name: text(row, "name"),
    exchange,
    isIndex,
    tickSize: tickSize > 0 ? Number(tickSize.toFixed(7)) : 0,
    key: text(row, "instrument_key"),
  };
}

/** Upstox names contracts its own way ("NIFTY 24200 CE 25 AUG 26"); here they have the names that Kite and NSE use. */
function named(contracts: readonly ListedContract[], date: IsoDate): ListedContract[] {
  const types = listedTypes(contracts, date);
  return contracts.map((each) => {
    const { underlying, expiry, strike, type } = each;
    const expiryType = types.typeOf(each);
    const tradingsymbol =
      type === "FUT"
        ? futureSymbol(underlying, expiry, expiryType)
        : optionSymbol(underlying, expiry, expiryType, strike, type);
    return { ...each, tradingsymbol };
  });
}

/**
 * Rows of Upstox's instrument file (JSON of all exchanges, made every morning): contracts of NSE, BSE, NCD and MCX, shares
 * and indices. Other segments are counted by name (`leftOut`). A row that makes no sense is left out and counted. Source: upstox.com/developer/api-documentation/instruments, JSON files.
 * @param date of the file, of which every contract that still trades on it is listed
 * @throws AppError feed.instruments when this is no such file
 */
export function readUpstoxInstruments(json: string, date: IsoDate): ListedRows {
  let rows: unknown;
  try {
    rows = JSON.parse(json);
  } catch {
    throw new AppError("feed.instruments", "Upstox's list of instruments is no JSON, or cut short.");
  }
  if (!Array.isArray(rows))
    throw new AppError("feed.instruments", "Upstox's list of instruments is no list.");
  const spots: ListedSpot[] = [];
  const contracts: ListedContract[] = [];
  let faults = 0;
  let firstFault: string | null = null;
  const leftOut = createLeftOut();
  rows.forEach((row: unknown, n) => {
    if (typeof row !== "object" || row === null) {
      faults++;
      firstFault ??= `entry ${n + 1} of Upstox's list is no object`;
      return;
    }
    const each = row as Row;
    const type = text(each, "instrument_type");
    const segment = text(each, "segment");
    const derivative = CONTRACT_SEGMENTS[segment];
    const spot = SPOT_SEGMENTS[segment];
    let read: ListedContract | ListedSpot | string;
    if (text(each, "instrument_key") === "") read = "it has no instrument_key";
    else if (derivative !== undefined && (type === "CE" || type === "PE" || type === "FUT")) {
      read = contractOf(each, derivative.exchange, derivative.segment);
    } else if (spot !== undefined && (type === "EQ" || type === "INDEX")) {
      read = spotOf(each, spot.exchange, spot.segment);
    } else {
      const isShare = CASH_SEGMENTS.has(segment);
      if (!isShare) leftOut.add(placeOf(segment), underlyingOf(each) || text(each, "trading_symbol"));
      return;
    }
    if (typeof read === "string") {
      faults++;
      firstFault ??= `entry ${n + 1} of Upstox's list: ${read}`;
    } else if ("isIndex" in read) spots.push(read);
    else contracts.push(read);
  });
  return { spots, contracts: named(contracts, date), faults, firstFault, leftOut };
}
