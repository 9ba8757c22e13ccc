import { useSnapshot } from "valtio";
import { ANONYMOUS, type BrokerId, isBrokerId } from "#domain/access/brokers.ts";
import { session } from "../../../session/session-state.ts";

/** Of the account that is signed in; null while there is none. */
export function useBroker(): BrokerId | null {
  const id = useSnapshot(session).profile?.broker_details.broker_id;
  return id !== undefined && isBrokerId(id) && id !== ANONYMOUS ? id : null;
}
