/** What a trader types into a field, read or refused with a reason. Prices are rupees, volatilities fractions. */

import { MOST_SLIPPAGE_TICKS } from "#domain/strategy/entry.ts";
import { isQuantity, MOST_PRICE } from "#domain/strategy/legs/change.ts";
import { MOST_LOTS } from "#domain/strategy/legs/lots.ts";
import { TEXTS } from "./texts.ts";

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

const { refusals } = TEXTS;
const good = <T>(value: T): Reading<T> => ({ ok: true, value });
const bad = (reason: string): Reading<never> => ({ ok: false, reason });

const MOST_PERCENT = 1_000;

/** NaN for what is no plain number: a sign, digits with or without groups, decimals. */
function numberOf(text: string): number {
  const plain = text.trim().replace(/^−/, "-").replaceAll(",", "");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

export interface Range {
  readonly least: number;
  readonly most: number;
  readonly below: string;
  readonly above: string;
}

/** A plain number between two bounds. */
export function within(text: string, { least, most, below, above }: Range): Reading<number> {
  const value = numberOf(text);
  if (Number.isNaN(value)) return bad(refusals.noNumber);
  return value < least ? bad(below) : value > most ? bad(above) : good(value);
}

/** Empty is the market's price. */
export function readPrice(text: string): Reading<number | null> {
  if (text.trim() === "") return good(null);
  return within(text, {
    least: 0,
    most: MOST_PRICE,
    below: refusals.priceBelow,
    above: refusals.priceAbove,
  });
}

/** A price of the underlying; empty is that of now. */
export function readTarget(text: string): Reading<number | null> {
  const read = readPrice(text);
  return read.ok && read.value === 0 ? bad(refusals.targetZero) : read;
}

function whole(text: string, most: number, above: string): Reading<number> {
  const read = within(text, { least: 1, most, below: refusals.tooFew, above });
  return read.ok && !Number.isInteger(read.value) ? bad(refusals.notWhole) : read;
}

/** Lots as units. */
export function readLots(text: string, lotSize: number): Reading<number> {
  const read = whole(text, MOST_LOTS, refusals.tooMany);
  if (!read.ok) return read;
  const units = read.value * lotSize;
  return isQuantity(units) ? good(units) : bad(refusals.tooMany);
}

/** Odd lots are let through: what is wrong with them is said beside the figure. */
export function readUnits(text: string, lotSize: number): Reading<number> {
  return whole(text, MOST_LOTS * lotSize, refusals.tooMany);
}

export const readMultiplier = (text: string): Reading<number> => whole(text, MOST_LOTS, refusals.tooMany);

/** Percent typed, a fraction read; empty is the market's. */
export function readIv(text: string): Reading<number | null> {
  if (text.trim() === "") return good(null);
  const read = within(text.replace(/%\s*$/, ""), {
    least: 0,
    most: MOST_PERCENT,
    below: refusals.ivBelow,
    above: refusals.ivAbove,
  });
  return read.ok ? good(read.value / 100) : read;
}

/** Vol points; empty is none. */
export function readOffset(text: string): Reading<number> {
  if (text.trim() === "") return good(0);
  return within(text, {
    least: -MOST_PERCENT,
    most: MOST_PERCENT,
    below: refusals.offset,
    above: refusals.offset,
  });
}

/** Whole days of a standard deviation. */
export function readDays(text: string): Reading<number> {
  const read = within(text, { least: 1, most: 3_650, below: refusals.days, above: refusals.days });
  return read.ok && !Number.isInteger(read.value) ? bad(refusals.notWhole) : read;
}

interface Strikes {
  readonly listed: readonly number[];
  /** Whether another leg has the contract of a strike. */
  readonly isTaken: (strike: number) => boolean;
  readonly format: (strike: number) => string;
}

/** Ticks of slippage; empty is none. */
export function readTicks(text: string): Reading<number> {
  if (text.trim() === "") return good(0);
  const range = {
    least: 0,
    most: MOST_SLIPPAGE_TICKS,
    below: refusals.ticks,
    above: refusals.ticks,
  };
  const read = within(text, range);
  return read.ok && !Number.isInteger(read.value) ? bad(refusals.notWhole) : read;
}

/** A strike must be listed, and no other leg's. */
export function readStrike(text: string, { listed, isTaken, format }: Strikes): Reading<number> {
  const value = numberOf(text);
  if (Number.isNaN(value)) return bad(refusals.noNumber);
  if (!listed.includes(value)) {
    const nearest = listed.reduce(
      (best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best),
      listed[0] ?? Number.NaN,
    );
    const said = Math.abs(value) <= MOST_PRICE ? format(value) : text.trim().slice(0, 12);
    return bad(Number.isNaN(nearest) ? refusals.noStrikes : refusals.unlisted(said, format(nearest)));
  }
  return isTaken(value) ? bad(refusals.taken) : good(value);
}
