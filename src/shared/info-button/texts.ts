import { inLanguage } from "../texts/texts.tsx";

/** What opens the window on an instrument. */
export const TEXTS = inLanguage({
  en: {
    infoOf: (symbol: string) => `${symbol} info: futures, events and figures of its options`,
  },
});
