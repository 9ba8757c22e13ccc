import { useSnapshot } from "valtio";
import { ANALYSIS_FEATURE } from "#domain/access/analysis.ts";
import { requiredLevel } from "#domain/access/features.ts";
import { buttonClass } from "../../../components/button/Button.tsx";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { openLogin } from "../../../session/login-panel.ts";
import { type SessionState, session } from "../../../session/session-state.ts";
import { isKnown, subjectOf } from "../../../session/subject.ts";
import { levelName } from "../../../shared/plans/plan-names.ts";
import { TrialButton } from "../../../shared/plans/TrialButton.tsx";
import { trialOffer } from "../../../shared/plans/trial-offer.ts";
import { TEXTS } from "../texts.ts";
import css from "./Strip.module.css";

const PLANS = "/profile?tab=strikewise_plans&upgrade=true";

/** In place of the figures where the account may not have them: what it needs, and the way there (rule CHAIN-24). */
export function Gate() {
  const state = useSnapshot(session) as SessionState;
  const subject = subjectOf(state);
  if (subject === null || !isKnown(state)) return null;
  if (state.phase !== "signed_in") {
    return (
      <div className={css.gate} data-testid="strip-gate">
        <p>{TEXTS.gate.visitor}</p>
        <button type="button" className={buttonClass("primary", "small")} onClick={() => openLogin()}>
          {TEXTS.gate.logIn}
        </button>
      </div>
    );
  }
  const trial = trialOffer(state);
  return (
    <div className={css.gate} data-testid="strip-gate">
      <p>{TEXTS.gate.upgrade(levelName(requiredLevel(ANALYSIS_FEATURE, subject.broker)))}</p>
      {trial === null ? (
        <PageLink className={buttonClass("primary", "small")} to={PLANS}>
          {TEXTS.gate.plans}
        </PageLink>
      ) : (
        <TrialButton days={trial} />
      )}
    </div>
  );
}
