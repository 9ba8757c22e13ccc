/** The volume-weighted average price since the open of the session (quant.md, Indicators). */

import { createStepwise, type Indicator, type Remembered } from "./indicator.ts";

interface VwapMemory extends Remembered {
  readonly volume: number;
  /** Of what traded so far; 0 before anything did. */
  readonly price: number;
}

const START: VwapMemory = { volume: 0, price: 0, figures: [] };

/** Each bar's (high + low + close) / 3 by its volume; NaN until there is volume, and of a bar whose volume is not known. */
export function createVwap(): Indicator {
  return createStepwise(START, (memory, { high, low, close, volume, startsSession }) => {
    const before = startsSession ? START : memory;
    const typical = (high + low + close) / 3;
    if (!Number.isFinite(typical) || !(volume >= 0)) return { ...before, figures: [Number.NaN] };
    const total = before.volume + volume;
    if (total === 0) return { ...before, figures: [Number.NaN] };
    const price = before.price + (typical - before.price) * (volume / total);
    return { volume: total, price, figures: [price] };
  });
}
