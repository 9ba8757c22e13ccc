import { useSnapshot } from "valtio";
import { session } from "../../session/session-state.ts";

/** Whether the account that is signed in is one whose broker tells positions. */
export function useHasPositions(): boolean {
  const { phase, profile } = useSnapshot(session);
  return phase === "signed_in" && profile?.broker_details.positions_supported === true;
}
