import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { ANGEL, BROKERS, isBrokerId } from "#domain/access/brokers.ts";
import { type Page, pageAt } from "#domain/access/pages.ts";
import { TrialEndedModal } from "../features/account/notices/TrialEndedModal.tsx";
import { hasTrialEnded, isTrialEndedDismissed } from "../features/account/notices/trial-ended.ts";
import { WelcomeModal } from "../features/account/notices/WelcomeModal.tsx";
import { LoginDialog } from "../features/login/LoginDialog.tsx";
import { ReloginBanner } from "../features/login/ReloginBanner.tsx";
import { SessionTimeOut } from "../features/login/SessionTimeOut.tsx";
import { loginPanel } from "../session/login-panel.ts";
import { type EndedSession, type SessionState, session } from "../session/session-state.ts";

/**
 * Offers have a greeting of their own; before a chain in use none stands, nor before who is about to leave: it waits for another
 * page (rule PLAN-8).
 */
const WITHOUT_WELCOME = ["sales", "broker-promo", "option-chain", "logout"];
/** Where plans are already being looked at. */
const WITHOUT_TRIAL_ENDED = ["pricing", "profile"];

/** Forced logout: to the login page of that broker, and back here afterwards (rule SES-7). */
function loginAddress({ broker }: EndedSession, here: string): string {
  const name = isBrokerId(broker) && broker > 0 ? BROKERS[broker].name : null;
  return `/login?${new URLSearchParams({ ...(name ? { broker: name } : {}), redirect: here })}`;
}

/** A newer login elsewhere ended this one: Angel One's customers are told in a dialog of their own. */
const isTimedOut = (ended: EndedSession | null): boolean =>
  ended?.broker === ANGEL && ended.reason === "elsewhere";

/**
 * Special pages never navigate away by themselves (rule ACC-10); the login page needs no second one; frames
 * have none.
 */
function leavesPage(ended: EndedSession | null, page: Page | null): ended is EndedSession {
  if (ended === null || !ended.wasOpen || isTimedOut(ended)) return false;
  return page === null || !(page.isSpecial || page.isWidget || page.access === "public");
}

export function SessionOverlays() {
  const state = useSnapshot(session) as SessionState;
  const { isOpen } = useSnapshot(loginPanel);
  const { history } = useRouter();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const [wasDismissed] = useState(() => isTrialEndedDismissed());
  const page = pageAt(pathname);
  const { ended, profile, phase } = state;
  const isLeaving = leavesPage(ended, page);

  useEffect(() => {
    if (!isLeaving || session.ended === null) return;
    history.push(loginAddress(session.ended, pathname + searchStr));
    // Once: a visitor who then goes elsewhere without logging in may.
    session.ended = { ...session.ended, wasOpen: false };
  }, [isLeaving, history, pathname, searchStr]);

  const isTimeOut = isTimedOut(ended);
  let modal: ReactNode = null;
  if (isOpen) modal = <LoginDialog />;
  else if (isTimeOut) modal = <SessionTimeOut />;
  else if (phase === "signed_in" && profile && !page?.isWidget) {
    const name = page?.name ?? "";
    if (profile.is_first_time_login) {
      if (!WITHOUT_WELCOME.includes(name)) modal = <WelcomeModal />;
    } else if (hasTrialEnded(profile) && !wasDismissed && !WITHOUT_TRIAL_ENDED.includes(name)) {
      modal = <TrialEndedModal />;
    }
  }
  const hasBanner = ended !== null && !isTimeOut && !isLeaving && page?.name !== "login" && !page?.isWidget;
  return (
    <>
      {hasBanner ? <ReloginBanner /> : null}
      {modal}
    </>
  );
}
