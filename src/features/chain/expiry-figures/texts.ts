import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of an expiry under its date; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    shown: (iv: string, pcr: string) => `IV ${iv} · PCR ${pcr}`,
    /** Shown when the expiry is pointed at, a line each. */
    story: {
      atmIv: (iv: string, change: string) => `ATM IV ${iv} %, ${change} points since the previous close`,
      ivp: (percentile: string) => `IVP ${percentile}`,
      ivpUnknown: (percentile: string, why: string) => `IVP ${percentile}. ${why}`,
      pcr: (ratio: string) => `PCR ${ratio}`,
      maxPain: (strike: string) => `Max pain ${strike}`,
      forward: (price: string) => `Forward ${price}`,
      syntheticForward: (price: string) => `Forward ${price}, synthetic`,
      openInterest: (calls: string, puts: string) => `OI ${calls} calls, ${puts} puts`,
      /** What a figure is taken for. */
      read: (figure: string, sentiment: string) => `${figure}, ${sentiment}`,
    },
    sentiments: { bullish: "bullish", bearish: "bearish", neutral: "neutral" },
  },
});
