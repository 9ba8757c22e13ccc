import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { json, time } from "../../platform/store/column-types.ts";

/** Events of the lists that were imported: `global`, `results`, `actions`. */
export const marketEvents = pgTable(
  "market_events",
  {
    list: text("list").notNull(),
    id: text("id").notNull(),
    /** YYYYMMDD */
    date: integer("date").notNull(),
    /** as it is answered */
    event: json("event").notNull(),
  },
  (table) => [
    primaryKey({ name: "market_events_pk", columns: [table.list, table.id] }),
    index("market_events_date").on(table.list, table.date),
  ],
);

/** Shares in ban, by the trade date that a list holds for; a list may be empty. */
export const banLists = pgTable("ban_lists", {
  /** YYYYMMDD */
  date: integer("date").primaryKey(),
  /** JSON text of their symbols */
  symbols: json("symbols").notNull(),
});

/** When something was last imported into a list; one that is not here never was. */
export const eventImports = pgTable("event_imports", {
  /** those of the events, and `bans` */
  list: text("list").primaryKey(),
  importedAt: time("imported_at").notNull(),
});
