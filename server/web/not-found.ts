import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#domain/errors.ts";
import { sendError } from "../platform/http/error-answers.ts";
import type { App } from "../platform/http/fastify-app.ts";

interface KnownRoute {
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

/**
 * Answers what no route does: 405 with the methods that would be served, the app's own not-found page to a browser that
 * navigates, JSON to everything else. Must be added before the routes, to hear of them.
 */
export function addNotFound(app: App, sendPage: ((reply: FastifyReply) => FastifyReply) | null): void {
  const routes = new Map<string, KnownRoute>();
  app.addHook("onRoute", ({ url, method }) => {
    if (SECRET.test(url)) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });

  function allowed(path: string): string[] {
    const methods = new Set<string>();
    for (const route of routes.values()) {
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
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
    if (sendPage !== null && isNavigation(request, path)) return sendPage(reply);
    return sendError(reply, new AppError("request.not_found", "There is nothing at this address"));
  });
}
