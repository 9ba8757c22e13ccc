import type { FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import { sendError } from "../platform/http/error-answers.ts";
import type { App } from "../platform/http/fastify-app.ts";
import type { PageSender } from "./send-page.ts";

/** An address that the server answers, with a method that it is answered to. */
interface Route {
  readonly method: string;
  readonly url: string;
}

interface KnownAddress {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

function patternOf(url: string): RegExp {
  const parts = url.split("/").map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("/")}/?$`);
}

/** For all but admins there is nothing here, whatever the method. */
const SECRET = /^\/(?:v1\/)?admin(?:\/|$)/;

function addressesOf(routes: readonly Route[]): readonly KnownAddress[] {
  const known = new Map<string, KnownAddress>();
  for (const { url, method } of routes) {
    if (SECRET.test(url)) continue;
    const address = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    address.methods.add(method);
    known.set(url, address);
  }
  return [...known.values()];
}

/**
 * Answers what no route does: 405 with the methods that would be served, the app's own not-found page to a browser that
 * navigates, JSON to everything else.
 * @param routes that are served; grows until the server listens
 */
export function addNotFound(app: App, routes: readonly Route[], pages: PageSender | null): void {
  let known: readonly KnownAddress[] = [];
  app.addHook("onReady", async () => {
    known = addressesOf(routes);
  });

  function allowed(path: string): string[] {
    const methods = new Set<string>();
    for (const address of known) {
      if (address.pattern.test(path)) for (const method of address.methods) methods.add(method);
    }
    return [...methods].sort();
  }

  function isNavigation({ method, headers }: FastifyRequest, path: string): boolean {
    const wantsPage = (headers.accept ?? "").includes("text/html");
    return (
      method === "GET" && wantsPage && !/^\/(?:v1|broker|docs)(?:\/|$)/.test(path) && !path.includes(".")
    );
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const methods = allowed(path);
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header("allow", methods.join(", "));
      const text = `${request.method} is not served here; use ${methods.join(", ")}`;
      return sendError(reply, new AppError("request.method_not_allowed", text));
    }
    if (pages !== null && isNavigation(request, path)) return pages.notFound(reply);
    return sendError(reply, new AppError("request.not_found", "There is nothing at this address"));
  });
}
