import type { EndedSessions } from "./ended-sessions.ts";
import type { SessionCookie } from "./http/cookies.ts";
import type { Identities } from "./identities.ts";
import { DEVICE_LIMIT, type EndReason } from "./identity.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";
import { type Random, randomText, sha256 } from "./secret-texts.ts";

export const IDLE_MS = 24 * 3_600_000;
const ABSOLUTE_MS = 7 * 24 * 3_600_000;
const TOKEN_BITS = 256;
const USER_AGENT_CHARS = 256;

/** Where a request comes from. */
export interface Origin {
  /** the browser's own id; null when it names none, and is then a device of its own */
  readonly deviceId: string | null;
  readonly userAgent: string;
  readonly address: string;
}

export interface OpenedSession {
  readonly cookie: SessionCookie;
  readonly sessionId: string;
  /** epoch ms */
  readonly expiresAt: number;
}

/** Begins and ends sessions; every end is announced. */
export interface Sessions {
  /** @param endsBy a session never outlives this (epoch ms): the broker's own token, say */
  open(account: Account, origin: Origin, endsBy: number): Promise<OpenedSession | "too_many">;
  /**
   * @param reason null when its holder logged out
   * @param isReplaced by a login in its own browser
   */
  end(sessionId: string, reason: EndReason | null, isReplaced?: boolean): Promise<readonly string[]>;
  /** @returns ids of those that ended */
  endAll(accountId: string, reason: EndReason, exceptId?: string): Promise<readonly string[]>;
}

interface SessionsOptions {
  readonly store: Pick<IdentityStore, "sessions">;
  readonly identities: Identities;
  readonly ended: EndedSessions;
  readonly clock: () => number;
  readonly random: Random;
}

export function createSessions({ store, identities, ended, clock, random }: SessionsOptions): Sessions {
  async function over(
    ids: readonly string[],
    reason: EndReason | null,
    isReplaced = false,
  ): Promise<readonly string[]> {
    identities.forget(ids);
    await ended.announce(ids, reason, isReplaced);
    return ids;
  }

  return {
    async open(account, { deviceId, userAgent, address }, endsBy) {
      const at = clock();
      const token = randomText(random, TOKEN_BITS);
      const expiresAt = Math.min(at + ABSOLUTE_MS, endsBy);
      const made = await store.sessions.create(
        {
          accountId: account.id,
          tokenHash: sha256(token),
          deviceId: deviceId ?? randomText(random, 128),
          userAgent: userAgent.slice(0, USER_AGENT_CHARS),
          address,
          createdAt: at,
          idleUntil: Math.min(at + IDLE_MS, expiresAt),
          expiresAt,
        },
        DEVICE_LIMIT,
      );
      if (made === "too_many") return "too_many";
      await over(made.replaced, "elsewhere", true);
      const cookie = { token, sessionId: made.id, endsWithBroker: endsBy < at + ABSOLUTE_MS };
      return { cookie, sessionId: made.id, expiresAt };
    },
    end: async (sessionId, reason, isReplaced) =>
      over(await store.sessions.revoke(sessionId), reason, isReplaced),
    endAll: async (accountId, reason, exceptId) =>
      over(await store.sessions.revokeAll(accountId, exceptId), reason),
  };
}
