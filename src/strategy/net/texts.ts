import { inLanguage } from "../../shared/texts/texts.tsx";

/** Whether a P&L is before or after charges. */
export const TEXTS = inLanguage({
  en: {
    net: "net of charges",
    netTitle:
      "P&L after the charges of entering, and of leaving at each price and date. Greeks know no charges.",
    gross: "before charges",
    grossTitle:
      "Charges of entering and leaving are not taken off. “Net of charges” beside the legs does that.",
  },
});
