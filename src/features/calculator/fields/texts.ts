import { inLanguage, numberText } from "../../../shared/texts/texts.tsx";

/** What is typed, and what a field says to what it cannot take. */
export const TEXTS = inLanguage({
  en: {
    form: {
      name: "Figures",
      basis: "Price of",
      bases: { spot: "Spot", future: "Future" },
      price: { spot: "Spot price", future: "Future price" },
      strike: "Strike",
      expiry: "Expiry",
      at: "Priced at",
      now: "Now",
      nowTitle: "The market's time of this minute",
      iv: "Volatility (IV)",
      rate: "Interest rate",
      premium: "Market price",
      premiumNone: "none",
      units: { rupees: "₹", percent: "%" },
      clock: "India's time",
      missing: (fields: string) => `Still to fill in: ${fields}.`,
    },
    refusals: {
      noNumber: "Type a number, such as 24,000",
      above0: "Above 0",
      atMost: (most: number) => `At most ${numberText(most)}`,
      iv: "Between 0 and 1,000 %",
      rate: "Between −20 and 100 %",
      moment: "Type a date and a time between 2000 and 2099",
    },
  },
});
