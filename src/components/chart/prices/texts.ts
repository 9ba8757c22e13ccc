import { inLanguage } from "../../../browser/language.ts";

/** What a bar of prices has beside its close. */
export const TEXTS = inLanguage({
  en: { open: "Open", high: "High", low: "Low" },
});
