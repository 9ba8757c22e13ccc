import helmet from "@fastify/helmet";
import type { FastifyReply } from "fastify";
import { AppError } from "#domain/errors.ts";
import type { App } from "../platform/http/fastify-app.ts";
import type { OriginPolicy } from "../platform/http/origins.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** a route that changes nothing and may be posted to by another site: a provider's way back */
    takesForeignForms?: boolean;
  }
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Origins beyond our own that pages have to do with; all empty where every provider is the sandbox. */
export interface OutsideOrigins {
  /** where a page of ours posts a form: ICICI Direct's login */
  readonly forms: readonly string[];
  /** Google's own script and frames */
  readonly google: boolean;
  /** pages that may show the widgets in a frame */
  readonly widgets: readonly string[];
}

const NOWHERE: OutsideOrigins = { forms: [], google: false, widgets: [] };

/** What "Sign in with Google" needs (developers.google.com/identity/gsi/web/guides/get-google-api-clientid, "CSP"). */
const GSI = "https://accounts.google.com/gsi/";

/**
 * Every answer carries the policy, worker scripts too: a SharedWorker obeys the policy of its own script's response, so
 * that one must allow WASM and the websocket. `'self'` in connect-src covers ws: on the same host and port.
 */
function policy({ forms, google }: OutsideOrigins, scripts: readonly string[]): Record<string, string[]> {
  const gsi = (file = ""): string[] => (google ? [`${GSI}${file}`] : []);
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...scripts, ...gsi("client")],
    "style-src": ["'self'", "'unsafe-inline'", ...gsi("style")],
    "connect-src": ["'self'", ...gsi()],
    ...(google ? { "frame-src": ["'self'", GSI] } : {}),
    "worker-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", ...forms],
    "frame-ancestors": ["'none'"],
  };
}

/** Lets the named origins frame a widget's page, and no site any other page. */
function allowFraming(reply: FastifyReply, widgets: readonly string[]): void {
  const header = String(reply.getHeader("content-security-policy") ?? "");
  const ancestors = `frame-ancestors 'self' ${widgets.join(" ")}`;
  reply.header("content-security-policy", header.replace("frame-ancestors 'none'", ancestors));
  // Older than the policy, and unable to name an origin.
  reply.removeHeader("x-frame-options");
}

/**
 * Headers that confine the page, and the check that unsafe requests come from our own pages.
 * @param scripts sources of the scripts that stand in the page's document itself
 */
export async function addSecurity(
  app: App,
  origins: () => OriginPolicy,
  isSecure: boolean,
  outside: OutsideOrigins = NOWHERE,
  scripts: readonly string[] = [],
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(outside, scripts) },
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    frameguard: { action: "deny" },
    hsts: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  if (outside.widgets.length > 0) {
    app.addHook("onRequest", async (request, reply) => {
      // Their old addresses too: a frame that is sent on from there is one of theirs.
      if (/^\/widgets?\//.test(request.routeOptions.url ?? "")) allowFraming(reply, outside.widgets);
    });
  }
  app.addHook("onSend", async (_request, reply) => {
    // What says nothing about itself may be asked for again; the file server writes past the reply.
    if (!reply.hasHeader("cache-control") && !reply.raw.hasHeader("cache-control")) {
      reply.header("cache-control", "no-cache");
    }
  });
  app.addHook("onRequest", async (request) => {
    // A line without a version is the HTTP of 1991: no headers, so none of the checks below would say anything.
    if (request.raw.httpVersion === "0.9") {
      throw new AppError("request.invalid", "HTTP/0.9 is not answered; ask by HTTP/1.1");
    }
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1") {
      throw new AppError("request.invalid", "A request must name its Host");
    }
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.takesForeignForms === true) return;
    const { origin, "sec-fetch-site": site } = request.headers;
    const isForeign = origin !== undefined && !origins().allows(origin);
    if (!isForeign && site !== "cross-site") return;
    throw new AppError(
      "request.forbidden",
      "Requests that change something are taken from this site's own pages only",
    );
  });
}
