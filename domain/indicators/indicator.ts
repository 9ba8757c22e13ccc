/** What every indicator is (quant.md, Indicators): fed bar by bar, with no bar read twice. */

/** A bar of a chart; prices in rupees, volume in units, NaN = unknown. */
export interface IndicatorBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** True of the first bar of a session, also when that bar is a gap. VWAP alone reads it. */
  readonly startsSession?: boolean;
}

/**
 * Each bar costs the same, however many went before. A bar that lacks a price the indicator reads is a gap: it answers NaN
 * and nothing is taken in of it.
 */
export interface Indicator {
  /** Takes in a bar that has ended and answers one figure for each output, in the catalogue's order; NaN until known. */
  push(bar: IndicatorBar): readonly number[];
  /** The same of the bar that is running: nothing is taken in. */
  peek(bar: IndicatorBar): readonly number[];
}

/** What an indicator remembers after a bar, with the figures it answered to it. */
export interface Remembered {
  readonly figures: readonly number[];
}

/** An indicator whose memory after a bar follows from its memory before it, which `step` leaves as it was. */
export function createStepwise<Memory extends Remembered>(
  start: Memory,
  step: (before: Memory, bar: IndicatorBar) => Memory,
): Indicator {
  let memory = start;
  return {
    push(bar) {
      memory = step(memory, bar);
      return memory.figures;
    },
    peek: (bar) => step(memory, bar).figures,
  };
}
