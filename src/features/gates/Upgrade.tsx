import { Lock } from "lucide-react";
import { useSnapshot } from "valtio";
import { requiredLevel } from "#domain/access/features.ts";
import { pageText } from "#domain/access/page-texts.ts";
import type { Page } from "#domain/access/pages.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { levelName, planName } from "../../shared/plans/plan-names.ts";
import { TrialButton } from "../../shared/plans/TrialButton.tsx";
import { trialOffer } from "../../shared/plans/trial-offer.ts";
import { Rich } from "../../shared/texts/texts.tsx";
import { TEXTS } from "./texts.ts";

const PLANS = "/profile?tab=strikewise_plans&upgrade=true";

/**
 * In front of a page that the plan does not reach: which plan does, and the trial for an account that may have it. Not
 * before a page that is not built: the trial's days would pass without it.
 */
export function Upgrade({ page }: { readonly page: Page }) {
  const state = useSnapshot(session) as SessionState;
  const subject = subjectOf(state);
  if (subject === null || page.feature === null) return null;
  const { title, description, soon } = pageText(page.name);
  const level = levelName(requiredLevel(page.feature, subject.broker));
  const trial = soon === undefined ? trialOffer(state) : null;
  return (
    <StatusScreen
      icon={Lock}
      title={TEXTS.upgrade.title(title, level)}
      actions={
        <>
          {trial === null ? null : <TrialButton days={trial} />}
          <PageLink className={buttonClass(trial === null ? "primary" : "secondary")} to={PLANS}>
            {TEXTS.upgrade.plans}
          </PageLink>
          <PageLink className={buttonClass("quiet")} to="/home">
            {TEXTS.upgrade.home}
          </PageLink>
        </>
      }
    >
      <p>{description}</p>
      <p>
        <Rich
          of={trial === null ? TEXTS.upgrade.current : TEXTS.upgrade.currentWithTrial}
          parts={{ plan: <strong>{planName(subject.plan)}</strong> }}
        />
      </p>
    </StatusScreen>
  );
}
