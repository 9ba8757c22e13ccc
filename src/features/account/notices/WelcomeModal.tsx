import { useSnapshot } from "valtio";
import { DELAY_MS } from "#domain/access/brokers.ts";
import { Button, buttonClass } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { type SessionState, session } from "../../../session/session-state.ts";
import { subjectOf } from "../../../session/subject.ts";
import { TrialButton } from "../../../shared/plans/TrialButton.tsx";
import { trialOffer } from "../../../shared/plans/trial-offer.ts";
import { Rich } from "../../../shared/texts/texts.tsx";
import { isAllFree } from "../plan-cards.ts";
import { TEXTS } from "./texts.ts";

function seen(): void {
  if (session.profile) session.profile.is_first_time_login = false;
}

/** The first login of an account: what it has now, and what it may try (rule PLAN-8). */
export function WelcomeModal() {
  const state = useSnapshot(session) as SessionState;
  const { profile } = state;
  const subject = subjectOf(state);
  if (profile === null || subject === null) return null;
  const hasAllFree = isAllFree(subject.broker);
  const trial = trialOffer(state);
  return (
    <Dialog
      isOpen
      size="auto"
      title={TEXTS.welcome.title(profile.name)}
      onClose={seen}
      footer={
        <>
          <Button variant="quiet" onClick={seen}>
            {TEXTS.welcome.later}
          </Button>
          {hasAllFree ? (
            <PageLink className={buttonClass("primary")} to="/option-chain" onClick={seen}>
              {TEXTS.welcome.openChain}
            </PageLink>
          ) : trial === null ? null : (
            <TrialButton days={trial} onStarted={seen} />
          )}
        </>
      }
    >
      <p>
        {profile.delay_ms === 0 ? (
          <Rich of={TEXTS.welcome.prices} parts={{ realTime: <strong>{TEXTS.welcome.realTime}</strong> }} />
        ) : (
          <Rich
            of={TEXTS.welcome.latePrices}
            parts={{ late: <strong>{TEXTS.welcome.late(DELAY_MS / 60_000)}</strong> }}
          />
        )}
      </p>
      {hasAllFree ? <p>{TEXTS.welcome.allFree}</p> : trial === null ? null : <p>{TEXTS.welcome.trial}</p>}
    </Dialog>
  );
}
