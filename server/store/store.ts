import { randomUUID } from "node:crypto";
import type { Database } from "./database.ts";
import { createAccounts } from "./repositories/accounts.ts";
import { createAudit } from "./repositories/audit.ts";
import { createBrokerTokens } from "./repositories/broker-tokens.ts";
import { createHistory } from "./repositories/history.ts";
import { createPreferences } from "./repositories/preferences.ts";
import { createSessions } from "./repositories/sessions.ts";
import { createSubscriptions } from "./repositories/subscriptions.ts";
import { createTickets } from "./repositories/tickets.ts";
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
