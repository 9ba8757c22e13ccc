import type { PGlite } from "@electric-sql/pglite";
import { SqlError } from "../failures.ts";
import type { Engine, EngineEvents } from "./database-engine.ts";
import { hasDatabase } from "./folder.ts";
import { makeDatabase, openFolder, queryPglite } from "./pglite.ts";

/** A PGlite on the calling thread: for tests, and for a server that runs from its sources. */
export function engineOf(pglite: PGlite): Engine {
  let end: (error: Error | null) => void;
  const ended = new Promise<Error | null>((resolve) => {
    end = resolve;
  });
  let isOver = false;
  async function close(): Promise<void> {
    if (isOver) return;
    isOver = true;
    await pglite.close();
    end(null);
  }
  return {
    async query(text, params) {
      if (isOver) throw new SqlError("the database is closed", "08006");
      try {
        return await queryPglite(pglite, text, params);
      } catch (error) {
        if (error instanceof SqlError) throw error;
        isOver = true;
        end(error instanceof Error ? error : new Error(String(error)));
        throw new SqlError(String(error), "08006");
      }
    },
    ended,
    close,
    kill: close,
  };
}

export async function launchInProcess(folder: string, { onFull }: EngineEvents): Promise<Engine> {
  if (!hasDatabase(folder)) await makeDatabase(folder, onFull);
  return engineOf(await openFolder(folder, onFull));
}
