import type { Profile } from "#protocol/http/account.ts";
import type { ProfileAnswer } from "../api/ask-profile.ts";
import type { EndReason } from "../api/session-end.ts";
import type { SessionState } from "./session-state.ts";

interface SessionEdges {
  ask(): Promise<ProfileAnswer>;
  /** Tells the other tabs of this browser to ask again. */
  tellTabs(): void;
  /** Calls `hear` whenever another tab has told. */
  onTabs(hear: () => void): void;
  /**
   * The engine's socket belongs to the account that was signed in when it was opened: it has to be opened
   * anew.
   * @param account its id, "" for a visitor
   */
  identityChanged(account: string): void;
  /** broker of the last login here, so that a session found dead leads back to the right one */
  lastBroker(): number;
  rememberBroker(broker: number): void;
  later(run: () => void, ms: number): void;
}

export interface SessionKeeper {
  /** Startup login: asks who is signed in, and again and again while the server does not answer. */
  start(): void;
  /** A login has succeeded in this tab. */
  signedIn(profile: Profile): void;
  /** Its holder has logged out in this tab. */
  signedOut(): void;
  /**
   * The server no longer knows the session (a 401): forced logout. Harmless when no account is signed in.
   */
  ended(reason: EndReason): void;
  /** Asks again, quietly and in a moment: something says that the session may be over. */
  recheck(): void;
  /** Asks again because something about the account has changed; other tabs do the same. */
  refresh(): Promise<void>;
}

/** A server that restarts is back in seconds; one that is down is not hurried by more. */
const RETRY_MS = [2_000, 5_000, 10_000, 30_000] as const;

/** A tab that logged out tells the others before this is over: its own doing is no session that "ended". */
const RECHECK_MS = 1_000;

/** Keeps `state` true to what the server says, over all tabs of the browser (rules SES-4 to SES-6). */
export function createSession(state: SessionState, edges: SessionEdges): SessionKeeper {
  /** counts what was learnt: an answer to a question asked before that is out of date */
  let age = 0;
  let failures = 0;

  const idOf = (): string => (state.phase === "signed_in" ? (state.profile?.id ?? "") : "");

  function become(profile: Profile | null): void {
    age++;
    const isKnown = profile !== null && !profile.is_anon_user;
    state.profile = profile;
    state.phase = isKnown ? "signed_in" : "anonymous";
    state.failure = null;
    if (!isKnown) return;
    state.ended = null;
    edges.rememberBroker(profile.broker_details.broker_id);
  }

  function end(reason: EndReason, broker: number): void {
    const wasOpen = state.phase === "signed_in";
    become(null);
    state.ended = { broker, reason, wasOpen };
  }

  /** Takes what the server says of now. */
  function take(answer: ProfileAnswer): void {
    const [phase, before] = [state.phase, idOf()];
    if (answer.kind === "profile") become(answer.profile);
    else if (answer.kind === "ended") {
      // One dead session is told of once: the same 401 again is an anonymous visitor's.
      if (phase !== "anonymous") end(answer.reason, edges.lastBroker());
    } else if (phase === "loading") {
      become(null);
      state.failure = answer.text;
    }
    failures = answer.kind === "failed" ? failures + 1 : 0;
    // A failure loses nothing, but leaves unknown who is signed in: the only case in which we ask again.
    if (failures > 0) edges.later(() => void ask(), RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0);
    if (phase !== "loading" && before !== idOf()) edges.identityChanged(idOf());
  }

  async function ask(): Promise<void> {
    const asked = age;
    const answer = await edges.ask();
    if (asked === age) take(answer);
  }

  function change(run: () => void): void {
    run();
    failures = 0;
    edges.identityChanged(idOf());
    edges.tellTabs();
  }

  edges.onTabs(() => void ask());

  return {
    start: () => void ask(),
    signedIn: (profile) => change(() => become(profile)),
    signedOut: () =>
      change(() => {
        become(null);
        state.ended = null;
      }),
    ended(reason) {
      const { profile, phase } = state;
      if (phase === "signed_in" && profile) {
        change(() => end(reason, profile.broker_details.broker_id));
      }
    },
    recheck() {
      edges.later(() => {
        if (state.phase === "signed_in") void ask();
      }, RECHECK_MS);
    },
    async refresh() {
      await ask();
      edges.tellTabs();
    },
  };
}
