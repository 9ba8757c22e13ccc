import { DEFAULT_LANGUAGE, type InEveryLanguage, type Language } from "#domain/language.ts";

/** One for the life of the tab: another language is another page load, so that texts are plain constants. */
export const LANGUAGE: Language = DEFAULT_LANGUAGE;

/**
 * A folder's texts in the language shown; the compiler holds every language to the same names. Apart from the rest of
 * `src/shared/texts`, which components may not know and the first load need not bring.
 */
export const inLanguage = <T>(texts: InEveryLanguage<T>): T => texts[LANGUAGE];
