/** How the calculator writes its figures. */

import { formatFixed, formatSigned } from "#domain/format/number.ts";
import { TEXTS } from "./texts.ts";

/** Decimals of premiums: what is traded by the paisa has small strikes. */
export const premiumDecimals = (strike: number | null): number => (strike !== null && strike < 200 ? 4 : 2);

export const moveText = (move: number): string =>
  move === 0
    ? "0 %"
    : TEXTS.table.move(formatSigned(move * 100, Number.isInteger(Math.round(move * 1_000) / 10) ? 0 : 1));

/** A price of the underlying: no more decimals than say something. */
export const underlyingText = (price: number): string => formatFixed(price, price < 200 ? 4 : 2);

const MINUTE_MS = 60_000;

/** "6 days 5 h left". @param left ms to the expiry */
export function leftText(left: number): string {
  const { over, minutes, hours, days } = TEXTS.result.left;
  if (left <= 0) return over;
  const all = Math.floor(left / MINUTE_MS);
  if (all < 60) return minutes(Math.max(1, all));
  if (all < 1_440) return hours(Math.floor(all / 60), all % 60);
  return days(Math.floor(all / 1_440), Math.floor((all % 1_440) / 60));
}
