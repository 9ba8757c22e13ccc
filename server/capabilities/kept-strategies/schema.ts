import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "../../identity/schema/accounts.ts";
import { time, words } from "../../platform/store/column-types.ts";

/** Strategies that an account has saved under names. */
export const keptStrategies = pgTable(
  "kept_strategies",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: words("name").notNull(),
    /** the name as two names are compared */
    nameKey: words("name_key").notNull(),
    /** JSON text of what a list shows of it */
    summary: text("summary").notNull(),
    /** JSON text of all of it */
    content: text("content").notNull(),
    revision: integer("revision").notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
    /** null while it is there; a while after it is set the row goes */
    deletedAt: time("deleted_at"),
  },
  (table) => [
    uniqueIndex("kept_strategies_name")
      .on(table.accountId, table.nameKey)
      .where(sql`${table.deletedAt} is null`),
    index("kept_strategies_deleted").on(table.deletedAt),
  ],
);

/** Strategies that are opened by an id: put away by a page for another one, or shared. */
export const strategyLinks = pgTable(
  "strategy_links",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    isShared: boolean("is_shared").notNull(),
    /** JSON text; empty when the link has ended */
    content: text("content").notNull(),
    /** JSON text of what a list shows of it; empty of one that has none */
    summary: text("summary").notNull().default(""),
    /** JSON text of the payoff without figures */
    sketch: text("sketch"),
    createdAt: time("created_at").notNull(),
    openedAt: time("opened_at").notNull(),
    ended: text("ended").$type<"expired" | "deleted">(),
    endedAt: time("ended_at"),
  },
  (table) => [
    index("strategy_links_account").on(table.accountId, table.isShared).where(sql`${table.ended} is null`),
    index("strategy_links_opened")
      .on(table.openedAt)
      .where(sql`${table.ended} is null and not ${table.isShared}`),
    index("strategy_links_ended").on(table.endedAt),
  ],
);
