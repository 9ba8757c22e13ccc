import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import type { Page } from "#domain/access/pages.ts";
import { textOf } from "../../api/api-failure.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { acknowledgeReminder } from "../../session/account-changes.ts";
import { session } from "../../session/session-state.ts";
import { daysText, planName } from "../../shared/plans/plan-names.ts";

function endText(daysLeft: number | null): string {
  if (daysLeft === null) return "ends soon";
  if (daysLeft <= 0) return "has ended";
  return daysLeft === 1 ? "ends tomorrow" : `ends in ${daysText(Math.ceil(daysLeft))}`;
}

/** In place of the upgrade page while a plan runs out; put away once, it stays away (rule PLAN-10). */
export function Renewal(_: { readonly page: Page }) {
  const { profile } = useSnapshot(session);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (profile === null) return null;
  const { billing_plan_type: plan, days_left } = profile.subscription_plan;

  const putAway = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await acknowledgeReminder();
    } catch (error) {
      setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <StatusScreen
      icon={CalendarClock}
      title={`Your ${planName(plan)} plan ${endText(days_left)}`}
      actions={
        <>
          <PageLink className={buttonClass("primary")} to="/profile?tab=strikewise_plans&upgrade=true">
            See the plans
          </PageLink>
          <button type="button" className={buttonClass()} disabled={isBusy} onClick={() => void putAway()}>
            Don't remind me again
          </button>
        </>
      }
    >
      <p>Renew it in time, and nothing is interrupted.</p>
      {problem ? <p role="alert">{problem}</p> : null}
    </StatusScreen>
  );
}
