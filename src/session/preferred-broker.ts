import type { BrokerConfig } from "#domain/access/brokers.ts";
import { brokerFrom } from "./login-brokers.ts";

const KEY = "strikewise.preferred_broker";
type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** The broker this tab logged in with before, shown alone until all are asked for (rule LOGIN-3). */
export function preferredBroker(storage: () => Storage = () => sessionStorage): BrokerConfig | null {
  try {
    return brokerFrom(storage().getItem(KEY));
  } catch {
    return null;
  }
}

/** @returns false when it could not be saved: the login goes on, and says so */
export function preferBroker(
  broker: BrokerConfig | null,
  storage: () => Storage = () => sessionStorage,
): boolean {
  try {
    if (broker === null) storage().removeItem(KEY);
    else storage().setItem(KEY, broker.name);
    return true;
  } catch {
    return false;
  }
}
