import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { AppError } from "#domain/errors.ts";
import type { Log } from "../../lib/log.ts";
import type { Database } from "../database.ts";
import { backUp } from "./backup.ts";

/*
 * A running server has its embedded database to itself, so it makes the backup that `npm run db -- backup` asks for: the
 * command leaves a request in the data folder, the server an answer. Whoever may write there may read the database anyway.
 */

const LOOK_MS = 500;
/** A server that has not taken a request by then does not look. */
const TAKE_MS = 10_000;
const ANSWER_MS = 3_600_000;

const Request = Type.Object({
  id: Type.String({ pattern: "^[0-9a-f-]{36}$" }),
  file: Type.String({ minLength: 1 }),
  isForced: Type.Boolean(),
});
const Answer = Type.Union([
  Type.Object({ rows: Type.Integer() }),
  Type.Object({ refused: Type.String(), message: Type.String() }),
]);

const requestFile = (dataDir: string) => path.join(dataDir, "backup.request");
const answerFile = (dataDir: string, id: string) => path.join(dataDir, `backup.answer-${id}`);

/** Nobody reads half a file. */
function writeWhole(file: string, value: Static<typeof Request> | Static<typeof Answer>): void {
  writeFileSync(`${file}.unfinished`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
}

function readParsed<T extends typeof Request | typeof Answer>(schema: T, file: string): Static<T> | null {
  try {
    return Value.Parse(schema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

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
  let isBusy = false;
  async function look(): Promise<void> {
    const file = requestFile(dataDir);
    if (isBusy || !existsSync(file)) return;
    isBusy = true;
    const request = readParsed(Request, file);
    rmSync(file, { force: true });
    if (request !== null) {
      const answer = await backUp(database, tables, request.file, { isForced: request.isForced }).then(
        (rows) => ({ rows }),
        (error: unknown) => {
          log.error({ err: error, file: request.file }, "store: the backup failed");
          const isKnown = error instanceof AppError;
          return { refused: isKnown ? error.code : "server.internal", message: (error as Error).message };
        },
      );
      if ("rows" in answer) log.info({ file: request.file, ...answer }, "store: backed up");
      writeWhole(answerFile(dataDir, request.id), answer);
    }
    isBusy = false;
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Has the server that holds the data folder make a backup.
 * @returns how many rows it has
 * @throws AppError with what the server had to say, or storage.unavailable when it says nothing
 */
export async function requestBackup(
  dataDir: string,
  file: string,
  { isForced, takeMs = TAKE_MS }: { isForced: boolean; takeMs?: number },
): Promise<number> {
  const id = randomUUID();
  writeWhole(requestFile(dataDir), { id, file: path.resolve(file), isForced });
  const began = performance.now();
  const answered = answerFile(dataDir, id);
  while (!existsSync(answered)) {
    const waited = performance.now() - began;
    const isLeft = existsSync(requestFile(dataDir));
    if ((isLeft && waited > takeMs) || waited > ANSWER_MS) {
      rmSync(requestFile(dataDir), { force: true });
      const text = "The server that has the database open makes no backup: end it first, or look at its log";
      throw new AppError("storage.unavailable", text);
    }
    await pause(50);
  }
  const answer = readParsed(Answer, answered);
  rmSync(answered, { force: true });
  if (answer !== null && "rows" in answer) return answer.rows;
  throw new AppError("storage.unavailable", answer?.message ?? "The server's answer cannot be read");
}
