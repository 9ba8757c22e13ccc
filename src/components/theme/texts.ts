import { inLanguage } from "../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    /** What a palette is chosen by. */
    palettes: { "green-red": "Green and red", "blue-orange": "Blue and orange" },
  },
});
