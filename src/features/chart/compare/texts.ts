import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read where two symbols are compared. */
export const TEXTS = inLanguage({
  en: {
    label: "Compare with",
    hint: "Symbol, such as BANKNIFTY",
    go: "Compare",
    change: "Change, %",
    withPrice: (percent: string, price: string) => `${percent}% (${price})`,
    percent: (value: string) => `${value}%`,
    since: (own: string, other: string, when: string) => `${own} and ${other} in % of their close at ${when}`,
    remove: (symbol: string) => `Stop comparing with ${symbol}`,
    leftOut: "Levels, drawings, OI profile and indicators over the price are left out meanwhile.",
    loading: (symbol: string) => `Loading ${symbol}…`,
    failed: (symbol: string, why: string) => `${symbol} is left out. ${why}`,
    same: (symbol: string) => `${symbol} is the chart’s own symbol: it would be the same line twice.`,
    apart: (symbol: string) => `${symbol} has no bar in view at the same time: nothing can be compared.`,
  },
});
