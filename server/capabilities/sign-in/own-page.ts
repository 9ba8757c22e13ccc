import type { FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";

/**
 * Calls that sign an account in are for our own pages, whatever their method. `finish`: fetched by a page of
 * ours; `start`: a link on one of ours, or typed by hand. Browsers say which (Fetch Metadata); what says
 * nothing is no browser that could be tricked, or too old to, and the cookie and state of the attempt still
 * stand in its way.
 * @throws AppError request.forbidden
 */
export function mustBeOwnPage({ headers }: FastifyRequest, kind: "start" | "finish"): void {
  const { "sec-fetch-site": site, "sec-fetch-mode": mode } = headers;
  const isOwn = site === undefined || site === "same-origin" || (kind === "start" && site === "none");
  if (isOwn && (kind === "start" || mode !== "navigate")) return;
  throw new AppError("request.forbidden", "Signing in is for this site's own pages only", {
    reason: "foreign_page",
  });
}
