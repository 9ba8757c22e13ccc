/**
 * Volatilities that a trader sets. One counts for a strike and expiry, call and put, trades and positions alike, as the market's
 * own does; the offset comes on top of all (`effectiveIv`).
 */

import type { IsoDate } from "../../units/iso-date.ts";
import { VOL_POINT } from "../effective-iv.ts";
import type { Leg } from "../model.ts";

type Legs = readonly Leg[];

function isOptionAt(leg: Leg, expiry: IsoDate, strike: number): boolean {
  return (leg.type === "CE" || leg.type === "PE") && leg.expiry === expiry && leg.strike === strike;
}

/**
 * Sets the IV of a strike and expiry before the offset.
 * @param iv fraction, held at 0 from below; null returns to the market's; NaN is ignored
 */
export function setStrikeIv(legs: Legs, expiry: IsoDate, strike: number, iv: number | null): Legs {
  if (iv !== null && !Number.isFinite(iv)) return legs;
  const customIv = iv === null ? null : Math.max(0, iv);
  const isOther = (leg: Leg) => isOptionAt(leg, expiry, strike) && leg.customIv !== customIv;
  return legs.some(isOther) ? legs.map((leg) => (isOther(leg) ? { ...leg, customIv } : leg)) : legs;
}

/**
 * The IV to set so that, with the offset, the screen shows what was typed. An offset alone can't be undercut: at +3 points
 * nothing below 3 % can be shown.
 * @param shown fraction; @param offsetPoints vol points
 */
export function customIvFor(shown: number, offsetPoints: number): number {
  return Math.max(0, shown - offsetPoints * VOL_POINT);
}

/** Every leg back at the market's IV; the offset is the caller's to reset. */
export function resetIvs(legs: Legs): Legs {
  return legs.some(({ customIv }) => customIv !== null)
    ? legs.map((leg) => (leg.customIv === null ? leg : { ...leg, customIv: null }))
    : legs;
}
