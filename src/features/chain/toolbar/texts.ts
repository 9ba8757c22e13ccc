import { inLanguage } from "../../../shared/texts/texts.tsx";

/** What stands in the toolbar after the figures have come. */
export const TEXTS = inLanguage({
  en: {
    mine: "My views",
    none: "None",
    above: "Above",
    below: "Below",
    hundreds: "Hundreds only",
    rows: "Rows",
    sizes: { small: "Small", medium: "Medium", large: "Large" },
  },
});
