import { inLanguage } from "../../../browser/language.ts";

/** What a table says of what it counts, where that is not the whole position (rule STRAT-3). */
export const TEXTS = inLanguage({
  en: {
    countedFor: {
      smallest: "Counted for the smallest position in the same proportions, without the number of lots.",
      unit: "Counted for one unit a lot, without the lot size.",
      ratio: "Counted for the bare ratio of the legs, without lot size and number of lots.",
    },
    wholeShare: "Per cent are of the whole position.",
    /** Above greeks that are a settled leg's too. */
    settledGreeks:
      "A leg that is over keeps the delta it ended with: none out of the money, a whole one in it, half at the strike. The total leaves it out, for nothing can hedge it any more.",
  },
});
