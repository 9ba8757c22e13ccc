import { MOST_INDICATOR_PANES, MOST_INDICATORS } from "../../../shared/indicators/chosen.ts";
import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is read of indicators on a premium. */
export const TEXTS = inLanguage({
  en: {
    left: (words: string) =>
      `Left out: ${words}. Indicators are a name and its numbers, such as ema-20 or bollinger-20-2: at most ${MOST_INDICATORS}, ${MOST_INDICATOR_PANES} of them in panes of their own.`,
    range: {
      minute:
        "Of a premium the end of each minute alone is known: in bars of a minute, what stands for the range of ATR and Supertrend is the change from the close before.",
      longer:
        "What stands for the range of ATR and Supertrend is the highest and the lowest premium at the ends of the minutes in a bar: what lay between is not known.",
    },
  },
});
