import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "./database.ts";
import { nestedCall } from "./transaction.ts";

/**
 * Refuses, at once, what work inside a transaction asks of the database by another way than its transaction: in the embedded
 * database it would wait for itself until the deadline, in a Postgres server it would not see what the work has written.
 *
 * Knowing where a call comes from makes every promise of the process about three times as dear (Node 20), so this is for tests
 * and for servers that run from their sources.
 */
export function refuseNested(database: Database): Database {
  const within = new AsyncLocalStorage<{ isOver: boolean }>();
  const outside = <T>(call: () => Promise<T>): Promise<T> =>
    within.getStore()?.isOver === false ? Promise.reject(nestedCall()) : call();
  return {
    ...database,
    read: (work, options) => outside(() => database.read(work, options)),
    write: (work, options) => outside(() => database.write(work, options)),
    transaction: (work, options) =>
      outside(() =>
        database.transaction(async (session) => {
          // What was begun inside and goes on after the end is no longer inside.
          const mark = { isOver: false };
          try {
            return await within.run(mark, () => work(session));
          } finally {
            mark.isOver = true;
          }
        }, options),
      ),
  };
}
