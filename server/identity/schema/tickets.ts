import { index, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, time, words } from "../../platform/store/column-types.ts";

/** What a browser brings back once, under the hash of what it brings. */
export const tickets = pgTable(
  "tickets",
  {
    hash: bytes("hash").primaryKey(),
    kind: text("kind").notNull(),
    payload: words("payload").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("tickets_end").on(table.expiresAt)],
);
