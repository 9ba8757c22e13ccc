import { ALIASES } from "#domain/access/page-paths.ts";
import { type Page, pageOf, PAGES as TABLE } from "#domain/access/pages.ts";
import type { App } from "../platform/http/fastify-app.ts";
import type { PageSender } from "./send-page.ts";

/** A page's path as the browser's router writes it, in the server's own notation: one or two addresses. */
function addresses(path: string): string[] {
  const optional = /^(.*)\/\{-\$(\w+)\}$/.exec(path);
  if (optional !== null) return [optional[1]!, `${optional[1]}/:${optional[2]}`];
  if (path.endsWith("/$")) return [path.slice(0, -2), `${path.slice(0, -1)}*`];
  return [path.replace(/\$(\w+)/g, ":$1")];
}

/** Pages by their addresses. */
const AT = new Map<string, Page>(
  TABLE.flatMap((page) => addresses(page.path).map((address) => [address, page] as const)),
);

/** Addresses of pages, old ones among them. */
export const PAGES: readonly string[] = [...new Set([...AT.keys(), ...Object.keys(ALIASES)])];

/** A page of admins: for all others there is none. */
function addPrivileged(app: App, address: string, page: Page, send: PageSender): void {
  app.get(address, { schema: { hide: true }, config: { asksWho: true } }, (request, reply) => {
    reply.header("vary", "cookie, accept-encoding");
    return request.identity.isAdmin ? send.page(reply, page) : send.notFound(reply);
  });
}

/**
 * An old address leads on, its query kept. The first page of all does not: that would cost every visitor a
 * round trip.
 */
function addAlias(app: App, from: string, to: string): void {
  app.get(from, { schema: { hide: true } }, (request, reply) => {
    const cut = request.url.indexOf("?");
    return reply
      .header("cache-control", "no-cache")
      .redirect(cut < 0 ? to : `${to}${request.url.slice(cut)}`, 302);
  });
}

/**
 * The app at every page's address, under the page's title; it finds its own way. Everything else that a browser navigates to gets the app with status
 * 404, and shows its not-found page.
 */
export function addPages(app: App, send: PageSender): void {
  for (const address of PAGES) {
    const alias = address === "/" ? undefined : ALIASES[address];
    // The first page of all is the one that its address leads to.
    const page = AT.get(address) ?? pageOf("home");
    if (alias !== undefined) addAlias(app, address, alias);
    else if (page.access === "privileged") addPrivileged(app, address, page, send);
    else app.get(address, { schema: { hide: true } }, (_request, reply) => send.page(reply, page));
  }
}
