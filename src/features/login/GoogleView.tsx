import { useState } from "react";
import { GoogleButton, type GoogleSetup } from "./GoogleButton.tsx";
import { GOOGLE_SETUP_FAILED } from "./google-client.ts";
import css from "./LoginPanel.module.css";
import type { ConfigState } from "./use-login-config.ts";

interface Props {
  readonly state: ConfigState;
  readonly isPhone: boolean;
  readonly isBusy: boolean;
  readonly hasPrompt: boolean;
  onRetry(): void;
  onCredential(idToken: string): void;
}

/** Signing in without a broker, and what one then does without. */
export function GoogleView({ state, isPhone, isBusy, hasPrompt, onRetry, onCredential }: Props) {
  const [setup, setSetup] = useState<GoogleSetup>("loading");
  const google =
    state.phase === "ready" ? state.config.google : state.phase === "failed" ? state.phase : null;
  const isSandbox = state.phase === "ready" && (state.config.sandbox.google ?? false);
  return (
    <div className={css.google}>
      <p>
        With a Google account you can look around everything, with prices that are{" "}
        <strong>1 minute late</strong>. Real-time prices and trading need a login with your broker.
      </p>
      {isSandbox ? (
        <p className={css.note}>
          <span className={css.tag}>Sandbox</span> This button leads to practice accounts, not to Google.
        </p>
      ) : null}
      <GoogleButton
        google={google}
        isPhone={isPhone}
        hasPrompt={hasPrompt}
        onCredential={onCredential}
        onSetup={setSetup}
      />
      {isBusy ? <p role="status">Signing in…</p> : null}
      {setup === "failed" ? (
        <p role="alert" className={css.problem}>
          {GOOGLE_SETUP_FAILED}.{" "}
          <button type="button" className={css.textButton} onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : null}
    </div>
  );
}
