/** Stretches of time in words. Pure. */

import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";
import { TEXTS } from "../texts.ts";
import type { ChartGap } from "../types.ts";

/** "11:47", with its date where that is another than the time beside it has. */
export const clockOf = (time: number, beside: number): string =>
  istDate(time) === istDate(beside)
    ? formatClock(time)
    : `${formatExpiry(istDate(time))} ${formatClock(time)}`;

/** "nothing known 11:47–11:58"; over nights with its dates. */
export const gapText = ({ from, to }: ChartGap): string =>
  TEXTS.nothingKnown(clockOf(from, to), clockOf(to, from));
