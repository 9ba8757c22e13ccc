import { countText, inLanguage, numberText } from "../../../shared/texts/texts.tsx";

/** What is computed. */
export const TEXTS = inLanguage({
  en: {
    result: {
      name: "Price and greeks",
      sides: { CE: "Call", PE: "Put" },
      figure: "Figure",
      side: "Side",
      rows: {
        price: "Price",
        delta: "Delta",
        gamma: "Gamma",
        theta: "Theta a day",
        vega: "Vega a point",
        intrinsic: "Intrinsic value",
        timeValue: "Time value",
        breakeven: "Breakeven",
      },
      forward: (forward: string) => `Forward ${forward}`,
      discount: (discount: string) => `discount ${discount}`,
      left: {
        over: "expired: worth what it is in the money by",
        minutes: (minutes: number) => `${numberText(minutes)} min left`,
        hours: (hours: number, minutes: number) => `${numberText(hours)} h ${numberText(minutes)} min left`,
        days: (days: number, hours: number) =>
          `${countText(days, { one: "day", other: "days" })} ${numberText(hours)} h left`,
      },
      toSpot: "Greeks to the spot",
      toFuture: "Greeks to the future",
      failed: "The browser could not compute this.",
      retry: "Try again",
    },
    implied: {
      name: "IV of the market price",
      ask: "Type a market price for its IV",
      of: (side: string, price: string) => `${side} at ${price}`,
      use: "Use this IV",
      iv: (iv: string) => `IV ${iv} %`,
      reasons: {
        BELOW_INTRINSIC: (value: string) =>
          `No volatility: the price is not above what the option is in the money by (${value})`,
        ABOVE_BOUND: () => "No volatility: no option is worth that much",
        EXPIRED: () => "No volatility: the option has expired",
        NO_PRICE: () => "No volatility: there is no price to take it of",
      },
    },
    table: {
      name: (side: string) => `${side} price at other prices and days`,
      underlying: "Underlying",
      now: "Now",
      days: (days: number) => countText(days, { one: "day", other: "days" }),
      expiry: "Expiry",
      move: (percent: string) => `${percent} %`,
    },
    sketch: {
      name: (side: string) => `${side} price by the price of the underlying`,
      now: "now",
      expiry: "at expiry",
      said: (side: string, low: string, high: string, worth: string) =>
        `The ${side} is worth ${worth}. Drawn from ${low} to ${high}.`,
    },
  },
});
