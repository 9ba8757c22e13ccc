import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "#domain/errors.ts";
import type { Database, Query, Row } from "../database.ts";
import { syncFile } from "../embedded/folder.ts";
import { appliedSteps, type Migration, readMigrations } from "../migrate.ts";
import { createBackupWriter } from "./backup-format.ts";
import { quoted, readTables, type Table } from "./catalogue.ts";

/** A day: what an operator waits for is ended by the operator. */
export const TRANSFER_MS = 24 * 3_600_000;
/** Rows in memory at a time. */
const CHUNK_ROWS = 500;

/** Rows by primary key, text compared by its bytes, so that no locale of a database changes the order. */
async function* rowsOf(query: Query, { name, columns, key }: Table): AsyncGenerator<Row> {
  const isText = (column: string) => columns.find((each) => each.name === column)?.type === "text";
  const order = key.map((column) => `${quoted(column)}${isText(column) ? ' collate "C"' : ""}`).join(", ");
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
  const select = `select ${values} from ${quoted(name)}${order === "" ? "" : ` order by ${order}`}`;
  await query(`declare backup no scroll cursor for ${select}`);
  for (;;) {
    const rows = await query(`fetch ${CHUNK_ROWS} from backup`);
    yield* rows;
    if (rows.length < CHUNK_ROWS) break;
  }
  await query("close backup");
}

/** Every line of a backup, out of one snapshot of the database. */
async function* linesOf(
  query: Query,
  names: readonly string[],
  migrations: readonly Migration[],
  at: number,
): AsyncGenerator<string> {
  const { line, end } = createBackupWriter();
  const steps = migrations.slice(0, await appliedSteps(query, migrations));
  yield line({
    strikewise: "backup",
    version: 1,
    at,
    steps: steps.map(({ name, hash }) => ({ name, hash })),
  });
  const tables = await readTables(query, names);
  let count = 0;
  for (const table of tables) {
    const { name, columns } = table;
    yield line({
      table: name,
      columns: columns.map((each) => each.name),
      types: columns.map(({ type }) => type),
    });
    for await (const row of rowsOf(query, table)) {
      count++;
      yield line(row.map((value) => (value === null ? null : String(value))));
    }
  }
  for (const { name, columns } of tables) {
    for (const { name: column, sequence } of columns) {
      if (sequence === null) continue;
      const [state] = await query(`select last_value::text, is_called from ${sequence}`);
      yield line({ table: name, column, last: String(state?.[0]), called: state?.[1] === true });
    }
  }
  yield end(count);
}

/** Runs on one unmoving picture of the database, whatever others write meanwhile. */
function onSnapshot<T>(database: Database, work: (query: Query) => Promise<T>): Promise<T> {
  return database.read(
    async ({ query }) => {
      await query("begin isolation level repeatable read read only");
      try {
        await query("set local statement_timeout = 0");
        await query("set local idle_in_transaction_session_timeout = 0");
        await query("set local bytea_output = 'hex'");
        return await work(query);
      } finally {
        await query("rollback");
      }
    },
    { deadlineMs: TRANSFER_MS },
  );
}

interface BackupOptions {
  readonly migrations?: readonly Migration[];
  readonly now?: () => number;
  /** an existing file of that name is replaced */
  readonly isForced?: boolean;
}

/**
 * Writes every row to a file, gzipped when its name ends in .gz. Until it is whole and on the disk the file has another name.
 * @param tables names of those that it holds
 * @returns how many rows it has
 * @throws AppError request.invalid when the file exists; storage.schema of a database that is not of this version
 */
export async function backUp(
  database: Database,
  tables: readonly string[],
  file: string,
  { migrations = readMigrations(), now = Date.now, isForced = false }: BackupOptions = {},
): Promise<number> {
  if (existsSync(file) && !isForced) {
    throw new AppError("request.invalid", `${file} exists: choose another name, or replace it with --force`);
  }
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const unfinished = `${file}.unfinished`;
  try {
    let rows = 0;
    await onSnapshot(database, async (query) => {
      async function* counted(): AsyncGenerator<string> {
        for await (const line of linesOf(query, tables, migrations, now())) {
          if (line.startsWith("[")) rows++;
          yield line;
        }
      }
      const out = createWriteStream(unfinished, { mode: 0o600 });
      const source = Readable.from(counted());
      if (file.endsWith(".gz")) await pipeline(source, createGzip(), out);
      else await pipeline(source, out);
    });
    syncFile(unfinished);
    renameSync(unfinished, file);
    syncFile(path.dirname(path.resolve(file)));
    return rows;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
