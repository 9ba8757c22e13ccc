import { inLanguage } from "../../shared/texts/texts.tsx";

/** What the fields of a leg are called. */
export const TEXTS = inLanguage({
  en: {
    of: (what: string, leg: string) => `${what}, ${leg}`,
    sides: { BUY: "B", SELL: "S" },
    flip: (leg: string) => `Flip ${leg}`,
    strike: "Strike",
    strikeDown: "A strike lower",
    strikeUp: "A strike higher",
    lots: "Lots",
    lotMore: "A lot more",
    lotFewer: "A lot fewer",
    units: "Units",
    price: "Entry price",
    notes: {
      instead: (what: string, taken: string) => `${what}: ${taken}`,
      unquoted: {
        BID: "No bid",
        ASK: "No ask",
        BOTH: "Not quoted",
        CROSSED: "Bid above ask",
      },
      sources: {
        OWN: "your price is taken",
        MID: "the middle is taken",
        TOUCH: "the touch is taken",
        USABLE: "the usable price is taken",
        LAST: "the last price is taken",
        MODEL: "the price by its IV is taken",
        SETTLED: "what it settled at is taken",
      },
    },
    remove: (leg: string) => `Delete ${leg}`,
  },
});
