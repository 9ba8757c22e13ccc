import { SEGMENT, segmentOf } from "#domain/units/segments.ts";

/** Currency moves by a quarter of a paisa, everything else is quoted in whole paise. */
const CURRENCY_TICK = 0.0025;
const TICK = 0.01;

/** What prices of an instrument are rounded to when they are read. */
export function quoteTick(token: number): number {
  const segment = segmentOf(token);
  return segment === SEGMENT.CDS || segment === SEGMENT.BCD ? CURRENCY_TICK : TICK;
}
