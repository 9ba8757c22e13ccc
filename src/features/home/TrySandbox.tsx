import { useSnapshot } from "valtio";
import { buttonClass } from "../../components/button/Button.tsx";
import { lastBroker } from "../../session/last-broker.ts";
import { sandboxAddress } from "../../session/sandbox-address.ts";
import { session } from "../../session/session-state.ts";
import { useSandboxOffer } from "../../shared/use-sandbox-offer.ts";
import css from "./Side.module.css";
import { TEXTS } from "./texts.ts";

/** For a newcomer where a sandbox is active: everything a broker account has, in one press. */
export function TrySandbox() {
  const { phase } = useSnapshot(session);
  const isOffered = useSandboxOffer(phase === "anonymous");
  // Its place is kept for who is likely to be offered it: what stands below must not move away from the pointer.
  const isLikely = phase === "anonymous" || (phase === "loading" && lastBroker() === 0);
  if (isOffered === false || (isOffered === null && !isLikely)) return null;
  return (
    <section
      className={`${css.panel} ${css.try}`}
      aria-label={TEXTS.sandbox.name}
      data-waiting={isOffered === null || undefined}
    >
      <h2 className={css.title}>{TEXTS.sandbox.title}</h2>
      <p>{TEXTS.sandbox.text}</p>
      <a className={buttonClass("primary")} href={sandboxAddress("/home")}>
        {TEXTS.sandbox.start}
      </a>
    </section>
  );
}
