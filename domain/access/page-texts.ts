import { DEFAULT_LANGUAGE, type Language } from "../language.ts";
import type { PageText } from "./pages/page-row.ts";
import { PAGE_ROWS, type PageName } from "./pages/rows.ts";

/** What a page is called, in its tab, in search results and in links to it. */
export function pageText(name: PageName, language: Language = DEFAULT_LANGUAGE): PageText {
  return PAGE_ROWS[name].texts[language];
}

/** Whether the page is there, or only says what it will be. */
export function isBuilt(name: PageName): boolean {
  return pageText(name).soon === undefined;
}
