import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { AppError } from "#domain/errors.ts";
import type { Database, Query } from "./database.ts";

/** One step of the schema, in the order in which steps are taken. */
export interface Migration {
  /** `0000_accounts` */
  readonly name: string;
  readonly hash: string;
  readonly statements: readonly string[];
}

const Journal = Type.Object({
  entries: Type.Array(Type.Object({ idx: Type.Integer(), tag: Type.String() })),
});

/**
 * A number like any other: the key of the advisory lock that keeps two servers from migrating one database
 * at once.
 */
const LOCK_KEY = 7_218_640_913;
/** Filling a large table anew may take its time; two servers that start together wait for one another. */
const MIGRATION_DEADLINE_MS = 600_000;
const BREAKPOINT = "--> statement-breakpoint";

/** Beside the bundle (dist/server); in a source tree beside this module. */
function defaultFolder(): string {
  return path.join(path.dirname(fileURLToPath(import.meta.url)), "migrations");
}

/** The steps that this version knows, out of the files that drizzle-kit wrote. */
export function readMigrations(folder = defaultFolder()): readonly Migration[] {
  const file = path.join(folder, "meta", "_journal.json");
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build`);
  const journal: Static<typeof Journal> = Value.Parse(Journal, JSON.parse(readFileSync(file, "utf8")));
  return journal.entries
    .toSorted((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      const text = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
      const statements = text.split(BREAKPOINT).map((statement) => statement.trim());
      return { name: tag, hash: createHash("sha256").update(text).digest("hex"), statements };
    });
}

const CREATE_LEDGER = `create table if not exists strikewise_migrations (
  number integer primary key,
  name text not null,
  hash text not null,
  applied_at bigint not null
)`;

function otherSchema(text: string, applied: number, known: number): AppError {
  return new AppError("storage.schema", text, { applied, known });
}

/**
 * How many of the steps a database has taken.
 * @throws AppError storage.schema when it has taken steps that are unknown here, or others under the same number
 */
export async function appliedSteps(query: Query, migrations: readonly Migration[]): Promise<number> {
  const [ledger] = await query("select to_regclass('strikewise_migrations') is not null");
  if (ledger?.[0] !== true) return 0;
  const rows = await query("select name, hash from strikewise_migrations order by number");
  if (rows.length > migrations.length) {
    const text =
      `The database was written by a newer version (step ${String(rows.at(-1)?.[0])}, this version knows ${migrations.length}` +
      " of them): run that version, or restore a backup of this one";
    throw otherSchema(text, rows.length, migrations.length);
  }
  for (const [i, [name, hash]] of rows.entries()) {
    const known = migrations[i];
    if (known?.name === name && known?.hash === hash) continue;
    const text = `Step ${i} of the database (${String(name)}) is not that of this version (${known?.name}): it belongs to another build`;
    throw otherSchema(text, rows.length, migrations.length);
  }
  return rows.length;
}

/** @throws AppError storage.schema of a database that has not taken every step of this version */
export async function mustBeCurrent(database: Database): Promise<void> {
  const known = readMigrations();
  const applied = await database.read(({ query }) => appliedSteps(query, known));
  if (applied === known.length) return;
  const text = "The database is of an older version: bring it up to date with npm run db -- migrate";
  throw otherSchema(text, applied, known.length);
}

/** Takes one step, and remembers that it was taken, inside a transaction of the caller. */
export async function applyStep(
  query: Query,
  migration: Migration,
  number: number,
  at: number,
): Promise<void> {
  for (const statement of migration.statements) await query(statement);
  await query("insert into strikewise_migrations (number, name, hash, applied_at) values ($1, $2, $3, $4)", [
    number,
    migration.name,
    migration.hash,
    at,
  ]);
}

/** Waits until no other process changes the schema; the end of the transaction lets the next one in. */
export async function lockSchema(query: Query): Promise<void> {
  await query(`set local statement_timeout = 0`);
  await query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await query(CREATE_LEDGER);
}

/**
 * Brings a database to the schema of this version, a transaction a step: ended in the middle, the next call goes on from
 * the last whole step.
 * @returns the names of the steps that were taken now
 * @throws AppError storage.schema of a database that is newer, or not ours; storage.unavailable
 */
export async function migrate(
  database: Database,
  {
    migrations = readMigrations(),
    now = Date.now,
  }: { migrations?: readonly Migration[]; now?: () => number } = {},
): Promise<readonly string[]> {
  const taken: string[] = [];
  // Every server asks at its start, and there is mostly nothing to do: look before locking.
  let applied = await database.read(({ query }) => appliedSteps(query, migrations));
  while (applied < migrations.length) {
    const name = await database.transaction(
      async ({ query }) => {
        await lockSchema(query);
        applied = await appliedSteps(query, migrations);
        const next = migrations[applied];
        if (next === undefined) return null;
        await applyStep(query, next, applied, now());
        return next.name;
      },
      { deadlineMs: MIGRATION_DEADLINE_MS },
    );
    if (name === null) break;
    taken.push(name);
    applied++;
  }
  return taken;
}
