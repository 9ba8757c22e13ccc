import { inLanguage } from "../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    close: "Close",
    /** On the button that confirms, where its dialog has no word of its own for it. */
    confirm: "OK",
  },
});
