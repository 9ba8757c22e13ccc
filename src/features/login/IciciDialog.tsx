import { useState } from "react";
import { ApiFailure } from "../../api/api-failure.ts";
import { fetchIciciPayload } from "../../api/login-calls.ts";
import { Button } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import css from "./LoginPanel.module.css";
import { postIciciForm } from "./post-form.ts";

interface Props {
  readonly returnPath: string;
  readonly isSandbox: boolean;
  onClose(): void;
}

const PAYLOAD_FAILED = "Unable to fetch ICICI login payload";
const SETUP_FAILED = "Error initializing ICICI OAuth";

/** ICICI Direct wants a form posted to it, made fresh for each login (rule LOGIN-11). */
export function IciciDialog({ returnPath, isSandbox, onClose }: Props) {
  const [phase, setPhase] = useState<"asking" | "leaving">("asking");
  const [problem, setProblem] = useState<string | null>(null);

  const go = async (): Promise<void> => {
    setPhase("leaving");
    setProblem(null);
    try {
      postIciciForm(await fetchIciciPayload(returnPath));
    } catch (error) {
      setPhase("asking");
      setProblem(error instanceof ApiFailure ? `${PAYLOAD_FAILED}. ${error.message}` : SETUP_FAILED);
    }
  };

  return (
    <Dialog
      isOpen
      size="auto"
      title="Login with ICICI Direct"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button variant="primary" disabled={phase === "leaving"} onClick={() => void go()}>
            {phase === "leaving"
              ? "Opening ICICI Direct…"
              : problem
                ? "Try again"
                : "Continue to ICICI Direct"}
          </Button>
        </>
      }
    >
      <p>
        {isSandbox
          ? "You will be sent to a sandbox page that stands in for ICICI Direct: no real account, no password."
          : "You will be sent to ICICI Direct, and come back here once it knows you. We never see your password."}
      </p>
      <p>
        Futures and options need the SPAN margin setting of your account:{" "}
        <a className={css.link} href="/icici-direct-login-instructions">
          how to switch it on
        </a>
        .
      </p>
      {problem ? (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      ) : null}
    </Dialog>
  );
}
