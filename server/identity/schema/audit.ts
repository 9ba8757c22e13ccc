import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { json, time, words } from "../../platform/store/column-types.ts";

/** What happened, who did it and to whom. Without foreign keys: a line outlives what it speaks of. */
export const audit = pgTable(
  "audit",
  {
    number: bigint("number", { mode: "number" }).generatedByDefaultAsIdentity().primaryKey(),
    at: time("at").notNull(),
    actor: words("actor"),
    action: text("action").notNull(),
    subject: words("subject"),
    address: words("address"),
    details: json("details").$type<Readonly<Record<string, string | number | boolean | null>>>().notNull(),
  },
  (table) => [
    index("audit_at").on(table.at),
    index("audit_subject").on(table.subject, table.at),
    index("audit_action").on(table.action, table.at),
  ],
);
