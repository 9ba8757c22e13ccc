import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { fetchSandboxOffer } from "../../api/login-offers.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { session } from "../../session/session-state.ts";
import css from "./Side.module.css";

/** The server makes a fresh sandbox account and comes back here (docs/decisions/0009). */
const TRY = "/v1/kite_login?sandbox_account=new&redirect_target=/home";

/** For a newcomer where a sandbox is active: everything a broker account has, in one press. */
export function TrySandbox() {
  const { phase } = useSnapshot(session);
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (phase !== "anonymous") return;
    const gone = new AbortController();
    fetchSandboxOffer(gone.signal).then(setOffered, () => {});
    return () => gone.abort();
  }, [phase]);
  if (phase !== "anonymous" || !isOffered) return null;
  return (
    <section className={`${css.panel} ${css.try}`} aria-label="Try it">
      <h2 className={css.title}>Look around as a trader</h2>
      <p>A sandbox Zerodha account with positions, orders and funds. No password, no real money.</p>
      <a className={buttonClass("primary")} href={TRY}>
        Try it as a sandbox Zerodha account
      </a>
    </section>
  );
}
