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
import { planName } from "../../shared/plans/plan-names.ts";
import { TEXTS } from "./texts.ts";

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
      title={TEXTS.renewal.title(planName(plan), days_left)}
      actions={
        <>
          <PageLink className={buttonClass("primary")} to="/profile?tab=strikewise_plans&upgrade=true">
            {TEXTS.renewal.plans}
          </PageLink>
          <button type="button" className={buttonClass()} disabled={isBusy} onClick={() => void putAway()}>
            {TEXTS.renewal.putAway}
          </button>
        </>
      }
    >
      <p>{TEXTS.renewal.inTime}</p>
      {problem ? <p role="alert">{problem}</p> : null}
    </StatusScreen>
  );
}
