import { type BrokerHttp, type BrokerHttpEdges, createBrokerHttp } from "../broker-http.ts";

/** A trader waits for this; what takes longer is answered by the estimate. */
const MARGIN_DEADLINE_MS = 5_000;

/** The way to a broker's margins: a deadline and a breaker of its own, so that no sign-in waits for it. */
export function createMarginHttp(name: string, edges: BrokerHttpEdges): BrokerHttp {
  return createBrokerHttp(name, { deadlineMs: MARGIN_DEADLINE_MS, ...edges });
}
