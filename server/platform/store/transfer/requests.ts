import path from "node:path";
import { Type } from "typebox";
import type { Log } from "../../lib/log.ts";
import type { Database } from "../database.ts";
import { backUp } from "./backup.ts";
import { answerRequests, askServer } from "./mailbox.ts";

const BACKUPS = {
  name: "backup",
  request: Type.Object({ file: Type.String({ minLength: 1 }), isForced: Type.Boolean() }),
  answer: Type.Object({ rows: Type.Integer() }),
};

/**
 * Makes the backups that are asked for in a data folder.
 * @param tables names of those that a backup holds
 * @returns what ends that
 */
export function answerBackups(
  dataDir: string,
  database: Database,
  tables: readonly string[],
  log: Log,
): () => void {
  return answerRequests(dataDir, BACKUPS, async ({ file, isForced }) => {
    try {
      const rows = await backUp(database, tables, file, { isForced });
      log.info({ file, rows }, "store: backed up");
      return { rows };
    } catch (error) {
      log.error({ err: error, file }, "store: the backup failed");
      throw error;
    }
  });
}

/**
 * Has the server that holds the data folder make a backup.
 * @returns how many rows it has
 * @throws AppError with what the server had to say, or storage.unavailable when it says nothing
 */
export async function requestBackup(
  dataDir: string,
  file: string,
  { isForced, takeMs }: { isForced: boolean; takeMs?: number },
): Promise<number> {
  const unanswered =
    "The server that has the database open makes no backup: end it first, or look at its log";
  const request = { file: path.resolve(file), isForced };
  return (await askServer(dataDir, BACKUPS, request, { unanswered, takeMs })).rows;
}
