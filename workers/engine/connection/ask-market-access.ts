import type { Clock, FetchLike } from "../edges.ts";
import { within } from "./within.ts";

const WAIT_MS = 5_000;

/**
 * Asks over HTTP whether this browser may be given the server's market at all.
 * @returns (the question) null without an answer: the server is away, or says something else
 */
export function createMarketAccess(edges: {
  readonly clock: Clock;
  readonly fetch: FetchLike;
  readonly url: string;
}): () => Promise<boolean | null> {
  async function ask(): Promise<boolean | null> {
    const answer = await edges.fetch(edges.url, {});
    if (!answer.ok) return null;
    const { data } = (await answer.json()) as { data?: { allowed?: unknown } };
    return typeof data?.allowed === "boolean" ? data.allowed : null;
  }
  return () => within(edges.clock, ask(), WAIT_MS).catch(() => null);
}
