import { existsSync } from "node:fs";
import path from "node:path";
import staticFiles from "@fastify/static";
import type { App } from "../platform/http/fastify-app.ts";
import { addPages } from "./page-routes.ts";
import type { PageSender } from "./send-page.ts";

const YEAR_SECONDS = 31_536_000;

/** The built web app; null when it has not been built, as in development, where vite serves it. */
export function findWebRoot(): string | null {
  const roots = [new URL("../web/", import.meta.url), new URL("../../dist/web/", import.meta.url)];
  return roots.map((url) => url.pathname).find((root) => existsSync(path.join(root, "index.html"))) ?? null;
}

/** Files of the web app, compressed ones where the build left them, and the app itself at every page's address. */
export async function addStatic(app: App, root: string, send: PageSender): Promise<void> {
  await app.register(staticFiles, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ["**/*.br", "**/*.gz", "**/.vite/**", "index.html"],
    setHeaders(response, file) {
      // A cache on the way must not give brotli to a browser that cannot read it.
      response.setHeader("vary", "accept-encoding");
      // Names of assets hold a hash of their content; everything else must be asked for again.
      const isHashed = file.slice(root.length).replaceAll(path.sep, "/").startsWith("assets/");
      response.setHeader(
        "cache-control",
        isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache",
      );
    },
  });
  addPages(app, send);
}
