import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyReply } from "fastify";
import type { Page } from "#domain/access/pages.ts";
import { sendCached } from "../platform/http/cached-body.ts";
import { createPageDocuments, inlineScripts, type PageDocuments } from "./page-documents.ts";

/** Answers with the app: at a page's address under the page's title, anywhere else under that of no page. */
export interface PageSender {
  /** what the content security policy calls the scripts that stand in the document */
  readonly scripts: readonly string[];
  page(reply: FastifyReply, page: Page): Promise<FastifyReply>;
  /** with status 404, always whole: a browser that reloads it asks whether it changed, and 404 has no "not modified" */
  notFound(reply: FastifyReply): Promise<FastifyReply>;
}

/** @param root folder of the built web app */
export function createPageSender(root: string): PageSender {
  const html = readFileSync(path.join(root, "index.html"), "utf8");
  const documents: PageDocuments = createPageDocuments(html);
  return {
    scripts: inlineScripts(html),
    page(reply, page) {
      const pathname = reply.request.url.split("?", 1)[0] ?? "/";
      return sendCached(reply.request, reply, documents.of(page, pathname));
    },
    notFound(reply) {
      delete reply.request.raw.headers["if-none-match"];
      return sendCached(reply.request, reply.code(404), documents.of(null, ""));
    },
  };
}
