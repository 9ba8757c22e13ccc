import { inLanguage } from "../../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    /** By the theme that is chosen: which it is, and what a press makes of it. */
    button: {
      system: "Theme follows the system; change to light",
      light: "Theme light; change to dark",
      dark: "Theme dark; change to system",
    },
  },
});
