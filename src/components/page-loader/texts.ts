import { inLanguage } from "../../browser/language.ts";

export const TEXTS = inLanguage({ en: { loading: "Loading…" } });
