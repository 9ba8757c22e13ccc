import { inLanguage } from "../../../shared/texts/texts.tsx";

/** Texts of several charts on one page. */
export const TEXTS = inLanguage({
  en: {
    name: "Charts",
    paneOf: (symbol: string, at: number, of: number) => `${symbol}, chart ${at} of ${of}`,
    add: "Another chart",
    beside: "Another chart beside this one",
    close: (symbol: string) => `Close the chart of ${symbol}`,
    tooMany: (most: number) => `The address names more charts than a page shows: the first ${most} are here.`,
  },
});
