import type { FastifyReply, FastifyRequest } from "fastify";
import { ALIASES, PAGE_PATHS } from "#domain/access/page-paths.ts";
import { PAGES as TABLE } from "#domain/access/pages.ts";
import type { App } from "../platform/http/fastify-app.ts";
import { sendNotFoundPage, sendPage } from "./send-page.ts";

/** A page's path as the browser's router writes it, in the server's own notation: one or two addresses. */
function addresses(path: string): string[] {
  const optional = /^(.*)\/\{-\$(\w+)\}$/.exec(path);
  if (optional !== null) return [optional[1]!, `${optional[1]}/:${optional[2]}`];
  if (path.endsWith("/$")) return [path.slice(0, -2), `${path.slice(0, -1)}*`];
  return [path.replace(/\$(\w+)/g, ":$1")];
}

/** Addresses of pages, old ones among them. */
export const PAGES: readonly string[] = [
  ...new Set([...Object.values(PAGE_PATHS), ...Object.keys(ALIASES)].flatMap(addresses)),
];

/** Pages of admins: for all others there are none. */
const PRIVILEGED = new Set(
  TABLE.filter(({ access }) => access === "privileged").flatMap(({ path }) => addresses(path)),
);

function sendPrivileged(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("vary", "cookie");
  return request.identity.isAdmin ? sendPage(reply) : sendNotFoundPage(reply);
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
 * The app at every page's address; it finds its own way. Everything else that a browser navigates to gets the app with status
 * 404, and shows its not-found page.
 */
export function addPages(app: App): void {
  for (const page of PAGES) {
    const alias = page === "/" ? undefined : ALIASES[page];
    if (alias !== undefined) addAlias(app, page, alias);
    else if (PRIVILEGED.has(page)) {
      app.get(page, { schema: { hide: true }, config: { asksWho: true } }, sendPrivileged);
    } else app.get(page, { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  }
}
