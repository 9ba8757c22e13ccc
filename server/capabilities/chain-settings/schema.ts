import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "../../identity/schema/accounts.ts";

export const chainSettings = pgTable("chain_settings", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** counts what was kept: a device that changes older settings is told so */
  revision: integer("revision").notNull(),
  /** JSON text of all settings, views among them */
  settings: text("settings").notNull(),
});
