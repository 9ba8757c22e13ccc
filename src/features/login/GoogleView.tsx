import { useState } from "react";
import { Rich } from "../../shared/texts/texts.tsx";
import { GoogleButton, type GoogleSetup } from "./GoogleButton.tsx";
import css from "./LoginPanel.module.css";
import { TEXTS } from "./texts.ts";
import type { GoogleLogin } from "./use-google-login.ts";
import type { ConfigState } from "./use-login-config.ts";

interface Props {
  readonly state: ConfigState;
  readonly isPhone: boolean;
  readonly login: GoogleLogin;
  readonly hasPrompt: boolean;
  onRetry(): void;
  onCredential(idToken: string): void;
}

/** Signing in without a broker, and what one then does without. */
export function GoogleView({ state, isPhone, login, hasPrompt, onRetry, onCredential }: Props) {
  const [setup, setSetup] = useState<GoogleSetup>("loading");
  const google =
    state.phase === "ready" ? state.config.google : state.phase === "failed" ? state.phase : null;
  const isSandbox = state.phase === "ready" && (state.config.sandbox.google ?? false);
  return (
    <div className={css.google}>
      <p>
        <Rich of={TEXTS.google.lead} parts={{ late: <strong>{TEXTS.google.late}</strong> }} />
      </p>
      {isSandbox ? (
        <p className={css.note}>
          <span className={css.tag}>{TEXTS.sandbox}</span> {TEXTS.google.sandboxNote}
        </p>
      ) : null}
      <GoogleButton
        google={google}
        isPhone={isPhone}
        hasPrompt={hasPrompt}
        onCredential={onCredential}
        onSetup={setSetup}
      />
      {login === "idle" ? null : (
        <p role="status">{login === "busy" ? TEXTS.google.busy : TEXTS.preparing.text}</p>
      )}
      {setup === "failed" ? (
        <p role="alert" className={css.problem}>
          {TEXTS.google.setupFailed}.{" "}
          <button type="button" className={css.textButton} onClick={onRetry}>
            {TEXTS.tryAgain}
          </button>
        </p>
      ) : null}
    </div>
  );
}
