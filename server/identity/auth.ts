import type { KeyObject } from "node:crypto";
import { BROKERS, type BrokerSlug } from "#domain/access/brokers.ts";
import type { Brokers } from "../brokers/registry.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Log } from "../platform/lib/log.ts";
import { type AppProofs, createAppProofs } from "./app-proofs.ts";
import { type AppTokens, createAppTokens } from "./app-token.ts";
import { type Audit, createAudit } from "./audit-log.ts";
import { type BrokerTokenVault, createBrokerTokenVault } from "./broker-token-vault.ts";
import { createEndedSessions, type EndedSessions } from "./ended-sessions.ts";
import { serveIdentities } from "./identify-bus.ts";
import { createIdentities, type Identities, type PlanOf } from "./identities.ts";
import { createLoginAttempts } from "./login-attempts.ts";
import { createLogins, type Logins } from "./logins.ts";
import type { Account } from "./repositories/accounts.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";
import { isSandboxAccount } from "./sandbox-accounts.ts";
import { createSealing } from "./sealing.ts";
import { type Random, systemRandom } from "./secret-texts.ts";
import { createSessions, IDLE_MS, type Sessions, type SessionsChange } from "./session-keeper.ts";
import { createWidgetTokens, type WidgetTokens } from "./widget-token.ts";

interface AuthOptions {
  readonly store: IdentityStore;
  readonly planOf: PlanOf;
  readonly brokers: Brokers;
  readonly isSandboxActive: () => boolean;
  readonly bus: Bus;
  /** keys for what is encrypted at rest, 32 bytes each */
  readonly keys: readonly Buffer[];
  /** with which the mobile app signs; none: there is no app */
  readonly appKeys?: readonly KeyObject[];
  readonly log: Log;
  readonly clock?: () => number;
  readonly random?: Random;
  /** told of every account that signs in or is read */
  readonly onAccount?: (account: Account) => void;
  /** told of every account that has signed in, its broker's tokens in place */
  readonly onSignedIn?: (account: Account) => void;
}

/** Everything about accounts, logins and sessions, as the routes of the API use it. */
export interface Auth {
  readonly store: IdentityStore;
  readonly brokers: Brokers;
  readonly isSandboxActive: () => boolean;
  readonly identities: Identities;
  readonly sessions: Sessions;
  readonly ended: EndedSessions;
  readonly logins: Logins;
  readonly widgetTokens: WidgetTokens;
  /** @param origins what a token may be meant for */
  appTokens(origins: () => readonly string[]): AppTokens;
  readonly appProofs: AppProofs;
  readonly vault: BrokerTokenVault;
  readonly audit: Audit;
  readonly clock: () => number;
  /**
   * Ends a session whose holder leaves, in a transaction of the caller; with the account's last one the broker's own session
   * ends too. @returns whether there was one to end
   */
  logOut(tx: SessionsChange, account: Account, sessionId: string, isReplaced?: boolean): Promise<boolean>;
  /**
   * The broker no longer takes the account's token: all its sessions end, and a 401 says why (rule SES-9).
   */
  brokerRefused(accountId: string): Promise<void>;
  stop(): void;
}

function slugOf(account: Account): BrokerSlug | null {
  return BROKERS[account.broker].slug;
}

export function createAuth(options: AuthOptions): Auth {
  const {
    store,
    planOf,
    brokers,
    isSandboxActive,
    bus,
    keys,
    appKeys = [],
    log,
    clock = Date.now,
    random = systemRandom,
  } = options;
  const onAccount = options.onAccount ?? (() => {});
  const ended = createEndedSessions(bus, store.tickets, clock);
  const audit = createAudit(store.audit, clock, log);
  const isWelcome = (account: Account) => !isSandboxAccount(account) || isSandboxActive();
  const identities = createIdentities({ store, planOf, clock, idleMs: IDLE_MS, isWelcome, onAccount });
  const sessions = createSessions({ identities, ended, clock, random });
  const vault = createBrokerTokenVault(store.brokerTokens, createSealing(keys), clock);
  const attempts = createLoginAttempts(store.tickets, clock, random);
  const logins = createLogins({
    brokers,
    isSandboxActive,
    attempts,
    sessions,
    vault,
    store,
    audit,
    clock,
    onAccount,
    onSignedIn: options.onSignedIn ?? (() => {}),
  });
  // A session that ended in another process must be forgotten here.
  ended.onEnded(({ sessionIds }) => identities.forget(sessionIds));
  const widgetTokens = createWidgetTokens(keys, clock);
  const stopServing = serveIdentities(bus, identities, widgetTokens);

  /** Politeness towards the broker: no request waits for it, and its failing changes nothing here. */
  async function leaveBroker(account: Account): Promise<void> {
    const others = await store.sessions.list(account.id, clock());
    if (others.length > 0) return;
    const slug = slugOf(account);
    const held = await vault.tokens(account.id);
    await vault.drop(store, account.id);
    const isSame = slug !== null && brokers[slug].isSandbox === isSandboxAccount(account);
    if (slug !== null && held !== null && isSame) await brokers[slug].endSession(held);
  }

  return {
    store,
    brokers,
    isSandboxActive,
    identities,
    sessions,
    ended,
    logins,
    vault,
    widgetTokens,
    appTokens: (origins) => createAppTokens({ keys: appKeys, tickets: store.tickets, clock }, origins),
    appProofs: createAppProofs(keys, clock, appKeys.length > 0),
    audit,
    clock,
    async logOut(tx, account, sessionId, isReplaced) {
      const hasEnded = await sessions.end(tx, sessionId, null, isReplaced);
      tx.afterCommit(() => {
        void leaveBroker(account).catch((error: unknown) => {
          log.info({ err: error, broker: account.broker }, "auth: the broker's session was not ended");
        });
      });
      return hasEnded;
    },
    brokerRefused: (accountId) =>
      store.transaction(async (tx) => {
        await vault.drop(tx, accountId);
        const gone = await sessions.endAll(tx, accountId, "broker");
        const entry = { actor: null, action: "broker_refused", subject: accountId, address: null };
        await tx.audit.add({ ...entry, at: clock(), details: { ended: gone.length } });
      }),
    stop() {
      stopServing();
      ended.stop();
    },
  };
}
