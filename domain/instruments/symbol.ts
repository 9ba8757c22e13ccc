import type { ExpiryType } from "../calendar/expiries.ts";
import { MONTH_NAMES } from "../calendar/month-names.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { DerivativeType, InstrumentType } from "./types.ts";
import { underlyingBySymbol } from "./underlyings.ts";

/*
 * Kite's symbols: NIFTY26AUG24200CE and NIFTY26AUGFUT name the month of a monthly (or longer) contract, NIFTY2681824200CE
 * year, month and day of a weekly one, October to December as O, N and D. Kite Connect, "Market quotes and instruments";
 * every row of the NFO and BFO dump of 18 Aug 2026 is of this form.
 */
const MONTHS = MONTH_NAMES.map((name) => name.toUpperCase());
const WEEKLY_MONTHS = "123456789OND";

/** A symbol as its exchange writes it, however it was typed: " nfo:nifty26nov24000ce" is NIFTY26NOV24000CE. */
export const bareSymbol = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^[A-Z]+:/, "");

/** A strike as symbols write it: no trailing zeros, no float noise. */
function strikeText(strike: number): string {
  return String(Math.round(strike * 10_000) / 10_000);
}

function expiryCode(expiry: IsoDate, expiryType: ExpiryType): string {
  const month = Number(expiry.slice(5, 7)) - 1;
  const code = expiryType === "weekly" ? `${WEEKLY_MONTHS[month]}${expiry.slice(8, 10)}` : MONTHS[month];
  return `${expiry.slice(2, 4)}${code}`;
}

/** Tradingsymbol of an option. Strike in rupees, fractional ones as they are (177.5). */
export function optionSymbol(
  underlying: string,
  expiry: IsoDate,
  expiryType: ExpiryType,
  strike: number,
  type: "CE" | "PE",
): string {
  return `${underlying}${expiryCode(expiry, expiryType)}${strikeText(strike)}${type}`;
}

/** Tradingsymbol of a future. Only currency lists weekly ones. */
export function futureSymbol(
  underlying: string,
  expiry: IsoDate,
  expiryType: ExpiryType = "monthly",
): string {
  return `${underlying}${expiryCode(expiry, expiryType)}FUT`;
}

export interface ParsedSymbol {
  readonly underlying: string;
  readonly type: DerivativeType;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Null when the symbol names only the month: which day is the calendar's to say. */
  readonly expiry: IsoDate | null;
}

// A strike as strikeText writes it: "0", "024200" or "10.50" are not symbols.
const STRIKE = String.raw`[1-9]\d*(?:\.\d*[1-9])?|0\.\d*[1-9]`;
const TAIL = `(?:(${STRIKE})(CE|PE)|(FUT))`;
const MONTHLY = new RegExp(`^(.+)(\\d\\d)(${MONTHS.join("|")})${TAIL}$`);
const WEEKLY = new RegExp(`^(\\d\\d)([1-9OND])(\\d\\d)${TAIL}$`);

/** Later two-digit years are a misreading: of strike digits, or of the 50 in NIFTYNXT50. */
const LAST_YEAR = 2049;

function daysInMonth(year: number, month: number): number {
  return [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
}

function parseWeekly(underlying: string, rest: string): ParsedSymbol | null {
  const match = WEEKLY.exec(rest);
  if (match === null) return null;
  const [, yy, monthCode, day, strike, right] = match;
  const year = 2000 + Number(yy);
  const month = WEEKLY_MONTHS.indexOf(monthCode!) + 1;
  if (year > LAST_YEAR || Number(day) < 1 || Number(day) > daysInMonth(year, month)) return null;
  return {
    underlying,
    type: right === undefined ? "FUT" : (right as "CE" | "PE"),
    strike: strike === undefined ? 0 : Number(strike),
    year,
    month,
    expiry: `${year}-${String(month).padStart(2, "0")}-${day}`,
  };
}

/**
 * Reads a contract's tradingsymbol; null for anything else (a share, an index, free text).
 * A weekly symbol runs its digits together, so a name that ends in digits is ambiguous: of the readings with a possible
 * date, one with an underlying of ours wins, else the shortest name.
 */
export function parseSymbol(text: string): ParsedSymbol | null {
  const monthly = MONTHLY.exec(text);
  if (monthly !== null) {
    const [, underlying, yy, monthCode, strike, right] = monthly;
    return {
      underlying: underlying!,
      type: right === undefined ? "FUT" : (right as "CE" | "PE"),
      strike: strike === undefined ? 0 : Number(strike),
      year: 2000 + Number(yy),
      month: MONTHS.indexOf(monthCode!) + 1,
      expiry: null,
    };
  }
  let first: ParsedSymbol | null = null;
  for (let cut = 1; cut < text.length - 5; cut++) {
    const reading = parseWeekly(text.slice(0, cut), text.slice(cut));
    if (reading === null) continue;
    if (underlyingBySymbol(reading.underlying) !== undefined) return reading;
    first ??= reading;
  }
  return first;
}

/** As people read it: "NIFTY 24 Nov 24200 CE", "NIFTY 24 Nov FUT", "RELIANCE". */
export function displayName(instrument: {
  readonly underlying: string;
  readonly expiry: IsoDate | null;
  readonly strike: number;
  readonly type: InstrumentType;
}): string {
  const { underlying, expiry, strike, type } = instrument;
  if (expiry === null || type === "EQ" || type === "INDEX") return underlying;
  const when = `${Number(expiry.slice(8, 10))} ${MONTH_NAMES[Number(expiry.slice(5, 7)) - 1]}`;
  return type === "FUT" ? `${underlying} ${when} FUT` : `${underlying} ${when} ${strikeText(strike)} ${type}`;
}
