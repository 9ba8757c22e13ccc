import { X } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button/Button.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import css from "./ReloginBanner.module.css";
import { TEXTS } from "./texts.ts";

/**
 * A session ended while its page was open: the page stays, late from now on, and says so (rules ACC-10
 * and SES-7).
 */
export function ReloginBanner() {
  const { ended } = useSnapshot(session);
  if (ended === null) return null;
  return (
    <div className={css.banner} role="alert">
      <p>
        {TEXTS.ended[ended.reason]} {TEXTS.banner.untilThen}
      </p>
      <Button variant="primary" size="small" onClick={() => openLogin()}>
        {TEXTS.logInAgain}
      </Button>
      <button
        type="button"
        className={css.close}
        aria-label={TEXTS.banner.dismiss}
        onClick={() => {
          session.ended = null;
        }}
      >
        <X size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  );
}
