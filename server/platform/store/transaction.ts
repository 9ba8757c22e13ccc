import { AppError } from "#domain/errors.ts";
import type { Database, Executor, Session, TransactionOptions } from "./database.ts";
import { causeOf } from "./failures.ts";

type Effect = () => void | Promise<void>;

/** What the work of a transaction has beside its repositories. */
export interface InTransaction {
  /**
   * Has something done when everything is committed, in the order in which it was asked for: what is told to others, or closed,
   * or forgotten. Of a transaction that fails, and of an attempt that is repeated, nothing of it is done.
   */
  afterCommit(effect: Effect): void;
  /** A transaction inside another one is always refused. @throws AppError storage.nested */
  transaction(): Promise<never>;
}

/**
 * Changes in several repositories, all of them or none: durable when it resolves, and read back by the work itself.
 *
 * The work is run again after a deadlock or a serialization failure, so it does nothing outside but by `afterCommit`. It uses the
 * repositories that it is given, not those of the store: theirs would be other transactions.
 * @throws AppError storage.unavailable when storage is away, or has not answered by the deadline; storage.full
 */
export type Transaction<R> = <T>(
  work: (tx: R & InTransaction) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

export function nestedCall(): AppError {
  const text = "A transaction is under way: work inside it uses the repositories that it was given";
  return new AppError("storage.nested", text);
}

/** Statements of repositories as parts of a transaction that is under way. */
function executorIn(session: Session): Executor {
  async function take<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await work(session);
    } catch (error) {
      throw causeOf(error);
    }
  }
  return { read: take, write: take, transaction: take };
}

/** One that fails keeps none of the others from being done; it is a fault of ours, and told when they are. */
async function doAll(effects: readonly Effect[]): Promise<void> {
  const failures: unknown[] = [];
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** @param repositoriesOn makes the repositories whose statements run there */
export function createTransaction<R extends object>(
  database: Database,
  repositoriesOn: (executor: Executor) => R,
): Transaction<R> {
  return async (work, options) => {
    let effects: Effect[] = [];
    const value = await database.transaction((session) => {
      effects = [];
      return work({
        ...repositoriesOn(executorIn(session)),
        afterCommit: (effect) => void effects.push(effect),
        transaction: () => Promise.reject(nestedCall()),
      });
    }, options);
    await doAll(effects);
    return value;
  };
}
