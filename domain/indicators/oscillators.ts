/** RSI and MACD: figures of how the close moves, in panes of their own (quant.md, Indicators). */

import { createStepwise, type Indicator, type Remembered } from "./indicator.ts";
import { exponential, known, NOTHING_SMOOTHED, type Smoothed, smooth, wilder } from "./smoothing.ts";

interface RsiMemory extends Remembered {
  readonly close: number;
  readonly gain: Smoothed;
  readonly loss: Smoothed;
}

/** 0 to 100; 50 where nothing has moved at all. */
function strength(gain: number, loss: number): number {
  return gain + loss === 0 ? 50 : 100 * (gain / (gain + loss));
}

/** Relative strength index by Wilder's averages of gains and losses; known from the (`length` + 1)th close. */
export function createRsi(length: number): Indicator {
  const smoothing = wilder(length);
  const start: RsiMemory = {
    close: Number.NaN,
    gain: NOTHING_SMOOTHED,
    loss: NOTHING_SMOOTHED,
    figures: [],
  };
  return createStepwise(start, (before, { close }) => {
    if (!Number.isFinite(close)) return { ...before, figures: [Number.NaN] };
    if (Number.isNaN(before.close)) return { ...before, close, figures: [Number.NaN] };
    const change = close - before.close;
    const gain = smooth(smoothing, before.gain, Math.max(change, 0));
    const loss = smooth(smoothing, before.loss, Math.max(-change, 0));
    return { close, gain, loss, figures: [strength(known(smoothing, gain), known(smoothing, loss))] };
  });
}

interface MacdMemory extends Remembered {
  readonly fast: Smoothed;
  readonly slow: Smoothed;
  readonly signal: Smoothed;
}

const MACD_UNKNOWN = [Number.NaN, Number.NaN, Number.NaN];

/**
 * MACD, signal and histogram: the fast exponential average less the slow one, the exponential average of that, which begins
 * as the mean of the first `signalLength` of them, and the first less the second.
 */
export function createMacd(fastLength: number, slowLength: number, signalLength: number): Indicator {
  const fastSmoothing = exponential(fastLength);
  const slowSmoothing = exponential(slowLength);
  const signalSmoothing = exponential(signalLength);
  const start: MacdMemory = {
    fast: NOTHING_SMOOTHED,
    slow: NOTHING_SMOOTHED,
    signal: NOTHING_SMOOTHED,
    figures: [],
  };
  return createStepwise(start, (before, { close }) => {
    if (!Number.isFinite(close)) return { ...before, figures: MACD_UNKNOWN };
    const fast = smooth(fastSmoothing, before.fast, close);
    const slow = smooth(slowSmoothing, before.slow, close);
    const macd = known(fastSmoothing, fast) - known(slowSmoothing, slow);
    if (Number.isNaN(macd)) return { fast, slow, signal: before.signal, figures: MACD_UNKNOWN };
    const signal = smooth(signalSmoothing, before.signal, macd);
    const line = known(signalSmoothing, signal);
    return { fast, slow, signal, figures: [macd, line, macd - line] };
  });
}
