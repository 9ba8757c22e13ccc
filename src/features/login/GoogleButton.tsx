import { useEffect, useRef, useState } from "react";
import type { LoginConfig } from "#protocol/http/sign-in.ts";
import { Tip } from "../../components/tooltip/Tip.tsx";
import css from "./GoogleButton.module.css";
import { buttonStyle, loadGoogle } from "./google-client.ts";
import { TEXTS } from "./texts.ts";

export type GoogleSetup = "loading" | "ready" | "failed";

interface Props {
  /** null while it is asked for; "failed" when it could not be had */
  readonly google: LoginConfig["google"] | null | "failed";
  readonly isPhone: boolean;
  /** Google's own prompt beside the button; over a modal it would be out of reach, on a phone in the way */
  readonly hasPrompt: boolean;
  onCredential(idToken: string): void;
  onSetup(setup: GoogleSetup): void;
}

/** Google's own button, drawn by its script; until it is there something of its size says how things stand. */
export function GoogleButton({ google, isPhone, hasPrompt, onCredential, onSetup }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const deliver = useRef(onCredential);
  deliver.current = onCredential;
  const [setup, setSetup] = useState<GoogleSetup>("loading");
  const { width } = buttonStyle(isPhone);
  const tell = useRef(onSetup);
  tell.current = onSetup;
  useEffect(() => tell.current(setup), [setup]);

  useEffect(() => {
    if (google === null) return setSetup("loading");
    if (google === "failed" || google.client_id === "") return setSetup("failed");
    let isGone = false;
    let cancel = (): void => {};
    setSetup("loading");
    loadGoogle(google.script_url).then(
      (identity) => {
        const parent = place.current;
        if (isGone || parent === null) return;
        try {
          identity.initialize({
            client_id: google.client_id,
            nonce: google.nonce,
            callback: ({ credential }) => {
              if (!isGone && credential) deliver.current(credential);
            },
            auto_select: false,
            cancel_on_tap_outside: true,
            use_fedcm_for_prompt: true,
            context: "signin",
          });
          parent.replaceChildren();
          identity.renderButton(parent, buttonStyle(width === 326));
          if (hasPrompt) identity.prompt();
          cancel = () => identity.cancel();
          setSetup("ready");
        } catch {
          setSetup("failed");
        }
      },
      () => {
        if (!isGone) setSetup("failed");
      },
    );
    return () => {
      isGone = true;
      cancel();
    };
  }, [google, width, hasPrompt]);

  return (
    <div className={css.wrap} style={{ width }} data-setup={setup}>
      <div ref={place} hidden={setup !== "ready"} />
      {setup === "loading" ? (
        <button type="button" className={css.standIn} disabled aria-busy="true">
          {TEXTS.panel.google}
        </button>
      ) : null}
      {setup === "failed" ? (
        <Tip text={TEXTS.google.noButton} placement="bottom">
          <button type="button" className={css.standIn} aria-disabled="true">
            {TEXTS.panel.google}
          </button>
        </Tip>
      ) : null}
    </div>
  );
}
