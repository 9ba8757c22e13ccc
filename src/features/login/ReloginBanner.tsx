import { X } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button/Button.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import { END_TEXTS } from "./end-texts.ts";
import css from "./ReloginBanner.module.css";

/**
 * A session ended while its page was open: the page stays, late from now on, and says so (rules ACC-10
 * and SES-7).
 */
export function ReloginBanner() {
  const { ended } = useSnapshot(session);
  if (ended === null) return null;
  return (
    <div className={css.banner} role="alert">
      <p>{END_TEXTS[ended.reason]} Until then prices come one minute late.</p>
      <Button variant="primary" size="small" onClick={() => openLogin()}>
        Log in again
      </Button>
      <button
        type="button"
        className={css.close}
        aria-label="Dismiss"
        onClick={() => {
          session.ended = null;
        }}
      >
        <X size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  );
}
