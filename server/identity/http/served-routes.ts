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

/** Writes down every route that is added after it, so that a test can hold them against the rows. */
export function noteServedRoutes(app: Pick<FastifyInstance, "addHook">): readonly ServedRoute[] {
  const served: ServedRoute[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    const endpoint = config?.endpoint ?? null;
    for (const each of [method].flat()) served.push({ method: each, url, endpoint });
  });
  return served;
}
