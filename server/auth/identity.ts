import type { BrokerId } from "#domain/access/brokers.ts";
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
  /** when the session ends unless it is used before, epoch ms; the relay asks again by then */
  readonly expiresAt?: number | null;
}

/** Name of the session's cookie: bound to the host, sent on secure connections, out of reach of scripts. */
export const SESSION_COOKIE = "__Host-sid";
/** Binds an attempt to sign in to the browser that began it. */
export const LOGIN_COOKIE = "__Host-login";

/** Live sessions an account may have (decisions). */
export const DEVICE_LIMIT = 3;
