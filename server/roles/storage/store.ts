import { randomUUID } from "node:crypto";
import {
  type BuilderSettingsRepository,
  createBuilderSettings,
} from "../../capabilities/builder-settings/repository.ts";
import { type CandleSignalRepository, createCandleSignals } from "../../capabilities/candles/repository.ts";
import {
  type ChainSettingsRepository,
  createChainSettings,
} from "../../capabilities/chain-settings/repository.ts";
import { createEvents, type EventRepository } from "../../capabilities/events/repository.ts";
import {
  createStrategyLinks,
  type StrategyLinkRepository,
} from "../../capabilities/kept-strategies/link-repository.ts";
import {
  createKeptStrategies,
  type KeptStrategyRepository,
} from "../../capabilities/kept-strategies/repository.ts";
import { createPreferences, type PreferenceRepository } from "../../capabilities/preferences/repository.ts";
import {
  createSubscriptions,
  type SubscriptionRepository,
} from "../../capabilities/subscriptions/repository.ts";
import { type AccountRepository, createAccounts } from "../../identity/repositories/accounts.ts";
import { type AuditRepository, createAudit } from "../../identity/repositories/audit.ts";
import { type BrokerTokenRepository, createBrokerTokens } from "../../identity/repositories/broker-tokens.ts";
import { createSeals, type SealRepository } from "../../identity/repositories/seals.ts";
import { createSessions, type SessionRepository } from "../../identity/repositories/sessions.ts";
import { createTickets, type TicketRepository } from "../../identity/repositories/tickets.ts";
import { createDailyBars, type DailyRepository } from "../../market/history/daily/daily-repository.ts";
import { createHistory, type HistoryRepository } from "../../market/history/repository.ts";
import { createJobs, type JobRepository } from "../../platform/jobs/repository.ts";
import type { Database, Executor } from "../../platform/store/database.ts";
import { createTransaction, type Transaction } from "../../platform/store/transaction.ts";

/*
 * What the server keeps, as its users see it; times are epoch ms UTC. One implementation over Drizzle serves PGlite and
 * Postgres, and one contract suite runs on both. Every method rejects with AppError `storage.unavailable` when storage is
 * away or late, and with `storage.full` when the disk is (503 with Retry-After both); nothing that was acknowledged is ever
 * lost. After `storage.unavailable` a change may have been made all the same, when only its answer was lost.
 */

/** What is kept, by its owners. */
export interface Repositories {
  readonly accounts: AccountRepository;
  readonly sessions: SessionRepository;
  readonly tickets: TicketRepository;
  readonly brokerTokens: BrokerTokenRepository;
  readonly preferences: PreferenceRepository;
  readonly builderSettings: BuilderSettingsRepository;
  readonly chainSettings: ChainSettingsRepository;
  readonly events: EventRepository;
  readonly keptStrategies: KeptStrategyRepository;
  readonly strategyLinks: StrategyLinkRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly audit: AuditRepository;
  readonly seals: SealRepository;
  readonly history: HistoryRepository;
  readonly dailyBars: DailyRepository;
  readonly candleSignals: CandleSignalRepository;
  readonly jobs: JobRepository;
}

/** The storage of the product: opened once by the api role, in every process that has it. */
export interface Store extends Repositories {
  /** One unit of work over all repositories; those of `tx` take part in it. */
  readonly transaction: Transaction<Repositories>;
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

function repositoriesOn(executor: Executor, newId: () => string): Repositories {
  return {
    accounts: createAccounts(executor, newId),
    sessions: createSessions(executor, newId),
    tickets: createTickets(executor),
    brokerTokens: createBrokerTokens(executor),
    preferences: createPreferences(executor),
    builderSettings: createBuilderSettings(executor),
    chainSettings: createChainSettings(executor),
    events: createEvents(executor),
    keptStrategies: createKeptStrategies(executor, newId),
    strategyLinks: createStrategyLinks(executor),
    subscriptions: createSubscriptions(executor, newId),
    audit: createAudit(executor),
    seals: createSeals(executor),
    history: createHistory(executor),
    dailyBars: createDailyBars(executor),
    candleSignals: createCandleSignals(executor),
    jobs: createJobs(executor, { newId }),
  };
}

/** Every repository over one database. */
export function createStore(
  database: Database,
  { newId = randomUUID, opened = Promise.resolve() }: StoreEdges = {},
): Store {
  return {
    ...repositoriesOn(database, newId),
    transaction: createTransaction(database, (executor) => repositoriesOn(executor, newId)),
    opened: () => opened,
    obstacle: () => database.obstacle(),
    close: () => database.close(),
  };
}
