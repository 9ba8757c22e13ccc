import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, smallint, text, unique } from "drizzle-orm/pg-core";
import type { BrokerId } from "#domain/access/brokers.ts";
import { bytes, time, words } from "../../platform/store/column-types.ts";

/*
 * Ids are random UUIDs kept as text: they are opaque, and an id that no account has simply matches nothing,
 * where a uuid column would refuse the query.
 */

export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    number: integer("number").generatedByDefaultAsIdentity().notNull().unique(),
    broker: smallint("broker").$type<BrokerId>().notNull(),
    externalId: words("external_id").notNull(),
    name: words("name").notNull(),
    email: words("email"),
    cohort: words("cohort"),
    whatsapp: words("whatsapp"),
    hasTakenTrial: boolean("has_taken_trial").notNull().default(false),
    isAdmin: boolean("is_admin").notNull().default(false),
    createdAt: time("created_at").notNull(),
  },
  (table) => [unique("accounts_broker_external_id").on(table.broker, table.externalId)],
);

const owner = () =>
  text("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

/** Live and expired sessions; a revoked one is deleted. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    accountId: owner(),
    tokenHash: bytes("token_hash").notNull().unique(),
    deviceId: words("device_id").notNull(),
    userAgent: words("user_agent").notNull(),
    address: words("address").notNull(),
    createdAt: time("created_at").notNull(),
    lastSeenAt: time("last_seen_at").notNull(),
    idleUntil: time("idle_until").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId),
    index("sessions_end").on(sql`least(${table.idleUntil}, ${table.expiresAt})`),
  ],
);

/** The newest token of each account at its broker, sealed before it comes here. */
export const brokerTokens = pgTable("broker_tokens", {
  accountId: owner().primaryKey(),
  sealed: bytes("sealed").notNull(),
  expiresAt: time("expires_at").notNull(),
});
