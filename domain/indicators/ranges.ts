/** ATR and Supertrend: figures of how wide bars are (quant.md, Indicators). */

import { createStepwise, type Indicator, type IndicatorBar, type Remembered } from "./indicator.ts";
import { known, NOTHING_SMOOTHED, type Smoothed, smooth, wilder } from "./smoothing.ts";

const hasRange = ({ high, low, close }: IndicatorBar): boolean => Number.isFinite(high + low + close);

/** The bar's range with the gap from the close before it; of the first bar, its own range. */
function trueRange({ high, low }: IndicatorBar, closeBefore: number): number {
  return Number.isNaN(closeBefore)
    ? high - low
    : Math.max(high - low, Math.abs(high - closeBefore), Math.abs(low - closeBefore));
}

interface AtrMemory extends Remembered {
  readonly close: number;
  readonly range: Smoothed;
}

/** Average true range by Wilder's average; known from the `length`th bar. */
export function createAtr(length: number): Indicator {
  const smoothing = wilder(length);
  const start: AtrMemory = { close: Number.NaN, range: NOTHING_SMOOTHED, figures: [] };
  return createStepwise(start, (before, bar) => {
    if (!hasRange(bar)) return { ...before, figures: [Number.NaN] };
    const range = smooth(smoothing, before.range, trueRange(bar, before.close));
    return { close: bar.close, range, figures: [known(smoothing, range)] };
  });
}

interface SupertrendMemory extends Remembered {
  readonly close: number;
  readonly range: Smoothed;
  /** NaN until the average range is known. */
  readonly upper: number;
  readonly lower: number;
  readonly direction: 1 | -1;
}

const SUPERTREND_UNKNOWN = [Number.NaN, Number.NaN];

/**
 * Line and direction (1 rising, −1 falling). Bands lie `factor` average ranges from the middle of each bar; the upper one only
 * comes down, and the lower one only rises, until a close is past it. Falling the line is the upper band, rising the lower;
 * it turns with a close past it, and begins as falling.
 */
export function createSupertrend(length: number, factor: number): Indicator {
  const smoothing = wilder(length);
  const start: SupertrendMemory = {
    close: Number.NaN,
    range: NOTHING_SMOOTHED,
    upper: Number.NaN,
    lower: Number.NaN,
    direction: -1,
    figures: [],
  };
  return createStepwise(start, (before, bar) => {
    if (!hasRange(bar)) return { ...before, figures: SUPERTREND_UNKNOWN };
    const { high, low, close } = bar;
    const range = smooth(smoothing, before.range, trueRange(bar, before.close));
    const distance = factor * known(smoothing, range);
    if (Number.isNaN(distance)) return { ...before, close, range, figures: SUPERTREND_UNKNOWN };
    const middle = (high + low) / 2;
    const keepsUpper = before.upper <= middle + distance && before.close <= before.upper;
    const keepsLower = before.lower >= middle - distance && before.close >= before.lower;
    const upper = keepsUpper ? before.upper : middle + distance;
    const lower = keepsLower ? before.lower : middle - distance;
    const isRising = before.direction === 1 ? close >= lower : close > upper;
    const direction: 1 | -1 = isRising ? 1 : -1;
    return { close, range, upper, lower, direction, figures: [isRising ? lower : upper, direction] };
  });
}
