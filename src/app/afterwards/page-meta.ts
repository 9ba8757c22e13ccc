import { pageText } from "#domain/access/page-texts.ts";
import { pageTitle } from "#domain/access/page-title.ts";
import type { Page } from "#domain/access/pages.ts";

/** What every page says of itself (rule SHELL-3). */
interface PageMeta {
  /** of the access matrix; null where none is asked */
  readonly featureName: string | null;
  readonly pageClassName: string;
  /** null: the page sets its own, which says what it shows */
  readonly title: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly canonicalPathName: string;
  readonly canonicalQueryParams: readonly string[];
  readonly isSpecial: boolean;
}

const DEFAULT_PARAMS = ["instrument_symbol", "tradingsymbol"] as const;

/** @param pathname of the address: a page with parameters is canonical at each of its own addresses */
export function metaOf(page: Page, pathname: string): PageMeta {
  const { description, tags = [] } = pageText(page.name);
  const setsOwn = page.name === "option-chain" || page.name === "widget-chain";
  return {
    featureName: page.feature,
    pageClassName: `page-${page.name}`,
    title: setsOwn ? null : pageTitle(page, pathname),
    description,
    tags,
    canonicalPathName: page.canonical ?? (pathname.replace(/\/+$/, "") || "/"),
    canonicalQueryParams: page.canonicalParams ?? DEFAULT_PARAMS,
    isSpecial: page.isSpecial ?? false,
  };
}

/** The canonical link: the canonical path, and of the query only what is allowed. @param search with its question mark */
export function canonicalLink(origin: string, meta: PageMeta, search: string): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of meta.canonicalQueryParams) {
    const value = given.get(name);
    if (value !== null && value !== "") kept.set(name, value);
  }
  const query = kept.toString();
  return `${origin}${meta.canonicalPathName}${query && `?${query}`}`;
}

/**
 * Name that page views are counted under: the first part of the path, `home` where there is none. The multi-strike OI tab
 * is a page of its own.
 */
export function trackingName(pathname: string): string {
  const [first = "", second] = pathname.split("/").filter((part) => part !== "");
  if (first === "open-interest" && second === "multistrike-oi") return "multistrike-oi";
  return first || "home";
}
