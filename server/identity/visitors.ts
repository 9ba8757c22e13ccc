import { BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { ANONYMOUS_IDENTITY, type Identity } from "./identity.ts";

/** An identity of a broker's account, everything else as of a visitor until it is given. */
export function visitorOf(broker: BrokerId, known: Partial<Identity> = {}): Identity {
  return { ...ANONYMOUS_IDENTITY, broker, delayMs: BROKERS[broker].delayMs, ...known };
}
