import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { BrokerConfig } from "#domain/access/brokers.ts";
import { loginPanel } from "../../session/login-panel.ts";
import type { BegunLogin } from "./begun-login.ts";
import { FailureScreen } from "./FailureScreen.tsx";
import { finishOnce } from "./finish-once.ts";
import type { LoginFailure } from "./login-failure.ts";
import { parseLoginParams } from "./login-params.ts";
import { PreparingScreen } from "./PreparingScreen.tsx";
import css from "./ResultScreen.module.css";
import { TEXTS } from "./texts.ts";

/** Takes tokens out of the address bar, its history entry and whatever reads them there. */
function stripAddress(): void {
  const { history, location } = window;
  if (location.search !== "" || location.hash !== "") {
    history.replaceState(history.state, "", location.pathname);
  }
}

/** The way back from a broker: takes what the address brings, asks the server, and goes on or says what went wrong. */
export function ResultScreen({ broker }: { readonly broker: BrokerConfig | null }) {
  const { history } = useRouter();
  const [params] = useState(() => parseLoginParams(window.location.search));
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const [again, setAgain] = useState<BegunLogin | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const from = broker ?? params.broker;

  useEffect(() => {
    let isGone = false;
    stripAddress();
    void finishOnce(from, params, () => setPreparing(true)).then((end) => {
      if (isGone) return;
      if (end.kind === "go") return history.replace(end.path);
      if (end.kind === "again") return setAgain(end.login);
      loginPanel.error = end.failure.headline;
      setFailure(end.failure);
    });
    return () => {
      isGone = true;
    };
  }, [from, params, history]);

  if (again) return <PreparingScreen broker={from} login={again} />;
  if (failure) return <FailureScreen broker={from} failure={failure} />;
  return (
    <main className={css.wait} aria-busy="true">
      <p role="status">{from ? TEXTS.result.busyWith(from.displayName) : TEXTS.result.busy}</p>
      <p className={css.small}>{isPreparing ? TEXTS.preparing.text : TEXTS.result.wait}</p>
    </main>
  );
}
