/**
 * Answers as JSON. Curves are most of an analysis, and the shortest decimals of a double cost four times what pricing it does:
 * figures that are whole multiples of a power of ten, as `analysis/builder-payload.ts` leaves them, are written digit by
 * digit straight into bytes; any other figure is left to JSON.stringify. What is read from it is the same to the last bit.
 */

import { decimalsOf, EXACT_BELOW, POWERS_OF_TEN } from "#protocol/http/decimals.ts";

/** The longest figure, a comma and room to spare. */
const MOST_BYTES = 32;
const HALF = 1e8;
/** A fraction is written as this many digits, its trailing zeros then taken back: whole units times a power of ten stay exact. */
const DIGITS = 16;
const QUARTER = 10_000;
/** Whole rupees beyond it are written the slow way. */
const MOST_WHOLE = 1e8;
const [ZERO, MINUS, POINT, COMMA] = [48, 45, 46, 44];

type Column = readonly (number | null)[];

/** The four digits of every number below 10,000, in ASCII. */
const quarters = Uint8Array.from({ length: 4 * QUARTER }, (_, i) =>
  String(Math.floor(i / 4))
    .padStart(4, "0")
    .charCodeAt(i % 4),
);

function writeQuarter(number: number, out: Uint8Array, at: number): void {
  const from = 4 * number;
  out[at] = quarters[from]!;
  out[at + 1] = quarters[from + 1]!;
  out[at + 2] = quarters[from + 2]!;
  out[at + 3] = quarters[from + 3]!;
}

/** Eight digits. @param number a whole one, below 1e8 */
function writeHalf(number: number, out: Uint8Array, at: number): void {
  const high = (number / QUARTER) | 0;
  writeQuarter(high, out, at);
  writeQuarter(number - high * QUARTER, out, at + 4);
}

/** Up to four digits, as many as there are. @returns the place after them */
function writeLeading(number: number, out: Uint8Array, at: number): number {
  const from = 4 * number;
  let place = at;
  if (number >= 1000) out[place++] = quarters[from]!;
  if (number >= 100) out[place++] = quarters[from + 1]!;
  if (number >= 10) out[place++] = quarters[from + 2]!;
  out[place++] = quarters[from + 3]!;
  return place;
}

/** @param number a whole one, below `MOST_WHOLE` */
function writeWhole(number: number, out: Uint8Array, at: number): number {
  if (number < QUARTER) return writeLeading(number, out, at);
  const high = (number / QUARTER) | 0;
  const place = writeLeading(high, out, at);
  writeQuarter(number - high * QUARTER, out, place);
  return place + 4;
}

/** Back over the zeros that a fraction ends with. @returns the place after its last digit */
function withoutZeros(out: Uint8Array, end: number): number {
  let place = end;
  while (out[place - 1] === ZERO) place--;
  return place;
}

/** @returns the place after the figure */
function writeText(text: string, out: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/**
 * A figure of at most four decimals, as nearly all of a curve are.
 * @returns the place after it; 0 for one that has more, or is too large
 */
function writeShort(value: number, out: Uint8Array, at: number): number {
  const size = Math.abs(value);
  const units = Math.round(size * QUARTER);
  if (!(size < MOST_WHOLE && units / QUARTER === size)) return 0;
  let place = at;
  if (value < 0) out[place++] = MINUS;
  const whole = Math.floor(size) | 0;
  place = writeWhole(whole, out, place);
  const fraction = units - whole * QUARTER;
  if (fraction === 0) return place;
  out[place] = POINT;
  writeQuarter(fraction, out, place + 1);
  return withoutZeros(out, place + 5);
}

/** @param value finite */
function writeLong(value: number, decimals: number, out: Uint8Array, at: number): number {
  const size = Math.abs(value);
  const scale = POWERS_OF_TEN[decimals]!;
  const units = Math.round(size * scale);
  const isExact = size < MOST_WHOLE && units < EXACT_BELOW && units / scale === size;
  if (!isExact) return writeText(String(value), out, at);
  let place = at;
  if (value < 0) out[place++] = MINUS;
  const whole = Math.floor(size) | 0;
  place = writeWhole(whole, out, place);
  const fraction = (units - whole * scale) * POWERS_OF_TEN[DIGITS - decimals]!;
  if (fraction === 0) return place;
  out[place++] = POINT;
  const high = Math.floor(fraction / HALF);
  const low = fraction - high * HALF;
  writeHalf(high, out, place);
  place += 8;
  if (low !== 0) {
    writeHalf(low, out, place);
    place += 8;
  }
  return withoutZeros(out, place);
}

const encoder = new TextEncoder();
let scratch = new Uint8Array(1 << 16);

function reserve(bytes: number): void {
  if (bytes <= scratch.length) return;
  const larger = new Uint8Array(2 * bytes);
  larger.set(scratch);
  scratch = larger;
}

function writeColumn(column: Column, from: number): number {
  reserve(from + 2 + column.length * MOST_BYTES);
  let decimals = -1;
  let at = from;
  scratch[at++] = 91;
  for (let i = 0; i < column.length; i++) {
    if (i > 0) scratch[at++] = COMMA;
    const value = column[i]!;
    if (value === null) {
      at = writeText("null", scratch, at);
      continue;
    }
    const end = writeShort(value, scratch, at);
    if (end === 0 && decimals < 0) decimals = decimalsOf(column);
    at = end === 0 ? writeLong(value, decimals, scratch, at) : end;
  }
  scratch[at++] = 93;
  return at;
}

function write(text: string, from: number): number {
  reserve(from + 3 * text.length);
  return from + encoder.encodeInto(text, scratch.subarray(from)).written;
}

export function toJson(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/**
 * JSON of an object whose long columns of figures are named; the others of its members are written first.
 * @param within members that it stands in, the outermost first
 * @param columns by member; all finite or null
 */
export function toJsonWithColumns(
  within: readonly string[],
  rest: object,
  columns: Readonly<Record<string, Column | null>>,
): Uint8Array {
  const opening = within.map((name) => `{${JSON.stringify(name)}:`).join("");
  const text = JSON.stringify(rest);
  let at = write(opening + text.slice(0, -1), 0);
  let comma = text.length > 2 ? "," : "";
  for (const [name, column] of Object.entries(columns)) {
    at = write(`${comma}${JSON.stringify(name)}:`, at);
    comma = ",";
    at = column === null ? write("null", at) : writeColumn(column, at);
  }
  at = write("}".repeat(within.length + 1), at);
  return scratch.slice(0, at);
}
