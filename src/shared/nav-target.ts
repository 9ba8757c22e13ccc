import type { Elsewhere, NavEntry } from "#domain/access/navigation.ts";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { isBuilt } from "#domain/access/page-texts.ts";
import { plainPath } from "#domain/access/pages/plain-path.ts";

/** Pages outside the product, chosen when it is built; without them our own pages answer. */
const ELSEWHERE: Readonly<Record<Elsewhere, string>> = {
  faq: import.meta.env.VITE_FAQ_URL || "/support#faq",
  about: import.meta.env.VITE_ABOUT_URL || "/manifesto",
  whats_new: import.meta.env.VITE_WHATS_NEW_URL || "/manifesto/whats-new",
};

/** Where an entry leads: a path on this site with its query, or an address elsewhere. */
export function targetOf({ page, rest = "", elsewhere }: NavEntry): string {
  if (elsewhere !== undefined) return ELSEWHERE[elsewhere];
  if (page === null) return "/home";
  return plainPath(PAGE_PATHS[page]) + rest;
}

/** Whether what the entry promises is there, or its page only says when it will be. */
export function isThere({ page }: NavEntry): boolean {
  return page === null || isBuilt(page);
}
