import { useSnapshot } from "valtio";
import { session } from "./session-state.ts";

/** Id of the account that is signed in, "" for a visitor; null while that is not known yet. */
export function useIdentity(): string | null {
  const { phase, profile } = useSnapshot(session);
  if (phase === "loading") return null;
  return phase === "signed_in" ? (profile?.id ?? "") : "";
}
