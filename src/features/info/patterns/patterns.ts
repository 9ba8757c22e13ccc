/** The candlestick patterns that the product finds, and what each looks like. */

import { CANDLE_PATTERN_IDS, type CandlePatternId } from "#domain/candles/pattern-ids.ts";
import { TEXTS } from "./texts.ts";

/** Open, high, low and close on a scale of 0 to 100. */
export type Candle = readonly [open: number, high: number, low: number, close: number];

export interface Pattern {
  readonly id: CandlePatternId;
  readonly isBullish: boolean;
  readonly name: string;
  readonly text: string;
  /** Oldest first: what went before, then the pattern. */
  readonly candles: readonly Candle[];
}

const FALLING: readonly Candle[] = [
  [92, 95, 80, 82],
  [82, 85, 70, 72],
];
const RISING: readonly Candle[] = [
  [8, 20, 5, 18],
  [18, 30, 15, 28],
];

/** The same picture upside down: a fall for a rise. */
const upsideDown = (candles: readonly Candle[]): readonly Candle[] =>
  candles.map(([open, high, low, close]) => [100 - open, 100 - low, 100 - high, 100 - close]);

const HARAMI: readonly Candle[] = [...FALLING, [74, 77, 30, 34], [44, 58, 41, 55]];
const ENGULF: readonly Candle[] = [...FALLING, [70, 73, 50, 53], [48, 82, 45, 78]];
const PIERCE: readonly Candle[] = [...FALLING, [74, 77, 34, 38], [30, 65, 26, 62]];
const MARUBOZU: readonly Candle[] = [...RISING, [28, 36, 24, 34], [34, 92, 34, 92]];

const CANDLES: Readonly<Record<CandlePatternId, readonly Candle[]>> = {
  HARAMI_BULLISH: HARAMI,
  HARAMI_BEARISH: upsideDown(HARAMI),
  ENGULF_BULLISH: ENGULF,
  ENGULF_BEARISH: upsideDown(ENGULF),
  PIERCE_BULLISH: PIERCE,
  PIERCE_BEARISH: upsideDown(PIERCE),
  MARUBOZU_BULLISH: MARUBOZU,
  MARUBOZU_BEARISH: upsideDown(MARUBOZU),
  HAMMER: [...FALLING, [72, 75, 55, 58], [50, 58, 14, 56]],
  SHOOTING_STAR: [...RISING, [28, 45, 25, 42], [50, 86, 42, 44]],
};

const isBullish = (id: CandlePatternId): boolean => id === "HAMMER" || id.endsWith("BULLISH");

export const PATTERNS: readonly Pattern[] = CANDLE_PATTERN_IDS.map((id) => ({
  id,
  isBullish: isBullish(id),
  candles: CANDLES[id],
  ...TEXTS.patterns[id],
}));
