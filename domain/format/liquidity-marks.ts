/**
 * The marks of the liquidity flags: what each looks like, and which of several stands where there is room for one. The ninth, of an odd
 * strike, is how the strike itself is written.
 */
import {
  FLAG_CROSSED,
  FLAG_NO_ASK,
  FLAG_NO_BID,
  FLAG_NO_OI,
  FLAG_NO_QUOTES,
  FLAG_NO_VOLUME,
  FLAG_STALE_LTP,
  FLAG_WIDE_SPREAD,
  type LiquidityWarning,
} from "../chain/flags.ts";

export interface LiquidityMark {
  readonly flag: number;
  readonly name: Exclude<LiquidityWarning, "ODD_STRIKE">;
  /** What it warns of: the book, or the trades and what is open. */
  readonly about: "quotes" | "trades";
  /** Lines through points x, y in a square of six: one stroke each. None: a dot. */
  readonly strokes: readonly (readonly number[])[];
}

/** Gravest first, of each kind. */
export const LIQUIDITY_MARKS: readonly LiquidityMark[] = [
  {
    flag: FLAG_CROSSED,
    name: "CROSSED",
    about: "quotes",
    strokes: [
      [0, 0, 6, 6],
      [0, 6, 6, 0],
    ],
  },
  { flag: FLAG_NO_QUOTES, name: "NO_QUOTES", about: "quotes", strokes: [[0, 0, 6, 0, 6, 6, 0, 6, 0, 0]] },
  { flag: FLAG_NO_BID, name: "NO_BID", about: "quotes", strokes: [[0, 6, 0, 0, 6, 0, 6, 6]] },
  { flag: FLAG_NO_ASK, name: "NO_ASK", about: "quotes", strokes: [[0, 0, 0, 6, 6, 6, 6, 0]] },
  {
    flag: FLAG_WIDE_SPREAD,
    name: "WIDE_SPREAD",
    about: "quotes",
    strokes: [
      [2, 0, 0, 3, 2, 6],
      [4, 0, 6, 3, 4, 6],
    ],
  },
  { flag: FLAG_NO_VOLUME, name: "NO_VOLUME", about: "trades", strokes: [[0, 1, 6, 1, 3, 6, 0, 1]] },
  { flag: FLAG_STALE_LTP, name: "STALE_LTP", about: "trades", strokes: [] },
  { flag: FLAG_NO_OI, name: "NO_OI", about: "trades", strokes: [[1, 6, 5, 0]] },
];

const QUOTES = LIQUIDITY_MARKS.filter(({ about }) => about === "quotes");
const TRADES = LIQUIDITY_MARKS.filter(({ about }) => about === "trades");

/** The gravest mark of a kind that an option's flags ask for; null none. */
export function markOf(flags: number, about: LiquidityMark["about"]): LiquidityMark | null {
  const marks = about === "quotes" ? QUOTES : TRADES;
  for (let i = 0; i < marks.length; i++) if ((flags & marks[i]!.flag) !== 0) return marks[i]!;
  return null;
}
