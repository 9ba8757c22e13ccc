import { packSnapshots, unpackSnapshots } from "../../platform/bus/packing.ts";
import { PACKED_FIGURES } from "./packed-measures.ts";

/** Minutes of a block: a quarter of an hour. */
export const BLOCK_MINUTES = 15;

/*
 * Measures by the minute (`packed-measures.ts`) as storage keeps them and the bus carries those of a past day: a quarter of an
 * hour of one underlying as columns, each figure as a whole number of its smallest place, told by what it differs from the one before.
 */

/** Columns of an underlying and of an expiry that are kept; the PCR is made of the open interest when it is read. */
export const UNDERLYING_COLUMNS = ["spot", "iv30", "ivp"] as const;
export const EXPIRY_COLUMNS = PACKED_FIGURES;

type UnderlyingColumn = (typeof UNDERLYING_COLUMNS)[number];
type ExpiryColumn = (typeof EXPIRY_COLUMNS)[number];

/** Places after the point that a figure is kept to: what is told and what is read back are the same number. */
const DECIMALS: Readonly<Record<UnderlyingColumn | ExpiryColumn, number>> = {
  spot: 4,
  iv30: 7,
  ivp: 4,
  forward: 4,
  forwardSource: 0,
  synthetic: 4,
  atmStrike: 4,
  atmIv: 7,
  maxPain: 4,
  callOi: 0,
  putOi: 0,
  callVolume: 0,
  putVolume: 0,
  straddle: 4,
};

/** Differences of such figures, doubled for their sign, are still exact. */
const MOST = 2 ** 51;

/** A figure as it is kept; NaN stays NaN, and what has no whole number of its kind is unknown. */
export function keptFigure(column: UnderlyingColumn | ExpiryColumn, value: number): number {
  const scale = 10 ** DECIMALS[column];
  const whole = Math.round(value * scale);
  // A minus before zero is dropped, as it is in JSON.
  return Math.abs(whole) < MOST ? whole / scale + 0 : Number.NaN;
}

/** A quarter of an hour of one underlying, a place a minute; NaN unknown. */
export interface MeasureQuarter {
  /** bit i: minute i was asked about and answered */
  readonly sampled: number;
  readonly underlying: Readonly<Record<UnderlyingColumn, Float64Array>>;
  readonly expiries: ReadonlyMap<number, Readonly<Record<ExpiryColumn, Float64Array>>>;
}

const VERSION = 1;

const blank = (): Float64Array => new Float64Array(BLOCK_MINUTES).fill(Number.NaN);
const columnsOf = <Column extends string>(names: readonly Column[]): Record<Column, Float64Array> =>
  Object.fromEntries(names.map((name) => [name, blank()])) as Record<Column, Float64Array>;

export const blankUnderlying = (): Record<UnderlyingColumn, Float64Array> => columnsOf(UNDERLYING_COLUMNS);
export const blankExpiry = (): Record<ExpiryColumn, Float64Array> => columnsOf(EXPIRY_COLUMNS);

/** Whole numbers of up to 53 bits, seven bits a byte, the sign in the lowest. */
function writeVarint(bytes: number[], value: number): void {
  let left = value < 0 ? -2 * value - 1 : 2 * value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

function createScanner(body: Uint8Array) {
  let at = 0;
  const byte = (): number => body[at++]!;
  return {
    byte,
    word: () => byte() * 256 + byte(),
    varint(): number {
      let value = 0;
      for (let scale = 1; ; scale *= 128) {
        const next = byte();
        value += (next % 128) * scale;
        if (next < 128) break;
      }
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    },
  };
}

/** Which minutes are known, then each known figure as what it differs by from the one before. */
function writeColumn(bytes: number[], values: Float64Array, decimals: number): void {
  let known = 0;
  for (let i = 0; i < BLOCK_MINUTES; i++) if (!Number.isNaN(values[i]!)) known |= 1 << i;
  bytes.push(known >> 8, known & 255);
  const scale = 10 ** decimals;
  let last = 0;
  for (let i = 0; i < BLOCK_MINUTES; i++) {
    if ((known & (1 << i)) === 0) continue;
    const whole = Math.round(values[i]! * scale);
    writeVarint(bytes, whole - last);
    last = whole;
  }
}

function readColumn(scan: ReturnType<typeof createScanner>, into: Float64Array, decimals: number): void {
  const known = scan.word();
  const scale = 10 ** decimals;
  let last = 0;
  for (let i = 0; i < BLOCK_MINUTES; i++) {
    if ((known & (1 << i)) === 0) continue;
    last += scan.varint();
    into[i] = last / scale;
  }
}

/** The body of a block of kind `measures`. Figures have gone through `keptFigure`. */
export function packQuarter({ sampled, underlying, expiries }: MeasureQuarter): Uint8Array {
  const bytes: number[] = [VERSION, sampled >> 8, sampled & 255];
  for (const column of UNDERLYING_COLUMNS) writeColumn(bytes, underlying[column], DECIMALS[column]);
  writeVarint(bytes, expiries.size);
  for (const [expiry, columns] of expiries) {
    writeVarint(bytes, expiry);
    for (const column of EXPIRY_COLUMNS) writeColumn(bytes, columns[column], DECIMALS[column]);
  }
  return Uint8Array.from(bytes);
}

/**
 * The way back.
 * @throws RangeError for a body of a version that this program does not know
 */
export function unpackQuarter(body: Uint8Array): MeasureQuarter {
  const scan = createScanner(body);
  const version = scan.byte();
  if (version !== VERSION) throw new RangeError(`A block of measures has the unknown version ${version}`);
  const sampled = scan.word();
  const underlying = blankUnderlying();
  for (const column of UNDERLYING_COLUMNS) readColumn(scan, underlying[column], DECIMALS[column]);
  const expiries = new Map<number, Record<ExpiryColumn, Float64Array>>();
  for (let left = scan.varint(); left > 0; left--) {
    const expiry = scan.varint();
    const columns = blankExpiry();
    expiries.set(expiry, columns);
    for (const column of EXPIRY_COLUMNS) readColumn(scan, columns[column], DECIMALS[column]);
  }
  return { sampled, underlying, expiries };
}

/** What two processes have sampled of one quarter: a minute of both is the later one's. */
export function joinMeasures(first: Uint8Array, second: Uint8Array): Uint8Array {
  const [before, after] = [unpackQuarter(first), unpackQuarter(second)];
  const lay = <Column extends string>(
    names: readonly Column[],
    from: Readonly<Record<Column, Float64Array>>,
    into: Readonly<Record<Column, Float64Array>>,
  ): void => {
    for (const name of names) {
      for (let i = 0; i < BLOCK_MINUTES; i++) {
        if ((after.sampled & (1 << i)) === 0) into[name][i] = from[name][i]!;
      }
    }
  };
  lay(UNDERLYING_COLUMNS, before.underlying, after.underlying);
  const expiries = new Map(after.expiries);
  for (const [expiry, columns] of before.expiries) {
    const own = expiries.get(expiry) ?? blankExpiry();
    expiries.set(expiry, own);
    lay(EXPIRY_COLUMNS, columns, own);
  }
  return packQuarter({ ...after, sampled: before.sampled | after.sampled, expiries });
}

/** Quarters of a day by their starts (epoch ms), as one message. */
export function packQuarters(quarters: ReadonlyMap<number, Uint8Array>): Uint8Array {
  return packSnapshots(
    [...quarters].map(([start, body]) => {
      const dated = new Uint8Array(8 + body.byteLength);
      new DataView(dated.buffer).setFloat64(0, start);
      dated.set(body, 8);
      return dated;
    }),
  );
}

/** The way back. */
export function unpackQuarters(packed: Uint8Array): Map<number, Uint8Array> {
  return new Map(
    unpackSnapshots(packed).map((dated) => {
      const view = new DataView(dated.buffer, dated.byteOffset, dated.byteLength);
      return [view.getFloat64(0), dated.subarray(8)];
    }),
  );
}
