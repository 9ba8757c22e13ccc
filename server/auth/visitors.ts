import { ANONYMOUS, BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import type { Identity } from "./identity.ts";

/** Who an unsigned visitor is. @param delayMs how late the market reaches them, by default as the table of brokers says */
export function anonymousVisitor(delayMs: number = BROKERS[ANONYMOUS].delayMs): Identity {
  return visitorOf(ANONYMOUS, { delayMs });
}

/** An identity of a broker's account, everything else as of a visitor until it is given. */
export function visitorOf(broker: BrokerId, known: Partial<Identity> = {}): Identity {
  return {
    accountId: null,
    sessionId: null,
    broker,
    plan: "no_plan",
    isAdmin: false,
    isMobileApp: false,
    delayMs: BROKERS[broker].delayMs,
    ...known,
  };
}
