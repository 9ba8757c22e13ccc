import { monthOf, yearOf } from "../calendar/ist.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { CalendarCharge } from "./rate-row.ts";
import type { ExpiryDelta } from "./totals.ts";

function monthsApart(near: IsoDate, far: IsoDate): number {
  return (yearOf(far) - yearOf(near)) * 12 + monthOf(far) - monthOf(near);
}

function chargeOfUnit(charge: CalendarCharge, near: ExpiryDelta, far: ExpiryDelta, range: number): number {
  if (charge.of === "far value") return charge.rate * far.forward;
  if (charge.of === "scan range") return charge.rate * range;
  const months = Math.min(4, Math.max(1, monthsApart(near.expiry, far.expiry)));
  return charge.rupees[months - 1]!;
}

/**
 * The scan nets a bought near month against a sold far one as if both always moved alike; this charges for the days on which
 * they do not. Opposite deltas are matched nearest expiries first.
 * @param range price scan range, rupees a unit
 * @returns rupees
 */
export function calendarSpreadCharge(
  deltas: Iterable<ExpiryDelta>,
  charge: CalendarCharge,
  range: number,
): number {
  const open = Array.from(deltas, (each) => ({ ...each }));
  open.sort((a, b) => (a.expiry < b.expiry ? -1 : 1));
  let sum = 0;
  // Pairs by how far apart they are in the list, so that neighbours meet before distant expiries do.
  for (let gap = 1; gap < open.length; gap++) {
    for (let i = 0; i + gap < open.length; i++) {
      const near = open[i]!;
      const far = open[i + gap]!;
      if (near.delta * far.delta >= 0) continue;
      const matched = Math.min(Math.abs(near.delta), Math.abs(far.delta));
      sum += matched * chargeOfUnit(charge, near, far, range);
      near.delta -= Math.sign(near.delta) * matched;
      far.delta -= Math.sign(far.delta) * matched;
    }
  }
  return sum;
}
