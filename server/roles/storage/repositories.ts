import type { BrokerId } from "#domain/access/brokers.ts";
import type { PlanId } from "#domain/access/plans.ts";

/*
 * What the server keeps, as its users see it; times are epoch ms UTC. One implementation over Drizzle serves PGlite and
 * Postgres, and one contract suite runs on both. Every method rejects with AppError `storage.unavailable` when storage is
 * away or late, and with `storage.full` when the disk is (503 with Retry-After both); nothing that was acknowledged is ever
 * lost. After `storage.unavailable` a change may have been made all the same, when only its answer was lost.
 */

/** One person at one broker. */
export interface Account {
  readonly id: string;
  /** the small number that people and support see (`user_id`); recording and groups count by it */
  readonly number: number;
  readonly broker: BrokerId;
  /** the broker's client id, or Google's subject */
  readonly externalId: string;
  readonly name: string;
  readonly email: string | null;
  readonly group: "A" | "B" | "C";
  readonly cohort: string | null;
  readonly whatsapp: string | null;
  readonly hasTakenTrial: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: number;
}

export interface AccountIdentity {
  readonly broker: BrokerId;
  readonly externalId: string;
  readonly name: string;
  readonly email: string | null;
}

export interface AccountRepository {
  /** Finds or makes the account, its name and email renewed. */
  signIn(identity: AccountIdentity, at: number): Promise<{ account: Account; isFirst: boolean }>;
  byId(id: string): Promise<Account | null>;
  /** by number, by `broker:externalId`, or by id, as an operator types it */
  find(text: string): Promise<Account | null>;
  setAdmin(id: string, isAdmin: boolean): Promise<void>;
}

export interface SessionRecord {
  readonly id: string;
  readonly accountId: string;
  readonly deviceId: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** idle and absolute expiry */
  readonly idleUntil: number;
  readonly expiresAt: number;
}

export interface NewSession extends Omit<SessionRecord, "id" | "lastSeenAt"> {
  /** SHA-256 of the cookie's token; the token itself is never stored */
  readonly tokenHash: Uint8Array;
}

export interface CreatedSession extends SessionRecord {
  /** ids of the sessions of the same device that ended for it: their sockets are to be closed */
  readonly replaced: readonly string[];
}

export interface SessionRepository {
  /**
   * Makes a session unless the account already has `limit` live ones; one transaction, so that two logins at once can't
   * both take the last place. A live session of the same device is replaced and does not count.
   */
  create(session: NewSession, limit: number): Promise<CreatedSession | "too_many">;
  /** the live session of a token; expired and revoked ones are not there */
  live(tokenHash: Uint8Array, at: number): Promise<SessionRecord | null>;
  touch(id: string, at: number, idleUntil: number): Promise<void>;
  list(accountId: string, at: number): Promise<readonly SessionRecord[]>;
  /** @returns ids of the sessions that ended */
  revoke(id: string): Promise<readonly string[]>;
  revokeAll(accountId: string, exceptId?: string): Promise<readonly string[]>;
  sweep(at: number): Promise<number>;
}

/** Something that a browser brings back once: login states, and the tokens of the too-many-devices page. */
export interface TicketRepository {
  put(ticket: { kind: string; hash: Uint8Array; payload: string; expiresAt: number }): Promise<void>;
  /** Notes a ticket that somebody else made and that counts once. @returns false when its hash is there already */
  spend(ticket: { kind: string; hash: Uint8Array; expiresAt: number }): Promise<boolean>;
  /** Takes it away and answers its payload; null when it is unknown, expired, of another kind, or was taken before. */
  take(kind: string, hash: Uint8Array, at: number): Promise<string | null>;
  sweep(at: number): Promise<number>;
}

/** Broker tokens, sealed by the caller (`server/identity/sealing.ts`) before they come here. */
export interface BrokerTokenRepository {
  put(accountId: string, sealed: Uint8Array, expiresAt: number): Promise<void>;
  get(accountId: string, at: number): Promise<Uint8Array | null>;
  remove(accountId: string): Promise<void>;
}

export interface PreferenceRepository {
  all(accountId: string): Promise<Readonly<Record<string, unknown>>>;
  /** one key, any JSON value up to 16 KiB; at most 100 keys an account (`too_many` otherwise) */
  set(accountId: string, key: string, value: unknown): Promise<"ok" | "too_many">;
}

export interface Subscription {
  readonly id: string;
  readonly accountId: string;
  readonly planId: PlanId;
  readonly activatedAt: number;
  /** null for plans without an end */
  readonly validTill: number | null;
  readonly autoRenew: boolean;
  readonly paymentSource: string | null;
  readonly amountPaise: number;
  readonly isReminderAcknowledged: boolean;
}

export interface SubscriptionRepository {
  /** newest first; current, upcoming and history follow from times and are the caller's business */
  list(accountId: string): Promise<readonly Subscription[]>;
  /** An account holds the endless free plan once: whoever asks again is given the one it holds. */
  add(subscription: Omit<Subscription, "id">): Promise<Subscription>;
  /** Starts the one trial of an account; "taken" when it had one. Marks the account in the same transaction. */
  startTrial(subscription: Omit<Subscription, "id">): Promise<Subscription | "taken">;
  update(
    id: string,
    change: { autoRenew?: boolean; isReminderAcknowledged?: boolean },
  ): Promise<Subscription | null>;
}

export interface AuditEntry {
  readonly at: number;
  /** account id, `operator` for the command line, null for nobody known */
  readonly actor: string | null;
  /** such as sign_in, sign_in_failed, sign_out, sessions_revoked, admin_granted */
  readonly action: string;
  readonly subject: string | null;
  readonly address: string | null;
  /** never secrets, never tokens */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditRepository {
  add(entry: AuditEntry): Promise<void>;
  list(filter: {
    subject?: string;
    action?: string;
    before?: number;
    limit: number;
  }): Promise<readonly AuditEntry[]>;
}

export type BlockKind = "minutes" | "quarters";

/** Packed bars (`server/market/bus/packed-bars.ts`) of an underlying and its futures by the minute, or of an expiry's options by the quarter of an hour. */
export interface HistoryBlock {
  readonly kind: BlockKind;
  /** instrument token */
  readonly underlying: number;
  /** YYYYMMDD, 0 where the block is of no expiry */
  readonly expiry: number;
  /** of its first bar */
  readonly start: number;
  readonly body: Uint8Array;
}

/** An underlying at a close: rupees, annual fraction; null unknown. */
export interface UnderlyingClose {
  readonly underlying: number;
  readonly spot: number | null;
  readonly iv30: number | null;
}

/** One of its expiries at a close; open interest in units. */
export interface ExpiryClose {
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
  readonly forward: number | null;
  readonly atmIv: number | null;
  readonly pcr: number | null;
  readonly maxPain: number | null;
  readonly callOi: number;
  readonly putOi: number;
}

export type DatedClose = Omit<UnderlyingClose, "underlying"> & { readonly date: number };

/** What the market did; everything under the market's name, dates as YYYYMMDD. */
export interface HistoryRepository {
  /** A block that is there already is replaced. */
  putBlocks(market: string, blocks: readonly HistoryBlock[]): Promise<void>;
  /** Those that start in [from, to), by start and expiry. */
  blocks(query: {
    readonly market: string;
    readonly kind: BlockKind;
    readonly underlying: number;
    readonly expiries: readonly number[];
    readonly from: number;
    readonly to: number;
  }): Promise<readonly Pick<HistoryBlock, "expiry" | "start" | "body">[]>;
  /** Closes of one date as they are known now; they replace what was known of it before. */
  putCloses(
    market: string,
    date: number,
    closes: readonly UnderlyingClose[],
    expiries: readonly ExpiryClose[],
  ): Promise<void>;
  /** Closes made up or heard elsewhere: those that are there already stay. */
  fillCloses(market: string, underlying: number, closes: readonly DatedClose[]): Promise<void>;
  /** The last closes before a date, oldest first. */
  closes(market: string, underlying: number, before: number, most: number): Promise<readonly DatedClose[]>;
  expiryCloses(market: string, underlying: number, date: number): Promise<readonly ExpiryClose[]>;
  /** Removes what is older than these, of every market. */
  sweep(limits: {
    readonly blocksBefore: number;
    readonly closesBefore: number;
    readonly expiriesBefore: number;
  }): Promise<void>;
}

/** The storage of the product: opened once by the api role, in every process that has it. */
export interface Store {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly tickets: TicketRepository;
  readonly brokerTokens: BrokerTokenRepository;
  readonly preferences: PreferenceRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly audit: AuditRepository;
  readonly history: HistoryRepository;
  /** Resolves when storage has answered for the first time, its schema up to date; never rejects. */
  opened(): Promise<void>;
  /** null when storage answers; else what is wrong, for /readyz and the log */
  obstacle(): string | null;
  close(): Promise<void>;
}
