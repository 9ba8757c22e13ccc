import { AppError } from "#domain/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Database } from "./database.ts";
import { reasonOf, unavailable } from "./failures.ts";
import { createGate } from "./gate.ts";
import { migrate } from "./migrate.ts";

/** How often a schema that does not fit is looked at again: an operator may be restoring a backup just now. */
const SCHEMA_RETRY_MS = 10_000;
const RETRY_MS = 500;

interface GuardedDatabase extends Database {
  /** resolves when the schema was found or made to be that of this version; never rejects */
  opened(): Promise<void>;
}

/**
 * Keeps all work from a database until its schema is that of this version, which it sees to itself as soon
 * as the database answers.
 */
export function guardSchema(database: Database, log: Log): GuardedDatabase {
  const gate = createGate();
  let trouble: string | null = "it is being opened";
  /** the same for callers: what the database said of its tables is for the operator */
  let said = trouble;
  let isClosed = false;
  let wake: () => void = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function settle(): Promise<void> {
    while (!isClosed) {
      await database.up();
      if (isClosed) return;
      try {
        const steps = await migrate(database);
        if (steps.length > 0) log.info({ steps }, "store: the schema was brought up to date");
        trouble = null;
        gate.open();
        return;
      } catch (error) {
        const isSchema = error instanceof AppError && error.code === "storage.schema";
        const why = error instanceof Error ? error.message : String(error);
        if (trouble !== why && !isClosed) log.error({ err: error }, "store: the schema is not as it must be");
        trouble = why;
        said = isSchema ? "its schema is not the one that this version knows" : reasonOf(error);
        await pause(isSchema ? SCHEMA_RETRY_MS : RETRY_MS);
      }
    }
  }

  void settle();
  const pass = <T>(call: () => Promise<T>): Promise<T> => {
    if (trouble === null) return call();
    const why = (database.obstacle() ?? said).replace(/^Storage: /, "");
    return Promise.reject(unavailable(why));
  };
  return {
    read: (work, options) => pass(() => database.read(work, options)),
    write: (work, options) => pass(() => database.write(work, options)),
    transaction: (work, options) => pass(() => database.transaction(work, options)),
    up: () => gate.wait(),
    opened: () => gate.wait(),
    obstacle: () => database.obstacle() ?? (trouble === null ? null : `Storage: ${trouble}`),
    close() {
      isClosed = true;
      wake();
      return database.close();
    },
  };
}
