import { liquidityWarnings } from "#domain/chain/flags.ts";
import {
  MARK_AT_MONEY,
  MARK_ESTIMATED,
  MARK_FORWARD,
  MARK_MAX_PAIN,
  MARK_OI_FELL,
  MARK_OI_ROSE,
  MARK_OUTSIDE,
  MARK_SPOT,
} from "#protocol/frames/cell-marks.ts";
import { TEXTS } from "./texts.ts";

const OWN: readonly (readonly [number, string])[] = [
  [MARK_OUTSIDE, TEXTS.outside],
  [MARK_AT_MONEY, TEXTS.atMoney],
  [MARK_MAX_PAIN, TEXTS.maxPain],
  [MARK_FORWARD, TEXTS.forward],
  [MARK_SPOT, TEXTS.spot],
  [MARK_OI_ROSE, TEXTS.oiRose],
  [MARK_OI_FELL, TEXTS.oiFell],
  [MARK_ESTIMATED, TEXTS.estimated],
];

const known = new Map<number, string>([[0, ""]]);

/** What the marks of a cell mean, a sentence each; "" where there are none. @param marks as `cellMarks` has them */
export function markWords(marks: number): string {
  let words = known.get(marks);
  if (words === undefined) {
    words = [
      ...liquidityWarnings(marks).map((name) => TEXTS.liquidity[name]),
      ...OWN.filter(([bit]) => (marks & bit) !== 0).map(([, text]) => text),
    ].join(". ");
    known.set(marks, words);
  }
  return words;
}
