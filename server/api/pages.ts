import { ALIASES, PAGE_PATHS } from "#domain/access/page-paths.ts";

/** A page's path as the browser's router writes it, in the server's own notation: one or two addresses. */
function addresses(path: string): string[] {
  const optional = /^(.*)\/\{-\$(\w+)\}$/.exec(path);
  if (optional !== null) return [optional[1]!, `${optional[1]}/:${optional[2]}`];
  if (path.endsWith("/$")) return [path.slice(0, -2), `${path.slice(0, -1)}*`];
  return [path.replace(/\$(\w+)/g, ":$1")];
}

/**
 * Addresses of pages: the app is served there and finds its own way. Everything else that a browser navigates to gets the
 * app with status 404, and shows its not-found page.
 */
export const PAGES: readonly string[] = [
  ...new Set([...Object.values(PAGE_PATHS), ...Object.keys(ALIASES)].flatMap(addresses)),
];
