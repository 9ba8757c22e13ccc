import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { AppError } from "#domain/errors.ts";
import { linesIn } from "../../lib/lines.ts";
import type { Database, Query } from "../database.ts";
import { appliedSteps, applyStep, lockSchema, type Migration, readMigrations } from "../migrate.ts";
import { TRANSFER_MS } from "./backup.ts";
import { type Heading, readBackup, type Values } from "./backup-format.ts";
import { LEDGER, quoted, readTables } from "./catalogue.ts";

/** Rows in one statement; Postgres takes 65,535 values. */
const CHUNK_ROWS = 200;

async function isGzipped(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/** Lines of a plain or gzipped file. @throws AppError request.invalid when it cannot be read */
async function* linesOf(file: string): AsyncGenerator<string> {
  let source: ReadStream | null = null;
  try {
    const isPacked = await isGzipped(file);
    source = createReadStream(file);
    if (isPacked) {
      const unpacked = createGunzip();
      // A pipe passes data on, not errors.
      source.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
      yield* linesIn(unpacked);
    } else yield* linesIn(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "request.invalid",
      `${file} cannot be read: ${why}. Nothing was changed`,
      {},
      { cause },
    );
  } finally {
    source?.destroy();
  }
}

async function countRows(query: Query, names: readonly string[]): Promise<number> {
  let count = 0;
  for (const { name } of await readTables(query, names)) {
    const [row] = await query(`select count(*)::int from ${quoted(name)}`);
    count += Number(row?.[0]);
  }
  return count;
}

/**
 * Tables that have our names and not our history belong to another program.
 * @throws AppError storage.schema
 */
async function refuseStrangers(query: Query, names: readonly string[]): Promise<void> {
  const [stranger] = await readTables(query, names);
  if (stranger === undefined) return;
  const text = `The database has a table "${stranger.name}" that is not this product's: choose a database of its own`;
  throw new AppError("storage.schema", text);
}

/** Collects rows of a table and inserts them by the hundred. */
function createLoader(query: Query) {
  let heading: Heading | null = null;
  let waiting: Values[] = [];

  async function flush(): Promise<void> {
    if (heading === null || waiting.length === 0) return;
    const { table, columns, types } = heading;
    const places = waiting.map(
      (_, row) => `(${types.map((type, i) => `$${row * types.length + i + 1}::text::${type}`).join(", ")})`,
    );
    const into = `${quoted(table)} (${columns.map(quoted).join(", ")})`;
    await query(`insert into ${into} overriding system value values ${places.join(", ")}`, waiting.flat());
    waiting = [];
  }

  return {
    flush,
    async heading(next: Heading): Promise<void> {
      await flush();
      heading = next;
    },
    async row(values: Values): Promise<void> {
      waiting.push(values);
      if (waiting.length >= CHUNK_ROWS) await flush();
    },
  };
}

/** Leaves nothing of the product's but an empty ledger. */
async function clear(query: Query, names: readonly string[]): Promise<void> {
  for (const name of names) await query(`drop table if exists ${quoted(name)} cascade`);
  await query(`delete from ${LEDGER}`);
}

interface RestoreOptions {
  readonly migrations?: readonly Migration[];
  readonly now?: () => number;
  /** what the database holds is replaced */
  readonly isForced?: boolean;
}

/**
 * Fills a database from a backup, also of an older version, and brings it to the schema of this one: all of it in one
 * transaction, so that an interruption leaves the database as it was.
 * @param tables names of those that a backup holds
 * @returns how many rows it has now
 * @throws AppError request.invalid when the file is not whole, or the database is not empty and nothing forces it;
 * storage.schema when the backup or the database is of a newer version
 */
export function restore(
  database: Database,
  tables: readonly string[],
  file: string,
  { migrations = readMigrations(), now = Date.now, isForced = false }: RestoreOptions = {},
): Promise<number> {
  return database.transaction(
    async ({ query }) => {
      await lockSchema(query);
      await query("set local idle_in_transaction_session_timeout = 0");
      const isOurs = (await appliedSteps(query, migrations)) > 0;
      if (!isOurs) await refuseStrangers(query, tables);
      const rowsThere = await countRows(query, tables);
      if (rowsThere > 0 && !isForced) {
        const text = `The database holds ${rowsThere} rows: restore into an empty one, or replace them with --force`;
        throw new AppError("request.invalid", text, { rows: rowsThere });
      }
      await clear(query, tables);
      const loader = createLoader(query);
      let taken = 0;
      const rows = await readBackup(linesOf(file), {
        async head({ steps }) {
          for (const [i, { name, hash }] of steps.entries()) {
            const step = migrations[i];
            if (step?.name !== name || step.hash !== hash) {
              const text = `The backup is of another version (its step ${name} is not one of this version): restore it with that one`;
              throw new AppError("storage.schema", text);
            }
            await applyStep(query, step, i, now());
          }
          taken = steps.length;
        },
        heading: (heading) => loader.heading(heading),
        row: (values) => loader.row(values),
        async sequence({ table, column, last, called }) {
          await loader.flush();
          await query(
            "select setval(pg_get_serial_sequence($1::text, $2::text)::regclass, $3::text::bigint, $4)",
            [table, column, last, called],
          );
        },
      });
      await loader.flush();
      for (const [i, step] of migrations.entries()) {
        if (i >= taken) await applyStep(query, step, i, now());
      }
      return rows;
    },
    { deadlineMs: TRANSFER_MS },
  );
}
