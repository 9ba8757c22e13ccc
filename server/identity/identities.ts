import { BROKERS } from "#domain/access/brokers.ts";
import type { PlanType } from "#domain/access/plans.ts";
import type { Identity } from "./identity.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";
import type { SessionRecord } from "./repositories/sessions.ts";
import { isSandboxAccount } from "./sandbox-accounts.ts";

/** A change of plan, role or session that another process made is noticed within this time at the latest. */
const KEEP_MS = 2_000;
const MOST_KEPT = 10_000;
/** Being seen is written down at most this often. */
const TOUCH_EVERY_MS = 60_000;

/** The plan of an account as it stands at an instant. */
export interface AccountPlan {
  readonly plan: PlanType;
  /** when it may next change by itself, epoch ms; Infinity when it does not */
  readonly changesAt: number;
}

/** @param at epoch ms @throws AppError storage.* */
export type PlanOf = (accountId: string, at: number) => Promise<AccountPlan>;

/** A session with what it makes of its holder. */
export interface LiveSession {
  readonly identity: Identity;
  readonly session: SessionRecord;
  readonly account: Account;
}

export interface Identities {
  /**
   * Who a live session's token stands for; null when it is none.
   * @param hash SHA-256 of the token, base64url
   * @param isUse whether this counts as use: a socket that asks whether its session still lives is none
   * @throws AppError storage.* while storage is away
   */
  byToken(hash: string, isUse: boolean): Promise<LiveSession | null>;
  /** The same by account and session, for tokens derived from a session. */
  bySession(accountId: string, sessionId: string): Promise<LiveSession | null>;
  forget(sessionIds: readonly string[]): void;
  /** Something about an account has changed: its plan, its role. */
  forgetAccount(accountId: string): void;
}

interface IdentitiesOptions {
  readonly store: Pick<IdentityStore, "accounts" | "sessions">;
  readonly planOf: PlanOf;
  readonly clock: () => number;
  /** ms a session may stand unused */
  readonly idleMs: number;
  /** false for an account whose provider may not be served now: the sandbox's, while there is none */
  readonly isWelcome: (account: Account) => boolean;
  /** told of every account that is read */
  readonly onAccount: (account: Account) => void;
}

interface Kept {
  readonly live: Promise<LiveSession | null>;
  readonly until: number;
}

function identityOf(account: Account, session: SessionRecord, plan: Identity["plan"]): Identity {
  return {
    accountId: account.id,
    sessionId: session.id,
    broker: account.broker,
    plan,
    isAdmin: account.isAdmin,
    isMobileApp: false,
    isSandbox: isSandboxAccount(account),
    delayMs: BROKERS[account.broker].delayMs,
    expiresAt: Math.min(session.idleUntil, session.expiresAt),
  };
}

export function createIdentities(options: IdentitiesOptions): Identities {
  const { store, planOf, clock, idleMs, isWelcome, onAccount } = options;
  const kept = new Map<string, Kept>();

  async function complete(session: SessionRecord): Promise<LiveSession | null> {
    const at = clock();
    const [account, { plan, changesAt }] = await Promise.all([
      store.accounts.byId(session.accountId),
      planOf(session.accountId, at),
    ]);
    if (account === null || !isWelcome(account)) return null;
    onAccount(account);
    // A plan's end is kept to the millisecond: nothing is remembered beyond it.
    if (changesAt - at < KEEP_MS) forgetAccount(account.id);
    return { identity: identityOf(account, session, plan), session, account };
  }

  /** Slides the idle end on; failing to is no reason to refuse the caller. */
  function touch(live: LiveSession): void {
    const at = clock();
    const { session } = live;
    if (at - session.lastSeenAt < TOUCH_EVERY_MS) return;
    const idleUntil = Math.min(at + idleMs, session.expiresAt);
    void store.sessions.touch(session.id, at, idleUntil).catch(() => {});
    forget([session.id]);
  }

  function remember(key: string, read: () => Promise<LiveSession | null>): Promise<LiveSession | null> {
    const at = clock();
    const known = kept.get(key);
    if (known !== undefined && known.until > at) return known.live;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
    const live = read();
    kept.delete(key);
    kept.set(key, { live, until: at + KEEP_MS });
    // Failures are not remembered: storage may be back for the next request.
    live.catch(() => kept.delete(key));
    return live;
  }

  function forgetWhere(isIt: (live: LiveSession) => boolean): void {
    for (const [key, { live }] of kept) {
      void live.then(
        (found) => {
          if (found !== null && isIt(found) && kept.get(key)?.live === live) kept.delete(key);
        },
        () => {},
      );
    }
  }

  function forget(sessionIds: readonly string[]): void {
    forgetWhere(({ session }) => sessionIds.includes(session.id));
  }

  function forgetAccount(accountId: string): void {
    forgetWhere(({ account }) => account.id === accountId);
  }

  function stillLive(live: LiveSession | null): LiveSession | null {
    const isOver = live === null || (live.identity.expiresAt ?? 0) <= clock();
    // Who is welcome may change at once: a real market is heard, and the sandbox is off.
    return isOver || !isWelcome(live.account) ? null : live;
  }

  return {
    async byToken(hash, isUse) {
      const live = stillLive(
        await remember(`token:${hash}`, async () => {
          const session = await store.sessions.live(Buffer.from(hash, "base64url"), clock());
          return session === null ? null : complete(session);
        }),
      );
      if (live !== null && isUse) touch(live);
      return live;
    },
    async bySession(accountId, sessionId) {
      return stillLive(
        await remember(`session:${sessionId}`, async () => {
          const sessions = await store.sessions.list(accountId, clock());
          const session = sessions.find(({ id }) => id === sessionId);
          return session === undefined ? null : complete(session);
        }),
      );
    },
    forget,
    forgetAccount,
  };
}
