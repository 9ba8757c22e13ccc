import { ANONYMOUS, BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import type { PlanType } from "#domain/access/plans.ts";

/** Who asks, as the server knows it: from the session, never from what a client claims. */
export interface Identity {
  /** null for an anonymous visitor */
  readonly accountId: string | null;
  readonly sessionId: string | null;
  readonly broker: BrokerId;
  readonly plan: PlanType;
  readonly isAdmin: boolean;
  readonly isMobileApp: boolean;
  /** how late the market reaches them, ms */
  readonly delayMs: number;
  /**
   * When the session ends unless it is used before, epoch ms; null or absent without a session. A holder
   * that keeps an identity for longer (a socket) asks again by then: the session may have been used
   * meanwhile, or be over.
   */
  readonly expiresAt?: number | null;
}

/** Name of the session's cookie: bound to the host, sent on secure connections, out of reach of scripts. */
export const SESSION_COOKIE = "__Host-sid";
/** Binds an attempt to sign in to the browser that began it. */
export const LOGIN_COOKIE = "__Host-login";

/** Live sessions an account may have (rule LOGIN-15). */
export const DEVICE_LIMIT = 3;

export const ANONYMOUS_IDENTITY: Identity = {
  accountId: null,
  sessionId: null,
  broker: ANONYMOUS,
  plan: "no_plan",
  isAdmin: false,
  isMobileApp: false,
  delayMs: BROKERS[ANONYMOUS].delayMs,
  expiresAt: null,
};

/** Why a session ended without its holder's doing, as a 401 says it (`details.reason`). */
export type EndReason = "elsewhere" | "expired" | "revoked" | "broker";

/** On `sessionEndedSubject()`: sockets of these sessions close with 4003. */
export interface SessionEndedMessage {
  readonly sessionIds: readonly string[];
  /** null when its holder logged out */
  readonly reason: EndReason | null;
  /** a login in the same browser took its place: the answer of that one sets the cookie anew */
  readonly isReplaced?: boolean;
}

/** Request on `identifyRequest()`; the answer is an Identity, the anonymous one for whatever is not a live session. */
export interface IdentifyMessage {
  /** SHA-256 of the cookie's token, base64url: the token itself does not travel */
  readonly hash: string;
}
