/** Drawings as they are kept in this browser: what was kept may be anything, and is then no drawing at all. Pure. */
import {
  DRAWN_KINDS,
  type DrawnKind,
  type DrawnLine,
  pointsOf,
} from "../../../components/chart/prices/drawn/drawn-lines.ts";

export type KeptDrawings = ReadonlyMap<string, readonly DrawnLine[]>;

/** Of one symbol: more could not be told apart. */
export const MOST_DRAWINGS = 50;
/** Characters of all symbols together; browsers keep some millions for all of a site. */
export const MOST_TEXT = 400_000;
const VERSION = 1;
const LONGEST_SYMBOL = 40;
/** The last instant that a date can be. */
const LAST = 8.64e15;

const isInstant = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= LAST;
const isPrice = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 && value < 1e12;

/** "trend", then time and price of each point. @returns null of anything else */
function lineOf(kept: unknown): DrawnLine | null {
  if (!Array.isArray(kept)) return null;
  const [word, ...numbers] = kept as unknown[];
  const kind: DrawnKind | undefined = DRAWN_KINDS.find((each) => each === word);
  if (kind === undefined || numbers.length !== pointsOf(kind) * 2) return null;
  const points = Array.from({ length: pointsOf(kind) }, (_, i) => ({
    at: numbers[i * 2],
    price: numbers[i * 2 + 1],
  }));
  const isSound = points.every(({ at, price }) => isInstant(at) && isPrice(price));
  return isSound ? { kind, points: points as { at: number; price: number }[] } : null;
}

/** @returns null where any part of it is damaged: half of a trader's drawings would be another picture */
export function readDrawings(text: string): KeptDrawings | null {
  if (text.length > MOST_TEXT) return null;
  try {
    const { version, symbols } = JSON.parse(text) as { version?: unknown; symbols?: unknown };
    if (version !== VERSION || typeof symbols !== "object" || symbols === null) return null;
    const kept = new Map<string, readonly DrawnLine[]>();
    for (const [symbol, list] of Object.entries(symbols)) {
      if (symbol.length > LONGEST_SYMBOL || !Array.isArray(list) || list.length > MOST_DRAWINGS) return null;
      const lines = list.map(lineOf);
      if (lines.includes(null)) return null;
      kept.set(symbol, lines as DrawnLine[]);
    }
    return kept;
  } catch {
    return null;
  }
}

/** @returns null where it is more than is kept */
export function writeDrawings(drawings: KeptDrawings): string | null {
  const symbols = Object.fromEntries(
    [...drawings]
      .filter(([, lines]) => lines.length > 0)
      .map(([symbol, lines]) => [
        symbol,
        lines.map(({ kind, points }) => [kind, ...points.flatMap(({ at, price }) => [at, price])]),
      ]),
  );
  const text = JSON.stringify({ version: VERSION, symbols });
  return text.length > MOST_TEXT ? null : text;
}
