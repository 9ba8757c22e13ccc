import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What price and open interest have built. */
export const TEXTS = inLanguage({
  en: {
    words: {
      long_build_up: "Long build-up",
      short_build_up: "Short build-up",
      short_covering: "Short covering",
      long_unwinding: "Long unwinding",
      none: "No build-up",
    },
    /** Price and OI, each up or down: a sign beside the colour. */
    signs: {
      long_build_up: "Price ▲ OI ▲",
      short_build_up: "Price ▼ OI ▲",
      short_covering: "Price ▲ OI ▼",
      long_unwinding: "Price ▼ OI ▼",
      none: "",
    },
  },
});
