import { useState } from "react";
import { toast } from "sonner";
import { startTrial } from "../../session/account-calls.ts";
import { textOf } from "../../session/api-failure.ts";
import actions from "../status-screen/actions.module.css";
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
      toast.success("Your trial has started", {
        description: message || `Everything in Pro is open for ${daysText(trial_days)}.`,
        duration: 6_000,
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
        className={isPrimary ? actions.primary : actions.secondary}
        disabled={isBusy}
        onClick={() => void start()}
      >
        {isBusy ? "Starting…" : `Start ${daysText(days)} of free trial`}
      </button>
      {problem === null ? null : <PaymentFailure reason={problem} onClose={() => setProblem(null)} />}
    </>
  );
}
