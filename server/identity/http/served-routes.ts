import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#protocol/http/contract.ts";
import "./register-row.ts";

/** An address that the server answers. */
export interface ServedRoute {
  readonly method: string;
  readonly url: string;
  /** null for what has no row: pages, files, documentation, what stands in for providers */
  readonly endpoint: Endpoint | null;
}

declare module "fastify" {
  interface FastifyInstance {
    /** what `noteServedRoutes` wrote down; a test holds it against the rows */
    servedRoutes: readonly ServedRoute[];
  }
}

/** Writes down every route that is added after it. */
export function noteServedRoutes(app: Pick<FastifyInstance, "addHook" | "decorate">): readonly ServedRoute[] {
  const served: ServedRoute[] = [];
  app.decorate("servedRoutes", served);
  app.addHook("onRoute", ({ method, url, config }) => {
    const endpoint = config?.endpoint ?? null;
    for (const each of [method].flat()) served.push({ method: each, url, endpoint });
  });
  return served;
}
