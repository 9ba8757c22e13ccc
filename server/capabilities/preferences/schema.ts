import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "../../identity/schema/accounts.ts";
import { words } from "../../platform/store/column-types.ts";

export const preferences = pgTable(
  "preferences",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    key: words("key").notNull(),
    /** JSON text; of the JSON value null a column of JSON values would make a NULL */
    value: text("value").notNull(),
  },
  (table) => [primaryKey({ name: "preferences_pk", columns: [table.accountId, table.key] })],
);
