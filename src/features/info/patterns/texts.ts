import { istDate } from "#domain/calendar/ist.ts";
import { CANDLES_BEFORE } from "#domain/candles/find-patterns.ts";
import { formatDate, formatDateTime } from "#domain/format/date.ts";
import type { CandlesOnRecord, CandleTimeframe } from "#protocol/http/candles.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of candlestick patterns. */
export const TEXTS = inLanguage({
  en: {
    heading: "Candlestick Patterns",
    detected: (n: number) => `${n} Candlestick ${n === 1 ? "Pattern" : "Patterns"} detected`,
    latest: (n: number) => `the latest ${n}`,
    none: "No Candlestick Patterns detected",
    loading: "Looking for candlestick patterns…",
    /** The failure's own words come after it. */
    failed: (why: string) => `Api error! ${why}`,
    retry: "Try again",
    aboutAll: "What is looked for",
    list: "Patterns",
    all: "All patterns",
    rules: `Looked for in daily, hourly, weekly and monthly candles that are over, adjusted for bonuses and splits. A pattern needs ${CANDLES_BEFORE} candles before it without a gap, and a candle has one name at most.`,
    viewChart: "View Chart",
    timeframes: {
      candles_daily: "Daily",
      candles_hourly: "Hourly",
      candles_weekly: "Weekly",
      candles_monthly: "Monthly",
    },
    /** Beside a signal whose candles were not heard of the exchange. */
    origins: { recorded: "", source: "", imported: "Imported", simulated: "Simulated" },
    lookedIn: "Candles on record",
    record: {
      none: "none on record",
      since: (candles: string, date: string) => `${candles} since ${date}`,
      few: (candles: string, date: string) => `${candles} since ${date}, too few to look in`,
    },
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

/** Hours go with their time, all else by its date (rule INFO-11). */
export const whenText = (date: number, timeframe: CandleTimeframe): string =>
  timeframe === "candles_hourly" ? formatDateTime(date) : formatDate(istDate(date));

/** How many candles there are to look in, and since when. */
export function recordText({ since, candles }: CandlesOnRecord): string {
  const { none, few, since: said } = TEXTS.record;
  if (since === null) return none;
  return (candles > CANDLES_BEFORE ? said : few)(String(candles), formatDate(istDate(since)));
}
