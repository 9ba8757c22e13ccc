import { lazy, Suspense } from "react";
import { useSnapshot } from "valtio";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import css from "./Header.module.css";

const AccountMenu = lazy(() => import("./AccountMenu.tsx").then((m) => ({ default: m.AccountMenu })));

/** Who is here, or the way in. Its place is kept while nobody knows. */
export function AccountCorner() {
  const { phase } = useSnapshot(session);
  return (
    <div className={css.corner}>
      {phase === "anonymous" ? (
        <button type="button" className={css.login} onClick={() => openLogin()}>
          Login
        </button>
      ) : null}
      {phase === "signed_in" ? (
        <Suspense fallback={null}>
          <AccountMenu />
        </Suspense>
      ) : null}
    </div>
  );
}
