import type { IndicatorId } from "#domain/indicators/terms.ts";
import { inLanguage } from "../texts/texts.tsx";
import type { ChosenIndicator } from "./chosen.ts";

/** What is read of indicators on their chart. */
export const TEXTS = inLanguage({
  en: {
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
    vwapOfDays: "VWAP starts anew with each session: choose bars shorter than a day.",
  },
});

/** "EMA 20" */
export const nameOf = ({ id, params }: ChosenIndicator): string => [TEXTS.names[id], ...params].join(" ");
