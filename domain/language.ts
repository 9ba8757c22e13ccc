/** Languages that the product speaks; each text of a page is there in all of them. */
export const LANGUAGES = ["en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a browser gets that has asked for none of them. */
export const DEFAULT_LANGUAGE: Language = "en";

/** How each counts and writes numbers and dates (BCP 47). */
export const LOCALES: Readonly<Record<Language, string>> = { en: "en-IN" };

/** A text, or several that belong together, in every language. */
export type InEveryLanguage<T> = Readonly<Record<Language, T>>;
