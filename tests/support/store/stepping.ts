import type { Database } from "#server/platform/store/database.ts";
import { sessionOf } from "#server/platform/store/sql-session.ts";

/**
 * A database whose transactions meet `at` before each of their statements, and once more before they commit: where a test
 * takes storage away, or the process.
 * @param at told which step of its transaction it is, from 1
 */
export function stepping(database: Database, at: (step: number) => Promise<void>): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async ({ query }) => {
        let step = 0;
        const session = sessionOf(async (text, params) => {
          await at(++step);
          return query(text, params);
        });
        const value = await work(session);
        await at(++step);
        return value;
      }, options),
  };
}
