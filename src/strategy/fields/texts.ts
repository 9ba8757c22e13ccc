import { inLanguage, numberText } from "../../shared/texts/texts.tsx";

/** How legs are spoken of, and what a field says to what it cannot take. */
export const TEXTS = inLanguage({
  en: {
    actions: { BUY: "Buy", SELL: "Sell" },
    types: { CE: "CE", PE: "PE", FUT: "Fut", EQ: "Eq" },
    /** A leg as it is spoken of. */
    leg: (action: string, contract: string) => `${action} ${contract}`,
    unitsOf: (units: number) => `${numberText(units)} units`,
    lot: { one: "lot", other: "lots" },
    refusals: {
      noNumber: "Type a number, such as 118.50",
      priceBelow: "A price cannot be below 0",
      priceAbove: "No contract costs that much",
      targetZero: "A target price is above 0",
      tooFew: "At least 1",
      tooMany: "No order is that large",
      notWhole: "Whole numbers only",
      ivBelow: "IV cannot be below 0",
      ivAbove: "IV is at most 1,000 %",
      offset: "Between −1,000 and 1,000 points",
      days: "1 to 3,650 days",
      ticks: "0 to 1,000 ticks",
      noStrikes: "No strikes are listed",
      unlisted: (typed: string, nearest: string) => `${typed} is not listed; the nearest is ${nearest}`,
      taken: "Another leg has this contract",
    },
  },
});
