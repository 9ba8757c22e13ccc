import { monthOf, yearOf } from "../calendar/ist.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { CalendarCharge } from "./rate-row.ts";

/** What is held of an expiry, net: signed units of the underlying. */
export interface ExpirySide {
  readonly expiry: IsoDate;
  readonly forward: number;
  units: number;
}

interface Spread {
  readonly near: ExpirySide;
  readonly far: ExpirySide;
  /** Matched, above 0. */
  readonly units: number;
}

/** Opposite sides matched, those that are nearest to each other first; what is left stands in `rest`. */
export function matchSpreads(sides: Iterable<ExpirySide>): {
  readonly spreads: readonly Spread[];
  readonly rest: readonly ExpirySide[];
} {
  const open = Array.from(sides, (each) => ({ ...each }));
  open.sort((a, b) => (a.expiry < b.expiry ? -1 : 1));
  const spreads: Spread[] = [];
  // Pairs by how far apart they are in the list, so that neighbours meet before distant expiries do.
  for (let gap = 1; gap < open.length; gap++) {
    for (let i = 0; i + gap < open.length; i++) {
      const near = open[i]!;
      const far = open[i + gap]!;
      if (near.units * far.units >= 0) continue;
      const units = Math.min(Math.abs(near.units), Math.abs(far.units));
      spreads.push({ near, far, units });
      near.units -= Math.sign(near.units) * units;
      far.units -= Math.sign(far.units) * units;
    }
  }
  return { spreads, rest: open };
}

function monthsApart(near: IsoDate, far: IsoDate): number {
  return (yearOf(far) - yearOf(near)) * 12 + monthOf(far) - monthOf(near);
}

/** Both legs by themselves: the scan, which nets them, is undone. */
const WHOLE = 2;

interface ChargeTerms {
  readonly charge: CalendarCharge;
  /** Price scan range, rupees a unit. */
  readonly range: number;
  /** Number of an expiry among those listed, the nearest 1; `Infinity` where it is not known. */
  rankOf(expiry: IsoDate): number;
}

function chargeOfUnit({ near, far }: Spread, { charge, range, rankOf }: ChargeTerms): number {
  if (charge.of === "far value") return charge.rate * far.forward;
  if (charge.of === "scan range") {
    return (rankOf(far.expiry) <= charge.expiries ? charge.rate : WHOLE) * range;
  }
  const months = Math.min(4, Math.max(1, monthsApart(near.expiry, far.expiry)));
  return charge.rupees[months - 1]!;
}

/**
 * The scan nets a bought near month against a sold far one as if both always moved alike; this charges for the days on which
 * they do not.
 * @param deltas net, by expiry
 * @returns rupees
 */
export function calendarSpreadCharge(deltas: Iterable<ExpirySide>, terms: ChargeTerms): number {
  return matchSpreads(deltas).spreads.reduce((sum, each) => sum + each.units * chargeOfUnit(each, terms), 0);
}

/**
 * What exposure margin is taken of, rupees: the value of futures, and of a calendar of them a part of the far one's value alone.
 * @param futures net, by expiry
 * @param spot of which a future's value is taken by itself
 * @param ofFar part of a matched far future's value; null where a calendar has no benefit
 */
export function exposedValue(futures: Iterable<ExpirySide>, spot: number, ofFar: number | null): number {
  const whole = (sides: Iterable<ExpirySide>) =>
    Array.from(sides).reduce((sum, { units }) => sum + Math.abs(units) * spot, 0);
  if (ofFar === null) return whole(futures);
  const { spreads, rest } = matchSpreads(futures);
  return spreads.reduce((sum, { far, units }) => sum + ofFar * units * far.forward, 0) + whole(rest);
}
