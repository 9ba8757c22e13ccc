import { pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "../../identity/schema/accounts.ts";

export const builderSettings = pgTable("builder_settings", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** JSON text of what the account has set; what it has not is the default of the day */
  settings: text("settings").notNull(),
});
