import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { requiredLevel } from "#domain/access/features.ts";
import { pageText } from "#domain/access/page-texts.ts";
import type { Page } from "#domain/access/pages.ts";
import { textOf } from "../../api/api-failure.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { acknowledgeReminder } from "../../session/account-changes.ts";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { levelName, planName } from "../../shared/plans/plan-names.ts";
import { TEXTS } from "./texts.ts";

/** In place of the upgrade page while a plan runs out; put away once, it stays away (rule PLAN-10). */
export function Renewal({ page }: { readonly page: Page }) {
  const state = useSnapshot(session) as SessionState;
  const { profile } = state;
  const subject = subjectOf(state);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (profile === null || subject === null || page.feature === null) return null;
  const { title, description } = pageText(page.name);
  const needed = levelName(requiredLevel(page.feature, subject.broker));
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
      <p>{TEXTS.renewal.needs(title, needed, planName(subject.plan))}</p>
      <p>{description}</p>
      {problem ? <p role="alert">{problem}</p> : null}
    </StatusScreen>
  );
}
