import { type BrokerHttp, type BrokerHttpEdges, createBrokerHttp } from "../broker-http.ts";
import type { Transport } from "../transport.ts";

/** The chain marks positions when they come, and asks again a minute later. */
const POSITIONS_DEADLINE_MS = 5_000;
/** Kite's rows take 1.6 kB, in two lists: room for a thousand positions. */
const POSITIONS_LIMIT_BYTES = 2 * 1024 * 1024;

/** The way to a broker's positions: a deadline and a breaker of its own, so that neither sign-ins nor margins wait for it. */
export function createPositionsHttp(name: string, edges: BrokerHttpEdges, transport?: Transport): BrokerHttp {
  const own = { deadlineMs: POSITIONS_DEADLINE_MS, ...edges, answerLimit: POSITIONS_LIMIT_BYTES };
  return createBrokerHttp(name, own, transport);
}
