import { useSnapshot } from "valtio";
import { buttonClass } from "../../components/button/Button.tsx";
import { sandboxAddress } from "../../session/sandbox-address.ts";
import { session } from "../../session/session-state.ts";
import { useSandboxOffer } from "../../shared/use-sandbox-offer.ts";
import css from "./Side.module.css";

/** For a newcomer where a sandbox is active: everything a broker account has, in one press. */
export function TrySandbox() {
  const { phase } = useSnapshot(session);
  const isOffered = useSandboxOffer(phase === "anonymous");
  if (!isOffered) return null;
  return (
    <section className={`${css.panel} ${css.try}`} aria-label="Try it">
      <h2 className={css.title}>Look around as a trader</h2>
      <p>A sandbox Zerodha account with positions, orders and funds. No password, no real money.</p>
      <a className={buttonClass("primary")} href={sandboxAddress("/home")}>
        Try it as a sandbox Zerodha account
      </a>
    </section>
  );
}
