/** Stores for tests: the product's own, over a database in memory. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLog } from "#server/platform/lib/log.ts";
import { createDatabase, type Database } from "#server/platform/store/database.ts";
import { superviseEngine } from "#server/platform/store/embedded/backend.ts";
import { engineOf } from "#server/platform/store/embedded/in-process.ts";
import { unpackTemplate } from "#server/platform/store/embedded/template.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { refuseNested } from "#server/platform/store/nesting.ts";
import { createStoreFigures } from "#server/platform/store/store-metrics.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";
import { KEPT_TEMPLATE } from "../../../scripts/store-template.ts";
import { openImage } from "./image.ts";

let shared: Promise<Database> | null = null;

/** One for the whole test file: opening a database takes a second, emptying it a few milliseconds. */
export async function openSharedDatabase(): Promise<Database> {
  const stats = createStoreFigures();
  const launch = async () => engineOf(await openImage());
  const backend = superviseEngine({ launch, folder: null, log: createLog("silent"), stats });
  const database = createDatabase(backend, stats, { deadlineMs: 15_000 });
  await database.up();
  await migrate(database);
  return database;
}

/**
 * Rows are deleted where there are any, whatever references or guards them: to truncate writes new files for every table and
 * index, which takes a Postgres server a third of a second and an embedded database more work than this.
 */
const EMPTY_TABLES = `do $$
declare name text;
begin
  set local session_replication_role = replica;
  for name in select oid::regclass from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'strikewise_migrations'
  loop
    -- Who still writes is waited for.
    execute 'lock table ' || name || ' in exclusive mode';
    if pg_relation_size(name::regclass) > 0 then execute 'delete from ' || name; end if;
  end loop;
  for name in select format('%I', sequencename) from pg_sequences where schemaname = 'public' and last_value is not null
  loop execute 'alter sequence ' || name || ' restart'; end loop;
end $$`;

export async function emptyTables(database: Database): Promise<void> {
  await database.transaction(({ query }) => query(EMPTY_TABLES));
}

/**
 * A store without a row in it. All of a test file share one database, so a new one empties the one before; closing it leaves
 * the database to the next.
 */
export async function freshStore(): Promise<Store> {
  shared ??= openSharedDatabase();
  const database = await shared;
  await emptyTables(database);
  return { ...createStore(refuseNested(database)), close: async () => {} };
}

export interface PreparedFolder {
  /** A data folder with an empty database in it. */
  copy(): string;
  remove(): void;
}

/** Unpacks an empty database once and hands out copies. */
export async function prepareFolder(): Promise<PreparedFolder> {
  const root = mkdtempSync(path.join(tmpdir(), "store-"));
  const folder = path.join(root, "template", "postgres");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!unpackTemplate(KEPT_TEMPLATE, folder)) throw new Error(`${KEPT_TEMPLATE} is of another PGlite`);
  let copies = 0;
  return {
    copy() {
      const copy = path.join(root, String(++copies));
      cpSync(path.join(root, "template"), copy, { recursive: true });
      return copy;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
