import { Suspense, useState } from "react";
import { textOf } from "../../api/api-failure.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { optional } from "../../components/optional.ts";
import { LONG_TOAST_MS, showToast } from "../../components/toast/toast.ts";
import { startTrial } from "../../session/account-changes.ts";
import { TEXTS } from "./texts.ts";

/** Its window would double what a page of plans has to load. */
const Failure = optional(
  () => import("./PaymentFailure.tsx").then((m) => m.PaymentFailure),
  ({ reason }: { readonly reason: string; onClose(): void }) => <span role="alert">{reason}</span>,
);

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
      showToast(TEXTS.trial.started, {
        tone: "success",
        detail: message || TEXTS.trial.opened(trial_days),
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
        {isBusy ? TEXTS.trial.starting : TEXTS.trial.start(days)}
      </button>
      {problem === null ? null : (
        <Suspense fallback={null}>
          <Failure reason={problem} onClose={() => setProblem(null)} />
        </Suspense>
      )}
    </>
  );
}
