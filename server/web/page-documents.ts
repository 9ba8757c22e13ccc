import { createHash } from "node:crypto";
import { pageText } from "#domain/access/page-texts.ts";
import { NO_PAGE_TITLE, pageTitle } from "#domain/access/page-title.ts";
import type { Page } from "#domain/access/pages.ts";
import { DEFAULT_LANGUAGE, LOCALES } from "#domain/language.ts";
import { type CachedBody, createCachedBody } from "../platform/http/cached-body.ts";

/** However short: every visit begins with it, before anything else can be asked for. */
const HTML = { type: "text/html; charset=utf-8", leastBytes: 0 };
const BROTLI_QUALITY = 11;

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => NAMED[letter] ?? letter);

/** The bar over every page, as it stands in the document until React draws it. */
const BAR = /<!-- bar -->[\s\S]*?<!-- \/bar -->/;
/** The script that shows the picture of a chain as it was last seen (src/app/last-picture): the chain's document alone has it. */
const PICTURE = /\s*<!-- last picture -->[\s\S]*?<!-- \/last picture -->/;

/** The document with another title and, where one is given, another description. */
function rendered(html: string, title: string, description: string | null): string {
  const titled = html
    .replace(/(<html lang=")[^"]*/, (_, start: string) => start + LOCALES[DEFAULT_LANGUAGE])
    .replace(/(<title>)[^<]*/, (_, start: string) => start + escaped(title));
  if (description === null) return titled;
  return titled.replace(
    /(<meta name="description" content=")[^"]*/,
    (_, start: string) => start + escaped(description),
  );
}

/** The document of every page but the chain's. */
export const withoutPicture = (html: string): string => html.replace(PICTURE, "");

/** What a content security policy calls the scripts that stand in a document. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash("sha256").update(code!).digest("base64")}'`,
  );
}

/** The app's one document, as each page's: what it is called stands there before any script runs, for search engines and shared links. */
export interface PageDocuments {
  /** @param pathname of the address; null page: there is none at that address */
  of(page: Page | null, pathname: string): CachedBody;
}

/** @param html the document as the build leaves it */
export function createPageDocuments(html: string): PageDocuments {
  // As many as there are titles: addresses that differ in their parameters alone share one.
  const made = new Map<string, CachedBody>();
  return {
    of(page, pathname) {
      const title = page === null ? NO_PAGE_TITLE[DEFAULT_LANGUAGE] : pageTitle(page, pathname);
      const key = `${page?.name ?? ""} ${title}`;
      let body = made.get(key);
      if (body === undefined) {
        // A widget stands in another app's house, and has no bar.
        const bared = page?.isWidget ? html.replace(BAR, "") : html;
        const frame = page?.name === "option-chain" ? bared : withoutPicture(bared);
        const content = rendered(frame, title, page === null ? null : pageText(page.name).description);
        const etag = createHash("sha256").update(content).digest("base64url").slice(0, 22);
        body = createCachedBody(etag, content, BROTLI_QUALITY, HTML);
        made.set(key, body);
      }
      return body;
    },
  };
}
