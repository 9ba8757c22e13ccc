import { bigint, pgTable } from "drizzle-orm/pg-core";
import { bytes } from "../../platform/store/column-types.ts";

/**
 * The chain over the audit log: a seal for every row, in the order of their numbers. Rows are never touched to be sealed. Without
 * foreign keys: a seal whose row is gone is how that is noticed.
 */
export const auditSeals = pgTable("audit_seals", {
  /** of the row that it seals */
  number: bigint("number", { mode: "number" }).primaryKey(),
  /** of the row that was sealed before it: numbers have gaps, where a transaction was undone. Null for the first seal of all. */
  previous: bigint("previous", { mode: "number" }),
  hash: bytes("hash").notNull(),
});
