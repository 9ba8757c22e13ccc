import helmet from "@fastify/helmet";
import { AppError } from "#domain/errors.ts";
import type { OriginPolicy } from "../lib/origins.ts";
import type { App } from "./context.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Every answer carries the policy, worker scripts too: a SharedWorker obeys the policy of its own script's response, so
 * that one must allow WASM and the websocket. `'self'` in connect-src covers ws: on the same host and port.
 */
const POLICY = {
  "default-src": ["'self'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "connect-src": ["'self'"],
  "worker-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'", "data:"],
  "object-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

/** Headers that confine the page, and the check that unsafe requests come from our own pages. */
export async function addSecurity(app: App, origins: () => OriginPolicy, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
    hsts: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook("onSend", async (_request, reply) => {
    // What says nothing about itself may be asked for again; the file server writes past the reply.
    if (!reply.hasHeader("cache-control") && !reply.raw.hasHeader("cache-control")) {
      reply.header("cache-control", "no-cache");
    }
  });
  app.addHook("onRequest", async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1") {
      throw new AppError("request.invalid", "A request must name its Host");
    }
    if (SAFE_METHODS.has(request.method)) return;
    const { origin, "sec-fetch-site": site } = request.headers;
    const isForeign = origin !== undefined && !origins().allows(origin);
    if (!isForeign && site !== "cross-site") return;
    throw new AppError(
      "request.forbidden",
      "Requests that change something are taken from this site's own pages only",
    );
  });
}
