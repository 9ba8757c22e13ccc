/** Moving averages of the close, and Bollinger's bands around one (quant.md, Indicators). */

import { createStepwise, type Indicator, type IndicatorBar, type Remembered } from "./indicator.ts";
import { type Moments, RollingMoments } from "./rolling-moments.ts";
import { exponential, known, NOTHING_SMOOTHED, type Smoothed, smooth } from "./smoothing.ts";

function createRolling(length: number, figures: (moments: Moments) => readonly number[]): Indicator {
  const rolling = new RollingMoments(length);
  const gap = figures({ mean: Number.NaN, deviation: Number.NaN });
  const hasClose = ({ close }: IndicatorBar): boolean => Number.isFinite(close);
  return {
    push: (bar) => (hasClose(bar) ? figures(rolling.push(bar.close)) : gap),
    peek: (bar) => (hasClose(bar) ? figures(rolling.peek(bar.close)) : gap),
  };
}

/** Simple moving average: the mean of the last `length` closes. */
export function createSma(length: number): Indicator {
  return createRolling(length, ({ mean }) => [mean]);
}

/** Middle, upper and lower: the simple average, and `factor` population deviations above and below it. */
export function createBollinger(length: number, factor: number): Indicator {
  return createRolling(length, ({ mean, deviation }) => [
    mean,
    mean + factor * deviation,
    mean - factor * deviation,
  ]);
}

interface EmaMemory extends Remembered {
  readonly average: Smoothed;
}

/** Exponential moving average, which begins as the simple one of the first `length` closes. */
export function createEma(length: number): Indicator {
  const smoothing = exponential(length);
  return createStepwise<EmaMemory>({ average: NOTHING_SMOOTHED, figures: [] }, (before, { close }) => {
    if (!Number.isFinite(close)) return { ...before, figures: [Number.NaN] };
    const average = smooth(smoothing, before.average, close);
    return { average, figures: [known(smoothing, average)] };
  });
}
