import { and, count, desc, eq, gt, isNull, lte, ne } from "drizzle-orm";
import { lockAccount } from "../../identity/repositories/accounts.ts";
import type { Db, Executor } from "../../platform/store/database.ts";
import { keptStrategies } from "./schema.ts";

/** A saved strategy without what it holds. */
export interface StoredHead {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A name, and the form in which two names are compared. */
export interface StrategyName {
  readonly name: string;
  readonly nameKey: string;
}

interface Texts {
  readonly summary: string;
  readonly content: string;
}

/** Saved strategies of accounts; what is deleted is there for `restore` alone. */
export interface KeptStrategyRepository {
  /** The one saved last first. */
  list(accountId: string): Promise<readonly (StoredHead & Pick<Texts, "summary">)[]>;
  get(accountId: string, id: string): Promise<(StoredHead & Pick<Texts, "content">) | null>;
  create(
    strategy: StrategyName & Texts & { readonly accountId: string; readonly at: number },
    most: number,
  ): Promise<StoredHead | "name_taken" | "too_many">;
  /** @returns the newer one's head as `changed` when it was saved since `revision` */
  update(
    strategy: Texts & {
      readonly accountId: string;
      readonly id: string;
      readonly revision: number;
      readonly at: number;
    },
  ): Promise<StoredHead | "not_found" | { readonly changed: StoredHead }>;
  rename(accountId: string, id: string, name: StrategyName): Promise<StoredHead | "not_found" | "name_taken">;
  remove(accountId: string, id: string, at: number): Promise<boolean>;
  /**
   * Undoes a deletion after `since`.
   * @param names to try one after another, made of the name it had
   */
  restore(
    which: { readonly accountId: string; readonly id: string; readonly since: number },
    names: (name: string) => Iterable<StrategyName>,
    most: number,
  ): Promise<StoredHead | "not_found" | "too_many">;
  /** Removes what was deleted until then. */
  sweep(deletedUntil: number): Promise<void>;
}

const { id, name, revision, createdAt, updatedAt } = keptStrategies;
const HEAD = { id, name, revision, createdAt, updatedAt };

const ofAccount = (accountId: string) =>
  and(eq(keptStrategies.accountId, accountId), isNull(keptStrategies.deletedAt));
const isIt = (accountId: string, which: string) => and(eq(id, which), ofAccount(accountId));

async function isFull(db: Db, accountId: string, most: number): Promise<boolean> {
  const [all] = await db.select({ count: count() }).from(keptStrategies).where(ofAccount(accountId));
  return (all?.count ?? 0) >= most;
}

async function isTaken(db: Db, accountId: string, nameKey: string, but: string): Promise<boolean> {
  const [taken] = await db
    .select({ id })
    .from(keptStrategies)
    .where(and(ofAccount(accountId), eq(keptStrategies.nameKey, nameKey), ne(id, but)));
  return taken !== undefined;
}

export function createKeptStrategies(executor: Executor, newId: () => string): KeptStrategyRepository {
  return {
    list: (accountId) =>
      executor.read(({ db }) =>
        db
          .select({ ...HEAD, summary: keptStrategies.summary })
          .from(keptStrategies)
          .where(ofAccount(accountId))
          .orderBy(desc(updatedAt), desc(id)),
      ),
    get: (accountId, which) =>
      executor.read(async ({ db }) => {
        const [row] = await db
          .select({ ...HEAD, content: keptStrategies.content })
          .from(keptStrategies)
          .where(isIt(accountId, which));
        return row ?? null;
      }),
    create: ({ at, ...strategy }, most) =>
      executor.transaction(async ({ db }) => {
        await lockAccount(db, strategy.accountId);
        if (await isFull(db, strategy.accountId, most)) return "too_many";
        const [row] = await db
          .insert(keptStrategies)
          .values({ ...strategy, id: newId(), revision: 1, createdAt: at, updatedAt: at })
          .onConflictDoNothing()
          .returning(HEAD);
        return row ?? "name_taken";
      }),
    async update(change) {
      const { accountId, id: which, summary, content, at } = change;
      const [row] = await executor.write(({ db }) =>
        db
          .update(keptStrategies)
          .set({ summary, content, revision: change.revision + 1, updatedAt: at })
          .where(and(isIt(accountId, which), eq(revision, change.revision)))
          .returning(HEAD),
      );
      if (row !== undefined) return row;
      const [newer] = await executor.read(({ db }) =>
        db.select(HEAD).from(keptStrategies).where(isIt(accountId, which)),
      );
      return newer === undefined ? "not_found" : { changed: newer };
    },
    rename: (accountId, which, wanted) =>
      executor.transaction(async ({ db }) => {
        await lockAccount(db, accountId);
        if (await isTaken(db, accountId, wanted.nameKey, which)) return "name_taken";
        const [row] = await db
          .update(keptStrategies)
          .set(wanted)
          .where(isIt(accountId, which))
          .returning(HEAD);
        return row ?? "not_found";
      }),
    remove: (accountId, which, at) =>
      executor.write(async ({ db }) => {
        const gone = await db
          .update(keptStrategies)
          .set({ deletedAt: at })
          .where(isIt(accountId, which))
          .returning({ id });
        return gone.length > 0;
      }),
    restore: ({ accountId, id: which, since }, names, most) =>
      executor.transaction(async ({ db }) => {
        await lockAccount(db, accountId);
        const wasIt = and(
          eq(id, which),
          eq(keptStrategies.accountId, accountId),
          gt(keptStrategies.deletedAt, since),
        );
        const [row] = await db.select(HEAD).from(keptStrategies).where(wasIt);
        if (row === undefined) return "not_found";
        if (await isFull(db, accountId, most)) return "too_many";
        for (const wanted of names(row.name)) {
          if (await isTaken(db, accountId, wanted.nameKey, which)) continue;
          await db
            .update(keptStrategies)
            .set({ ...wanted, deletedAt: null })
            .where(wasIt);
          return { ...row, name: wanted.name };
        }
        throw new Error("no name is free for a strategy that is brought back");
      }),
    sweep: (deletedUntil) =>
      executor.write(async ({ db }) => {
        await db.delete(keptStrategies).where(lte(keptStrategies.deletedAt, deletedUntil));
      }),
  };
}
