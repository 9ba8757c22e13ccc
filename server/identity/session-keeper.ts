import type { InTransaction } from "../platform/store/transaction.ts";
import type { EndedSessions } from "./ended-sessions.ts";
import type { SessionCookie } from "./http/cookies.ts";
import type { Identities } from "./identities.ts";
import { DEVICE_LIMIT, type EndReason } from "./identity.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityRepositories } from "./repositories/identity-store.ts";
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
  /** ids of sessions of the same device that ended for it */
  readonly replaced: readonly string[];
}

/** A transaction of the caller, who writes into it why sessions begin or end. */
export type SessionsChange = Pick<IdentityRepositories, "sessions"> & InTransaction;

/** Begins and ends sessions in a transaction of the caller; every end is announced when that is committed. */
export interface Sessions {
  /** @param endsBy a session never outlives this (epoch ms): the broker's own token, say */
  open(
    tx: SessionsChange,
    account: Account,
    origin: Origin,
    endsBy: number,
  ): Promise<OpenedSession | "too_many">;
  /**
   * @param reason null when its holder logged out
   * @param isReplaced by a login in its own browser
   * @returns whether there was one to end
   */
  end(
    tx: SessionsChange,
    sessionId: string,
    reason: EndReason | null,
    isReplaced?: boolean,
  ): Promise<boolean>;
  /** @returns ids of those that ended */
  endAll(
    tx: SessionsChange,
    accountId: string,
    reason: EndReason,
    exceptId?: string,
  ): Promise<readonly string[]>;
}

interface SessionsOptions {
  readonly identities: Identities;
  readonly ended: EndedSessions;
  readonly clock: () => number;
  readonly random: Random;
}

export function createSessions({ identities, ended, clock, random }: SessionsOptions): Sessions {
  function over(
    tx: SessionsChange,
    ids: readonly string[],
    reason: EndReason | null,
    isReplaced = false,
  ): readonly string[] {
    tx.afterCommit(async () => {
      identities.forget(ids);
      await ended.announce(ids, reason, isReplaced);
    });
    return ids;
  }

  return {
    async open(tx, account, { deviceId, userAgent, address }, endsBy) {
      const at = clock();
      const token = randomText(random, TOKEN_BITS);
      const expiresAt = Math.min(at + ABSOLUTE_MS, endsBy);
      const made = await tx.sessions.create(
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
      const replaced = over(tx, made.replaced, "elsewhere", true);
      const cookie = { token, sessionId: made.id, endsWithBroker: endsBy < at + ABSOLUTE_MS };
      return { cookie, sessionId: made.id, expiresAt, replaced };
    },
    end: async (tx, sessionId, reason, isReplaced) =>
      over(tx, await tx.sessions.revoke(sessionId), reason, isReplaced).length > 0,
    endAll: async (tx, accountId, reason, exceptId) =>
      over(tx, await tx.sessions.revokeAll(accountId, exceptId), reason),
  };
}
