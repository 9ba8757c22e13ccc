import { useState } from "react";
import { textOf } from "../../api/api-failure.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { LONG_TOAST_MS, showToast } from "../../components/toast/toast.ts";
import { startTrial } from "../../session/account-changes.ts";
import { PaymentFailure } from "./PaymentFailure.tsx";
import { daysText } from "./plan-names.ts";

interface Props {
  readonly days: number;
  readonly isPrimary?: boolean;
  onStarted?(): void;
}

/** Starts the one free trial of an account; what it opens is open at once, without a reload. */
export function TrialButton({ days, isPrimary = true, onStarted }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const { trial_days, message } = await startTrial();
      showToast("Your trial has started", {
        tone: "success",
        detail: message || `Everything in Pro is open for ${daysText(trial_days)}.`,
        ms: LONG_TOAST_MS,
      });
      onStarted?.();
    } catch (error) {
      setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <button
        type="button"
        className={buttonClass(isPrimary ? "primary" : "secondary")}
        disabled={isBusy}
        onClick={() => void start()}
      >
        {isBusy ? "Starting…" : `Start ${daysText(days)} of free trial`}
      </button>
      {problem === null ? null : <PaymentFailure reason={problem} onClose={() => setProblem(null)} />}
    </>
  );
}
