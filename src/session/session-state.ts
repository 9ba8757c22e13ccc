import { proxy } from "valtio";
import type { Profile } from "#protocol/http/account.ts";
import type { EndReason } from "../api/session-end.ts";

/** A session that ended by itself, kept until its holder has been told. */
export interface EndedSession {
  /** the broker whose login leads back in; 0 when that is no longer known */
  readonly broker: number;
  readonly reason: EndReason;
  /** it ended while this tab was open; else it was found dead when the tab was loaded */
  readonly wasOpen: boolean;
}

export interface SessionState {
  /** `loading` until the first answer of `GET /v1/users/me`, and never again after it */
  phase: "loading" | "anonymous" | "signed_in";
  /**
   * null while loading and when the server could not be asked; of an anonymous visitor the server's
   * anonymous profile
   */
  profile: Profile | null;
  ended: EndedSession | null;
  /** text for people when the profile could not be fetched: they go on as anonymous where all may see the page, and are told */
  failure: string | null;
}

/** The user of this tab, as the server last said. What the user may have is decided by the server alone. */
export const session = proxy<SessionState>({ phase: "loading", profile: null, ended: null, failure: null });
