import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of candlestick patterns. */
export const TEXTS = inLanguage({
  en: {
    none: "No candle history is kept yet",
    noneText: (symbol: string) =>
      `Patterns are found in daily, hourly, weekly and monthly candles. None of ${symbol} are on record so far, so nothing was looked for and nothing is shown.`,
    /** @param when a sentence: when candles come */
    until: (when: string) => `${when} These patterns will be looked for:`,
    list: "Patterns",
    bullish: "Bullish",
    bearish: "Bearish",
    about: (pattern: string) => `What ${pattern} is`,
    picture: (pattern: string) => `Candles of ${pattern}`,
    patterns: {
      HARAMI_BULLISH: {
        name: "Bullish Harami",
        text: "After a fall a small rising candle stays within the body of the large falling one before it: sellers are losing their hold.",
      },
      HARAMI_BEARISH: {
        name: "Bearish Harami",
        text: "After a rise a small falling candle stays within the body of the large rising one before it: buyers are losing their hold.",
      },
      ENGULF_BULLISH: {
        name: "Bullish Engulfing",
        text: "After a fall a rising candle’s body covers the whole body of the falling one before it: buyers took over within one candle.",
      },
      ENGULF_BEARISH: {
        name: "Bearish Engulfing",
        text: "After a rise a falling candle’s body covers the whole body of the rising one before it: sellers took over within one candle.",
      },
      PIERCE_BULLISH: {
        name: "Bullish Piercing",
        text: "After a fall a candle opens below the last one’s close and closes above the middle of its body: the fall was bought.",
      },
      PIERCE_BEARISH: {
        name: "Bearish Piercing",
        text: "After a rise a candle opens above the last one’s close and closes below the middle of its body, a dark cloud over it: the rise was sold.",
      },
      MARUBOZU_BULLISH: {
        name: "Bullish Marubozu",
        text: "A long rising candle that opens at its low and closes at its high: buyers led from the first trade to the last.",
      },
      MARUBOZU_BEARISH: {
        name: "Bearish Marubozu",
        text: "A long falling candle that opens at its high and closes at its low: sellers led from the first trade to the last.",
      },
      HAMMER: {
        name: "Hammer",
        text: "After a fall a small body at the top of a long lower shadow: the price was pushed down, and bought back.",
      },
      SHOOTING_STAR: {
        name: "Shooting Star",
        text: "After a rise a small body at the foot of a long upper shadow: the price was pushed up, and sold back.",
      },
    },
  },
});
