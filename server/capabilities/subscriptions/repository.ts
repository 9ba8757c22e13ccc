import { and, desc, eq, isNull } from "drizzle-orm";
import type { PlanId } from "#domain/access/plans.ts";
import { lockAccount } from "../../identity/repositories/accounts.ts";
import { accounts } from "../../identity/schema/accounts.ts";
import type { Db, Executor } from "../../platform/store/database.ts";
import { subscriptions } from "./schema.ts";

export interface Subscription {
  readonly id: string;
  readonly accountId: string;
  readonly planId: PlanId;
  readonly activatedAt: number;
  /** null for plans without an end */
  readonly validTill: number | null;
  readonly autoRenew: boolean;
  readonly paymentSource: string | null;
  readonly amountPaise: number;
  readonly isReminderAcknowledged: boolean;
}

export interface SubscriptionRepository {
  /** newest first; current, upcoming and history follow from times and are the caller's business */
  list(accountId: string): Promise<readonly Subscription[]>;
  /** An account holds the endless free plan once: a second request is given the one it holds. */
  add(subscription: Omit<Subscription, "id">): Promise<Subscription>;
  /** Starts the one trial of an account; "taken" when it had one. Marks the account in the same transaction. */
  startTrial(subscription: Omit<Subscription, "id">): Promise<Subscription | "taken">;
  update(
    id: string,
    change: { autoRenew?: boolean; isReminderAcknowledged?: boolean },
  ): Promise<Subscription | null>;
}

type Row = typeof subscriptions.$inferSelect;

function asSubscription({ number: _, ...subscription }: Row): Subscription {
  return subscription;
}

export function createSubscriptions(executor: Executor, newId: () => string): SubscriptionRepository {
  async function insert(db: Db, subscription: Omit<Subscription, "id">): Promise<Subscription> {
    const made: Subscription = { ...subscription, id: newId() };
    await db.insert(subscriptions).values(made);
    return made;
  }

  return {
    list: (accountId) =>
      executor.read(async ({ db }) => {
        const rows = await db
          .select()
          .from(subscriptions)
          .where(eq(subscriptions.accountId, accountId))
          .orderBy(desc(subscriptions.activatedAt), desc(subscriptions.number));
        return rows.map(asSubscription);
      }),
    add: (subscription) =>
      executor.transaction(async ({ db }) => {
        const { accountId, planId, validTill } = subscription;
        if (planId === "free" && validTill === null) {
          await lockAccount(db, accountId);
          const isFree = and(eq(subscriptions.planId, "free"), isNull(subscriptions.validTill));
          const [held] = await db
            .select()
            .from(subscriptions)
            .where(and(eq(subscriptions.accountId, accountId), isFree));
          if (held !== undefined) return asSubscription(held);
        }
        return insert(db, subscription);
      }),
    startTrial: (subscription) =>
      executor.transaction(async ({ db }) => {
        const hasNone = and(eq(accounts.id, subscription.accountId), eq(accounts.hasTakenTrial, false));
        const marked = await db
          .update(accounts)
          .set({ hasTakenTrial: true })
          .where(hasNone)
          .returning({ id: accounts.id });
        return marked.length === 0 ? "taken" : await insert(db, subscription);
      }),
    update: (id, { autoRenew, isReminderAcknowledged }) =>
      executor.write(async ({ db }) => {
        const isIt = eq(subscriptions.id, id);
        const change = {
          ...(autoRenew === undefined ? {} : { autoRenew }),
          ...(isReminderAcknowledged === undefined ? {} : { isReminderAcknowledged }),
        };
        const [row] =
          Object.keys(change).length === 0
            ? await db.select().from(subscriptions).where(isIt)
            : await db.update(subscriptions).set(change).where(isIt).returning();
        return row === undefined ? null : asSubscription(row);
      }),
  };
}
