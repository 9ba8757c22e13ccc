import { useSnapshot } from "valtio";
import { live } from "../../live/live-state.ts";
import { session } from "../../session/session-state.ts";

/**
 * Whether the market reaches this visitor late: the server says it of who they are, and of every chain it sends. Of whom it
 * has said nothing (a session that just ended, a profile that did not come) it is a visitor's market: late.
 */
export function useDelay(): boolean {
  const { health } = useSnapshot(live);
  const { phase, profile } = useSnapshot(session);
  // A visitor who is given no market at all is given no late one.
  if (health?.feed === "refused") return false;
  const isLate = profile === null ? phase === "anonymous" : profile.delay_ms > 0;
  return isLate || health?.feed === "delayed";
}
