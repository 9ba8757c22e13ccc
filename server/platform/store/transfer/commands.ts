import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AppError } from "#domain/errors.ts";
import type { Log } from "../../lib/log.ts";
import type { Database } from "../database.ts";
import { migrate } from "../migrate.ts";
import { openDatabase, type StoreConfig, waitUntilUp } from "../open-database.ts";
import { describeDatabase } from "../postgres/database-address.ts";
import { backUp } from "./backup.ts";
import { requestBackup } from "./requests.ts";
import { restore } from "./restore.ts";

/** Making an embedded database takes seconds, on a slow disk many. */
const OPEN_MS = 60_000;

const USAGE = `usage:
  npm run db -- migrate                      bring the database to the schema of this version
  npm run db -- backup <file> [--force]      write every row to a file (gzipped when it ends in .gz)
  npm run db -- restore <file> [--force]     fill an empty database from a backup; --force replaces what is there
  npm run db -- copy-to <postgres-url> [--force]
                                             copy every row into a Postgres server
  npm run db -- jobs [state]                 list jobs; jobs retry <id>, jobs cancel <id>
  npm run db -- verify-audit                 look whether the audit log is as it was sealed
The database is that of DATABASE_URL, or the embedded one in DATA_DIR. A server that has the embedded one open makes the
backup itself; end it before a restore.`;

export interface CommandContext {
  readonly config: StoreConfig;
  /** names of the tables that are the product's */
  readonly tables: readonly string[];
  readonly log: Log;
  readonly say: (text: string) => void;
  /** the storage thread's module; by default the bundled one */
  readonly threadEntry?: URL;
}

export async function withDatabase<T>(
  { config, log, threadEntry }: CommandContext,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ config, log, ...(threadEntry === undefined ? {} : { threadEntry }) });
  try {
    await waitUntilUp(database, OPEN_MS);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Of a database that a server has open, that server makes the backup. */
async function makeBackup(context: CommandContext, file: string, isForced: boolean): Promise<number> {
  try {
    return await withDatabase(context, (database) => backUp(database, context.tables, file, { isForced }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "storage.locked") throw error;
    context.say(`${error.message.replace(/: end it.*$/, "")}; asking it for the backup`);
    return await requestBackup(context.config.dataDir, file, { isForced });
  }
}

function nameOf({ databaseUrl, dataDir }: StoreConfig): string {
  return databaseUrl === null ? `the embedded database in ${dataDir}` : (describeDatabase(databaseUrl) ?? "");
}

async function copyTo(context: CommandContext, url: string, isForced: boolean): Promise<void> {
  if (describeDatabase(url) === null) {
    throw new AppError("request.invalid", "copy-to wants postgres://user:password@host:5432/database");
  }
  const target: CommandContext = { ...context, config: { ...context.config, databaseUrl: url } };
  const folder = mkdtempSync(path.join(tmpdir(), "strikewise-"));
  try {
    // By way of a file: its end and checksum show that it was read whole before anything is committed over there.
    const file = path.join(folder, "copy.gz");
    await makeBackup(context, file, false);
    const rows = await withDatabase(target, (database) =>
      restore(database, context.tables, file, { isForced }),
    );
    context.say(`${rows} rows copied from ${nameOf(context.config)} to ${nameOf(target.config)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * One command of `npm run db`.
 * @returns the exit code: 0 done, 2 not understood
 * @throws AppError when it could not be done; nothing is half done then
 */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  const isForced = words.includes("--force");
  const [command, operand, ...rest] = words.filter((word) => word !== "--force");
  const { say, config } = context;
  const wants = command === "migrate" ? 0 : 1;
  const isKnown = ["migrate", "backup", "restore", "copy-to"].includes(command ?? "");
  if (!isKnown || rest.length > 0 || (operand === undefined) !== (wants === 0)) {
    say(USAGE);
    return 2;
  }
  if (operand === undefined) {
    const steps = await withDatabase(context, (database) => migrate(database));
    const what = steps.length === 0 ? "is up to date" : `was brought up to date: ${steps.join(", ")}`;
    say(`${nameOf(config)} ${what}`);
  } else if (command === "backup") {
    const rows = await makeBackup(context, operand, isForced);
    say(`${rows} rows of ${nameOf(config)} written to ${operand}`);
  } else if (command === "restore") {
    const rows = await withDatabase(context, (database) =>
      restore(database, context.tables, operand, { isForced }),
    );
    say(`${rows} rows restored from ${operand} to ${nameOf(config)}`);
  } else await copyTo(context, operand, isForced);
  return 0;
}
