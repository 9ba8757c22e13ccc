import { inLanguage } from "../texts/texts.tsx";

/** What opens the chart in a window. */
export const TEXTS = inLanguage({
  en: {
    chartOf: (symbol: string) => `Chart of ${symbol} (C)`,
  },
});
