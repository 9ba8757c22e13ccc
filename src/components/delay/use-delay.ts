import { useSnapshot } from "valtio";
import { live } from "../../live/live-state.ts";
import { session } from "../../session/session-state.ts";

/** Whether the market reaches this visitor late: the server says it of who they are, and of every chain it sends. */
export function useDelay(): boolean {
  const { health } = useSnapshot(live);
  const { profile } = useSnapshot(session);
  return health?.feed === "delayed" || (profile?.delay_ms ?? 0) > 0;
}
