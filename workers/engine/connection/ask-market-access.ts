import { marketAccess } from "#protocol/generated/http/prices.ts";
import { isAnswer } from "#protocol/http/call.ts";
import { pathTo } from "#protocol/http/path.ts";
import type { EngineEdges } from "../edges.ts";

/**
 * Asks over HTTP whether this browser may be given the server's market at all.
 * @returns null where the server says something else
 */
export async function askMarketAccess(edges: Pick<EngineEdges, "fetch" | "origin">): Promise<boolean | null> {
  const answer = await edges.fetch(edges.origin + pathTo(marketAccess), {});
  if (!answer.ok) return null;
  const body = await answer.json();
  return isAnswer(marketAccess, body) ? body.data.allowed : null;
}
