import { Suspense } from "react";
import { useSnapshot } from "valtio";
import { lazily } from "../components/lazily.tsx";
import { loginPanel } from "../session/login-panel.ts";
import { session } from "../session/session-state.ts";

const Overlays = lazily(() => import("./SessionOverlays.tsx").then((m) => m.SessionOverlays));

/** Whatever the session has to say over the page; its code comes only when it has. */
export function SessionLayer() {
  const { profile, ended } = useSnapshot(session);
  const { isOpen } = useSnapshot(loginPanel);
  const isWanted =
    isOpen || ended !== null || profile?.is_first_time_login === true || profile?.has_taken_trial === true;
  return isWanted ? (
    <Suspense fallback={null}>
      <Overlays />
    </Suspense>
  ) : null;
}
