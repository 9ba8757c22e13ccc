import { inLanguage } from "./texts/texts.tsx";

/** What several screens say. */
export const TEXTS = inLanguage({
  en: {
    /** Why the IV percentile is unknown, wherever it is shown. */
    ivpStory: "IV percentile over 250 closes. Shown once 60 daily closes have been recorded.",
    /** The keys that open and close the performance panel, as keyboards name them. */
    performanceKeys: "Ctrl Alt P",
  },
});
