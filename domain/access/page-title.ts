import { DEFAULT_LANGUAGE, type Language } from "../language.ts";
import { pageText } from "./page-texts.ts";
import type { Page } from "./pages.ts";

const SITE = "Strikewise";

/** Participants' open interest is what people look for under this name (rule SHELL-4). */
const FNO_TITLE: Readonly<Record<Language, string>> = { en: "FII/DII participant-wise open interest" };

/** What a tab says where there is no page. */
export const NO_PAGE_TITLE: Readonly<Record<Language, string>> = { en: `Page not found · ${SITE}` };

/** What a page's tab and search results call it. @param pathname of the address: a tab of a page may have a title of its own */
export function pageTitle(page: Page, pathname: string, language: Language = DEFAULT_LANGUAGE): string {
  const isFno = (page.name === "fii-dii" || page.name === "spider-fii-dii") && /\/fno\/?$/.test(pathname);
  return `${isFno ? FNO_TITLE[language] : pageText(page.name, language).title} · ${SITE}`;
}
