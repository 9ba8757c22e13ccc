/** Where the places of a day lie on its bar: the close before at the left edge, then a gap, then the session. Pure. */

import { istClock, istMinuteOfDay } from "#domain/calendar/ist.ts";
import { PREVIOUS_CLOSE } from "./oi-day.ts";
import { lengthOf, type Span } from "./places.ts";

const MINUTE_MS = 60_000;
/** What of the bar lies between the close before and the session's open. */
const BEFORE = 0.04;

/** Fraction of the bar. */
export const leftOf = (place: number, length: number): number =>
  place <= PREVIOUS_CLOSE ? 0 : BEFORE + ((1 - BEFORE) * (place + 1)) / length;

/** The same of a minute's start, which of the first one is the session's open. */
export const startOf = (minute: number, length: number): number => BEFORE + ((1 - BEFORE) * minute) / length;

/** The place nearest a point of the bar; beyond its ends the nearest one. */
export function placeUnder(fraction: number, length: number): number {
  if (fraction < BEFORE / 2) return PREVIOUS_CLOSE;
  return Math.min(Math.max(Math.round(((fraction - BEFORE) / (1 - BEFORE)) * length) - 1, 0), length - 1);
}

export interface Part {
  readonly left: number;
  readonly width: number;
}

/** A stretch of the session: minutes from its open. */
export function stretchOf(from: number, to: number, length: number): Part {
  const left = startOf(Math.max(0, from), length);
  return { left, width: Math.max(0, startOf(Math.min(to, length), length) - left) };
}

/** From one place to another. */
export function partOf(from: number, to: number, length: number): Part {
  const left = leftOf(from, length);
  return { left, width: Math.max(0, leftOf(to, length) - left) };
}

/** Full hours of a session, thinned out so that they can be read: at most ten. */
export function hourMarks(
  span: Pick<Span, "open" | "close">,
): { readonly left: number; readonly clock: string }[] {
  const length = lengthOf(span);
  const every = Math.ceil(length / 60 / 10) * 60;
  const first = (60 - (istMinuteOfDay(span.open) % 60)) % 60;
  const marks: { left: number; clock: string }[] = [];
  for (let minute = first; minute < length; minute += every) {
    marks.push({ left: startOf(minute, length), clock: istClock(span.open + minute * MINUTE_MS) });
  }
  return marks;
}
