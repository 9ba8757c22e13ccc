/** The candlestick patterns that the product finds, by the names of its calls. */
export const CANDLE_PATTERN_IDS = [
  "HARAMI_BULLISH",
  "HARAMI_BEARISH",
  "ENGULF_BULLISH",
  "ENGULF_BEARISH",
  "PIERCE_BULLISH",
  "PIERCE_BEARISH",
  "MARUBOZU_BULLISH",
  "MARUBOZU_BEARISH",
  "HAMMER",
  "SHOOTING_STAR",
] as const;
export type CandlePatternId = (typeof CANDLE_PATTERN_IDS)[number];
