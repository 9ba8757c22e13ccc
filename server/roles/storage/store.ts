import { randomUUID } from "node:crypto";
import { createPreferences } from "../../capabilities/preferences/repository.ts";
import { createSubscriptions } from "../../capabilities/subscriptions/repository.ts";
import { createAccounts } from "../../identity/repositories/accounts.ts";
import { createAudit } from "../../identity/repositories/audit.ts";
import { createBrokerTokens } from "../../identity/repositories/broker-tokens.ts";
import { createSessions } from "../../identity/repositories/sessions.ts";
import { createTickets } from "../../identity/repositories/tickets.ts";
import { createHistory } from "../../market/history/repository.ts";
import type { Database } from "../../platform/store/database.ts";
import type { Store } from "./repositories.ts";

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
    opened: () => opened,
    obstacle: () => database.obstacle(),
    close: () => database.close(),
  };
}
