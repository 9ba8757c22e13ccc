import type { BrokerId, BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { BrokerIdentity } from "../brokers/adapter.ts";
import type { InTransaction } from "../platform/store/transaction.ts";
import type { BrokerTokenVault } from "./broker-token-vault.ts";
import type { LoginCookie } from "./http/cookies.ts";
import type { Account } from "./repositories/accounts.ts";
import type { AuditEntry } from "./repositories/audit.ts";
import type { IdentityRepositories, IdentityStore } from "./repositories/identity-store.ts";
import type { OpenedSession, Origin, Sessions } from "./session-keeper.ts";
import type { TooManyDevices } from "./too-many-devices.ts";

/** Of a crowd that comes at once, the last would otherwise have to begin anew at their broker. */
const PATIENCE_MS = 10_000;

export interface SignedIn {
  readonly account: Account;
  readonly session: OpenedSession;
  readonly isFirst: boolean;
  readonly redirectPath: string;
}

/** A visitor whose provider has vouched for them. */
interface Comer {
  readonly slug: BrokerSlug;
  readonly broker: BrokerId;
  readonly identity: BrokerIdentity;
  readonly redirectPath: string;
  readonly from: Origin;
  readonly cookie: LoginCookie | null;
}

export interface EntranceOptions {
  readonly store: Pick<IdentityStore, "tickets" | "transaction">;
  readonly sessions: Sessions;
  readonly vault: BrokerTokenVault;
  readonly clock: () => number;
  readonly onAccount: (account: Account) => void;
  readonly onSignedIn: (account: Account) => void;
}

/** What the audit log says of a sign-in that was refused. */
export function refusalOf(slug: BrokerSlug, error: AppError, address: string): Omit<AuditEntry, "at"> {
  const reason = String(error.details.reason ?? error.code);
  // Why the provider refused is for the operator (a wrong secret looks like a wrong code to the visitor).
  const refusal = error.cause instanceof AppError ? error.cause.details : error.details;
  const details = {
    provider: slug,
    reason,
    ...(refusal.why === undefined ? {} : { why: refusal.why }),
    ...(refusal.said === undefined ? {} : { said: refusal.said }),
  };
  return { actor: null, action: "sign_in_failed", subject: slug, address, details };
}

/**
 * Lets people in: everything that a sign-in changes is one transaction, with its audit row.
 * @returns who is in, or the error of one device too many, whose ticket and audit row are kept
 */
export function createEntrance(
  { store, sessions, vault, clock, onAccount, onSignedIn }: EntranceOptions,
  tooMany: Pick<TooManyDevices, "refuse">,
): (comer: Comer) => Promise<SignedIn | AppError> {
  async function change(
    tx: IdentityRepositories & InTransaction,
    { slug, broker, identity, redirectPath, from, cookie }: Comer,
  ): Promise<SignedIn | AppError> {
    const { externalId, name, email, expiresAt } = identity;
    const { account, isFirst } = await tx.accounts.signIn({ broker, externalId, name, email }, clock());
    const { id } = account;
    await vault.keep(tx, id, identity);
    tx.afterCommit(() => {
      onAccount(account);
      onSignedIn(account);
    });
    const { address } = from;
    // A broker's account is worth as much as the broker's own session: when that ends, this one does.
    const session = await sessions.open(tx, account, from, expiresAt);
    if (session === "too_many") {
      const refusal = await tooMany.refuse(tx, { accountId: id, redirectPath, endsBy: expiresAt }, cookie);
      await tx.audit.add({ ...refusalOf(slug, refusal, address), at: clock() });
      return refusal;
    }
    const { sessionId, replaced } = session;
    const details = {
      provider: slug,
      session: sessionId,
      first: isFirst,
      ...(replaced.length === 0 ? {} : { replaced: replaced.join(" ") }),
    };
    await tx.audit.add({ at: clock(), actor: id, action: "sign_in", subject: id, address, details });
    return { account, session, isFirst, redirectPath };
  }

  return (comer) => store.transaction((tx) => change(tx, comer), { patienceMs: PATIENCE_MS });
}
