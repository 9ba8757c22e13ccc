import type { IndicatorId } from "#domain/indicators/catalogue.ts";
import { inLanguage } from "../texts/texts.tsx";
import { MOST_INDICATOR_PANES, MOST_INDICATORS } from "./chosen.ts";

/** What is read of indicators. */
export const TEXTS = inLanguage({
  en: {
    title: "Indicators",
    open: (count: number) => (count === 0 ? "Indicators" : `Indicators · ${count}`),
    names: {
      sma: "SMA",
      ema: "EMA",
      bollinger: "Bollinger",
      rsi: "RSI",
      macd: "MACD",
      atr: "ATR",
      supertrend: "Supertrend",
      vwap: "VWAP",
    } satisfies Record<IndicatorId, string>,
    outputs: { upper: "upper", lower: "lower", signal: "signal", histogram: "histogram" } as Readonly<
      Record<string, string>
    >,
    params: {
      length: "Length",
      deviations: "Deviations",
      fast: "Fast",
      slow: "Slow",
      signal: "Signal",
      factor: "Factor",
    } as Readonly<Record<string, string>>,
    shown: "Shown",
    none: "None is shown yet: add one below.",
    add: "Add",
    remove: (name: string) => `Leave out ${name}`,
    full: `At most ${MOST_INDICATORS} indicators, ${MOST_INDICATOR_PANES} of them in panes of their own: leave one out first.`,
    vwapOfDays: "VWAP starts anew with each session: choose bars shorter than a day.",
  },
});
