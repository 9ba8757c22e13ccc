import { randomUUID } from "node:crypto";
import { createPreferences, type PreferenceRepository } from "../../capabilities/preferences/repository.ts";
import {
  createSubscriptions,
  type SubscriptionRepository,
} from "../../capabilities/subscriptions/repository.ts";
import { type AccountRepository, createAccounts } from "../../identity/repositories/accounts.ts";
import { type AuditRepository, createAudit } from "../../identity/repositories/audit.ts";
import { type BrokerTokenRepository, createBrokerTokens } from "../../identity/repositories/broker-tokens.ts";
import { createSessions, type SessionRepository } from "../../identity/repositories/sessions.ts";
import { createTickets, type TicketRepository } from "../../identity/repositories/tickets.ts";
import { createHistory, type HistoryRepository } from "../../market/history/repository.ts";
import { createJobs, type JobRepository } from "../../platform/jobs/repository.ts";
import type { Database } from "../../platform/store/database.ts";

/*
 * What the server keeps, as its users see it; times are epoch ms UTC. One implementation over Drizzle serves PGlite and
 * Postgres, and one contract suite runs on both. Every method rejects with AppError `storage.unavailable` when storage is
 * away or late, and with `storage.full` when the disk is (503 with Retry-After both); nothing that was acknowledged is ever
 * lost. After `storage.unavailable` a change may have been made all the same, when only its answer was lost.
 */

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
  readonly jobs: JobRepository;
  /** Resolves when storage has answered for the first time, its schema up to date; never rejects. */
  opened(): Promise<void>;
  /** null when storage answers; else what is wrong, for /readyz and the log */
  obstacle(): string | null;
  close(): Promise<void>;
}

interface StoreEdges {
  readonly newId?: () => string;
  /** resolves when the database has been opened; by default it is */
  readonly opened?: Promise<void>;
}

/** Every repository over one database. */
export function createStore(
  database: Database,
  { newId = randomUUID, opened = Promise.resolve() }: StoreEdges = {},
): Store {
  return {
    accounts: createAccounts(database, newId),
    sessions: createSessions(database, newId),
    tickets: createTickets(database),
    brokerTokens: createBrokerTokens(database),
    preferences: createPreferences(database),
    subscriptions: createSubscriptions(database, newId),
    audit: createAudit(database),
    history: createHistory(database),
    jobs: createJobs(database, { newId }),
    opened: () => opened,
    obstacle: () => database.obstacle(),
    close: () => database.close(),
  };
}
