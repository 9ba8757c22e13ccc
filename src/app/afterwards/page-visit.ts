import { NO_PAGE_TITLE } from "#domain/access/page-title.ts";
import { pageAt } from "#domain/access/pages.ts";
import { DEFAULT_LANGUAGE } from "#domain/language.ts";
import { showUsualTitle } from "../../shared/page/use-document-title.ts";
import { canonicalLink, metaOf, trackingName } from "./page-meta.ts";

/** A visitor who only passes through a page is not counted. */
const PAGE_EVENT_DELAY_MS = 500;

function tag<K extends "meta" | "link">(name: K, attribute: string, value: string): HTMLElementTagNameMap[K] {
  const known = document.head.querySelector<HTMLElementTagNameMap[K]>(`${name}[${attribute}="${value}"]`);
  if (known !== null) return known;
  const made = document.createElement(name);
  made.setAttribute(attribute, value);
  document.head.append(made);
  return made;
}

/** Title, description, tags, canonical link and class of the page that is open. */
export function showMeta(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  isAdmin: boolean,
): void {
  const found = pageAt(pathname);
  // To everybody else its address is an unknown one, in the tab's title too (rule ACC-5).
  const page = found?.access === "privileged" && !isAdmin ? null : found;
  const { body } = document;
  for (const name of [...body.classList]) if (name.startsWith("page-")) body.classList.remove(name);
  const canonical = tag("link", "rel", "canonical");
  if (page === null) {
    showUsualTitle(NO_PAGE_TITLE[DEFAULT_LANGUAGE]);
    canonical.remove();
    return;
  }
  const meta = metaOf(page, pathname);
  showUsualTitle(meta.title);
  body.classList.add(meta.pageClassName);
  body.toggleAttribute("data-special", meta.isSpecial);
  tag("meta", "name", "description").content = meta.description;
  const keywords = tag("meta", "name", "keywords");
  if (meta.tags.length > 0) keywords.content = meta.tags.join(", ");
  else keywords.remove();
  canonical.href = canonicalLink(window.location.origin, meta, search);
}

/** @param track takes the page's name, if the page is still open when its time has come @returns calls it off */
export function countVisit(pathname: string, track: (page: string) => void): () => void {
  const timer = setTimeout(() => track(trackingName(pathname)), PAGE_EVENT_DELAY_MS);
  return () => clearTimeout(timer);
}
