import { useSnapshot } from "valtio";
import { DELAY_MS } from "#domain/access/brokers.ts";
import { Button, buttonClass } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { type SessionState, session } from "../../session/session-state.ts";
import { subjectOf } from "../../session/subject.ts";
import { trialDays } from "../../shared/plans/plan-names.ts";
import { TrialButton } from "../../shared/plans/TrialButton.tsx";
import { pagesOpenedBy } from "./plan-cards.ts";

function seen(): void {
  if (session.profile) session.profile.is_first_time_login = false;
}

/** The first login of an account: what it has now, and what it may try (rule PLAN-8). */
export function WelcomeModal() {
  const state = useSnapshot(session) as SessionState;
  const { profile } = state;
  const subject = subjectOf(state);
  if (profile === null || subject === null) return null;
  const isAllFree =
    pagesOpenedBy("lite", subject.broker).length + pagesOpenedBy("pro", subject.broker).length === 0;
  return (
    <Dialog
      isOpen
      size="auto"
      title={`Welcome${profile.name ? `, ${profile.name}` : ""}`}
      onClose={seen}
      footer={
        <>
          <Button variant="quiet" onClick={seen}>
            Look around first
          </Button>
          {isAllFree ? (
            <PageLink className={buttonClass("primary")} to="/option-chain" onClick={seen}>
              Open the option chain
            </PageLink>
          ) : profile.has_taken_trial ? null : (
            <TrialButton days={trialDays(subject.broker)} onStarted={seen} />
          )}
        </>
      }
    >
      <p>
        {profile.delay_ms === 0 ? (
          <>
            Prices are <strong>real-time</strong> from now on, on every page and in every tab.
          </>
        ) : (
          <>
            You are in. Prices are <strong>{DELAY_MS / 60_000} minute late</strong>: real-time prices need a
            login with your broker.
          </>
        )}
      </p>
      <p>
        {isAllFree
          ? "Every page is part of Free with your broker: there is nothing to buy, and nothing that ends."
          : "The free trial opens everything in Pro. It needs no card, and ends by itself."}
      </p>
    </Dialog>
  );
}
