import { bigint, boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { PlanId } from "#domain/access/plans.ts";
import { accounts } from "../../identity/schema/accounts.ts";
import { time, words } from "../../platform/store/column-types.ts";

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    /** order of arrival, which tells two of the same millisecond apart */
    number: integer("number").generatedByDefaultAsIdentity().notNull().unique(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    planId: text("plan_id").$type<PlanId>().notNull(),
    activatedAt: time("activated_at").notNull(),
    validTill: time("valid_till"),
    autoRenew: boolean("auto_renew").notNull(),
    paymentSource: words("payment_source"),
    /** integer paise, exact as a JavaScript number up to 90 trillion rupees */
    amountPaise: bigint("amount_paise", { mode: "number" }).notNull(),
    isReminderAcknowledged: boolean("is_reminder_acknowledged").notNull(),
  },
  (table) => [index("subscriptions_account").on(table.accountId, table.activatedAt)],
);
