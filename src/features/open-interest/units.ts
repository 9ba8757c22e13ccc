/** Open interest as it is shown: units, or lots where all of it has one lot size. Pure. */

import { formatFlexible, MINUS } from "#domain/format/number.ts";
import { axisCounts } from "../../components/analysis/plot/axis-text.ts";
import type { ChartAxis } from "../../components/chart/types.ts";
import type { Unit } from "./address.ts";

/** @param lotSize units; NaN where what is added up does not share one */
export const mayBeLots = (lotSize: number): boolean => lotSize > 0;

/** What units are divided by; lots that cannot be are units. */
export const divisorOf = (unit: Unit, lotSize: number): number =>
  unit === "lots" && mayBeLots(lotSize) ? lotSize : 1;

export const shownUnit = (unit: Unit, lotSize: number): Unit => (mayBeLots(lotSize) ? unit : "units");

/** "12.40L"; an unknown figure is `--`. */
export const oiText = (value: number | null): string => formatFlexible(value);

/** "+12.40L". */
export function changeText(value: number | null): string {
  const text = formatFlexible(value);
  return value !== null && value > 0 && text !== "0" && !text.startsWith(MINUS) ? `+${text}` : text;
}

/** Zero is in sight: bars and lines of open interest are compared with nothing. */
export const OI_AXIS: ChartAxis = { format: axisCounts, holds: 0 };
/** Lines whose difference counts are not pressed together by a far zero. */
export const FREE_OI_AXIS: ChartAxis = { format: axisCounts };
