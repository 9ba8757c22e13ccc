import { useEffect } from "react";
import type { BrokerConfig } from "#domain/access/brokers.ts";
import type { BegunLogin } from "./begun-login.ts";
import { nextTryIn } from "./preparing.ts";
import css from "./ResultScreen.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly broker: BrokerConfig | null;
  readonly login: BegunLogin;
}

/** The server was not prepared for a login: the same one is begun again in a moment. */
export function PreparingScreen({ broker, login: { address, waited } }: Props) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.replace(address), nextTryIn(waited));
    return () => clearTimeout(timer);
  }, [address, waited]);
  return (
    <main className={css.wait} aria-busy="true">
      <p role="status">{TEXTS.preparing.title(broker?.displayName ?? null)}</p>
      <p className={css.small}>{TEXTS.preparing.text}</p>
    </main>
  );
}
