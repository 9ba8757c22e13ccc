/** Open interest as it is written, in any unit. Pure. */

import { formatFlexible, MINUS } from "#domain/format/number.ts";
import { axisCounts } from "../../components/analysis/plot/axis-text.ts";
import type { ChartAxis } from "../../components/chart/types.ts";

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
