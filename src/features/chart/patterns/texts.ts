import type { CandlePatternId } from "#domain/candles/pattern-ids.ts";
import { countText, inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read of candle patterns on the chart. */
export const TEXTS = inLanguage({
  en: {
    column: "Candle pattern",
    names: {
      HARAMI_BULLISH: "Bullish Harami",
      HARAMI_BEARISH: "Bearish Harami",
      ENGULF_BULLISH: "Bullish Engulfing",
      ENGULF_BEARISH: "Bearish Engulfing",
      PIERCE_BULLISH: "Bullish Piercing",
      PIERCE_BEARISH: "Bearish Piercing",
      MARUBOZU_BULLISH: "Bullish Marubozu",
      MARUBOZU_BEARISH: "Bearish Marubozu",
      HAMMER: "Hammer (bullish)",
      SHOOTING_STAR: "Shooting Star (bearish)",
    } satisfies Record<CandlePatternId, string>,
    none: "No candle pattern in these bars",
    found: (count: number, codes: string) =>
      `${countText(count, { one: "candle pattern", other: "candle patterns" })} in these bars: ${codes}`,
    code: (code: string, name: string) => `${code} ${name}`,
    kinds: {
      HA: "Harami",
      EN: "Engulfing",
      PI: "Piercing",
      MA: "Marubozu",
      HM: "Hammer",
      SS: "Shooting Star",
    } as Readonly<Record<string, string>>,
    otherInterval: "Candle patterns are looked for in bars of an hour, a day, a week and a month.",
    loading: "Looking for candle patterns…",
    failed: (why: string) => `Candle patterns could not be had. ${why}`,
  },
});
