import { useState } from "react";
import { ApiFailure } from "../../api/api-failure.ts";
import { fetchIciciPayload } from "../../api/login-calls.ts";
import { Button } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { Rich } from "../../shared/texts/texts.tsx";
import css from "./LoginPanel.module.css";
import { postIciciForm } from "./post-form.ts";
import { oncePrepared } from "./preparing.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly returnPath: string;
  readonly isSandbox: boolean;
  onClose(): void;
}

/** ICICI Direct wants a form posted to it, made fresh for each login (rule LOGIN-11). */
export function IciciDialog({ returnPath, isSandbox, onClose }: Props) {
  const [phase, setPhase] = useState<"asking" | "leaving">("asking");
  const [isPreparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const go = async (): Promise<void> => {
    setPhase("leaving");
    setPreparing(false);
    setProblem(null);
    try {
      postIciciForm(
        await oncePrepared(
          () => fetchIciciPayload(returnPath),
          () => setPreparing(true),
        ),
      );
    } catch (error) {
      setPhase("asking");
      setProblem(
        error instanceof ApiFailure ? TEXTS.icici.payloadFailed(error.message) : TEXTS.icici.setupFailed,
      );
    }
  };

  return (
    <Dialog
      isOpen
      size="auto"
      title={TEXTS.icici.title}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {TEXTS.notNow}
          </Button>
          <Button variant="primary" disabled={phase === "leaving"} onClick={() => void go()}>
            {phase === "leaving" ? TEXTS.icici.leaving : problem ? TEXTS.tryAgain : TEXTS.icici.go}
          </Button>
        </>
      }
    >
      <p>{isSandbox ? TEXTS.icici.sandboxLead : TEXTS.icici.lead}</p>
      <p>
        <Rich
          of={TEXTS.icici.margin}
          parts={{
            how: (
              <a className={css.link} href="/icici-direct-login-instructions">
                {TEXTS.icici.marginHow}
              </a>
            ),
          }}
        />
      </p>
      {phase === "leaving" && isPreparing ? <p role="status">{TEXTS.preparing.text}</p> : null}
      {problem ? (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      ) : null}
    </Dialog>
  );
}
