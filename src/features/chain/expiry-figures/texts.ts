import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What is said of an expiry's figures when they are pointed at. */
export const TEXTS = inLanguage({
  en: {
    name: (expiry: string) => `Expiry ${expiry}`,
    formula:
      "At-the-money IV by Black-76 on the expiry's own forward; PCR is put OI over call OI; max pain the strike at which writers pay out least; the expected move is forward × IV × √T, one standard deviation until expiry.",
    story: {
      atmIv: "ATM IV",
      atmIvSince: (iv: string, change: string) => `${iv} %, ${change} points since the previous close`,
      ivp: "IVP",
      pcr: "PCR",
      maxPain: "Max pain",
      expectedMove: "Expected move",
      /** One standard deviation until expiry. */
      moveOf: (rupees: string, percent: string) =>
        `±${rupees}, ${percent} % of the forward, in two of three cases`,
      forward: "Forward",
      openInterest: "OI",
      sides: (calls: string, puts: string) => `${calls} calls, ${puts} puts`,
      /** What a figure is taken for. */
      read: (figure: string, sentiment: string) => `${figure}, ${sentiment}`,
    },
    sentiments: { bullish: "bullish", bearish: "bearish", neutral: "neutral" },
  },
});
