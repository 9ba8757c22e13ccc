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
const MOST_WHOLE = 1e9;
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

/** @param number a whole one, below `MOST_WHOLE` */
function writeWhole(number: number, out: Uint8Array, at: number): number {
  let place = at;
  for (let bound = 10; number >= bound; bound *= 10) place++;
  let left = number;
  for (let i = place; i >= at; i--) {
    const rest = (left / 10) | 0;
    out[i] = ZERO + left - rest * 10;
    left = rest;
  }
  return place + 1;
}

/** @returns the place after the figure */
function writeText(text: string, out: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** @param value finite */
function writeFigure(value: number, decimals: number, out: Uint8Array, at: number): number {
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
  while (out[place - 1] === ZERO) place--;
  return place;
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
  const decimals = decimalsOf(column);
  let at = from;
  scratch[at++] = 91;
  for (let i = 0; i < column.length; i++) {
    if (i > 0) scratch[at++] = COMMA;
    const value = column[i]!;
    at = value === null ? writeText("null", scratch, at) : writeFigure(value, decimals, scratch, at);
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
