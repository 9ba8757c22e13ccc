import { IV_LEAST_CLOSES, IV_LOOKBACK } from "#domain/chain/iv-statistics.ts";
import { inLanguage } from "./texts/texts.tsx";

/** What several screens say. */
export const TEXTS = inLanguage({
  en: {
    /** What the IV percentile is. */
    ivpStory: `IV percentile: share of the last ${IV_LOOKBACK} daily closes of the 30-day IV that lie below now. Needs ${IV_LEAST_CLOSES} real closes; made-up ones count only in a simulated market.`,
    /** What the IV percentile rests on, and so why it may be unknown, wherever it is shown. */
    ivpCloses: (closes: number) =>
      closes < IV_LEAST_CLOSES ? `${closes} of ${IV_LEAST_CLOSES} sessions recorded` : `${closes} sessions`,
    /** The keys that open and close the performance panel, as keyboards name them. */
    performanceKeys: "Ctrl Alt P",
  },
});
