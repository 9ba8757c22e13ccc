/** Steps of the schema, each taken, taken back and taken again on a copy with rows in it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#server/platform/store/database.ts";
import { migrate, readMigrations } from "#server/platform/store/migrate.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { openSharedDatabase } from "#tests/support/store/store.ts";
import { contents, fill } from "#tests/support/store/stored-rows.ts";

/** The first two steps made the database; before them there is nothing to go back to. */
const FIRST = 2;
/** By step, what takes it back. An operator who must go back runs it, and the older version's ledger fits again. */
const BACK: Readonly<Record<string, readonly string[]>> = {
  "0002_jobs": ["drop table jobs"],
  // What was sealed is sealed anew, from the first row on, when the step is taken again.
  "0003_audit_seals": ["drop table audit_seals"],
  // Taken again, closes of brokers' markets count as recorded and all others as made up.
  "0004_closes_origin": ["alter table history_closes drop column origin"],
  "0005_settlements": ["drop table history_settlements"],
  "0006_builder_settings": ["drop table builder_settings"],
  "0007_kept_strategies": ["drop table strategy_links", "drop table kept_strategies"],
  // Taken again, links of before are listed without the names of their legs.
  "0008_link_summaries": ["alter table strategy_links drop column summary"],
  "0009_chain_settings": ["drop table chain_settings"],
  "0010_events": ["drop table market_events", "drop table ban_lists", "drop table event_imports"],
  "0011_daily_bars": ["drop table history_daily"],
  // Taken again, what was found is looked for anew in the candles that are still kept.
  "0012_candle_signals": ["drop table candle_signals", "drop table candle_scans"],
};

let database: Database;
beforeAll(async () => {
  database = await openSharedDatabase();
});
afterAll(() => database.close());

/** Tables, columns, indexes and constraints as Postgres writes them. */
async function schema(): Promise<string[]> {
  const sources = [
    `select table_name, column_name, data_type, is_nullable, column_default, identity_generation
     from information_schema.columns where table_schema = 'public'`,
    "select tablename, indexdef from pg_indexes where schemaname = 'public'",
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = 'public'::regnamespace`,
    "select sequencename, data_type::text, start_value from pg_sequences where schemaname = 'public'",
  ];
  const rows = await database.read(async ({ query }) => {
    const all: string[] = [];
    for (const source of sources) all.push(...(await query(source)).map((row) => row.join(" ")));
    return all;
  });
  return rows.sort();
}

const ledger = async (): Promise<number> => {
  const [row] = await database.read(({ query }) => query("select count(*)::int from strikewise_migrations"));
  return Number(row?.[0]);
};

it("every step has a way back, and forward again to the same schema; other tables keep their rows", async () => {
  const steps = readMigrations();
  const names = steps.slice(FIRST).map(({ name }) => name);
  expect(Object.keys(BACK)).toEqual(names);
  await fill(createStore(database), 3);
  const before = await contents(database);
  /** the schema after so many steps */
  const schemas = new Map([[steps.length, await schema()]]);
  for (const [i, name] of [...names.entries()].reverse()) {
    const number = FIRST + i;
    await database.transaction(async ({ query }) => {
      for (const statement of BACK[name] ?? []) await query(statement);
      await query("delete from strikewise_migrations where number = $1", [number]);
    });
    schemas.set(number, await schema());
    expect(schemas.get(number)).not.toEqual(schemas.get(number + 1));
  }
  expect(await ledger()).toBe(FIRST);
  for (let known = FIRST + 1; known <= steps.length; known++) {
    // As a version would that knows no more than these.
    expect(await migrate(database, { migrations: steps.slice(0, known) })).toEqual([steps[known - 1]?.name]);
    expect(await schema()).toEqual(schemas.get(known));
  }
  const after = await contents(database);
  const madeBySteps = [
    "jobs",
    "audit_seals",
    "history_settlements",
    "history_daily",
    "candle_signals",
    "candle_scans",
    "builder_settings",
    "chain_settings",
    "market_events",
    "ban_lists",
    "event_imports",
    "kept_strategies",
    "strategy_links",
  ];
  for (const [table, rows] of Object.entries(before)) {
    if (!madeBySteps.includes(table)) expect(after[table], table).toEqual(rows);
  }
  for (const table of madeBySteps) {
    expect(before[table], table).toHaveLength(3);
    expect(after[table], table).toEqual([]);
  }
});
