/** Backups as an operator makes them, and a restore of each that was cut off at any line. transfer.test.ts has the rules. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { backUp } from "#server/platform/store/transfer/backup.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "#tests/support/store/postgres.ts";
import {
  emptyTables,
  openSharedDatabase,
  type PreparedFolder,
  prepareFolder,
} from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";
import { contents, fill } from "#tests/support/store/stored-rows.ts";
import { dbCommands, expectRefused } from "#tests/support/store/transfers.ts";

vi.setConfig({ testTimeout: 120_000 });

const log = createLog("silent");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "transfer-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const linesOf = (file: string): string[] => {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").trimEnd().split("\n");
};

describe("a restore", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openSharedDatabase();
    await emptyTables(database);
  }, 60_000);
  afterAll(() => database.close());

  it("refuses what is cut off, changed, or something else, at every place, and leaves the database as it was", async () => {
    await fill(createStore(database), 2);
    await backUp(database, TABLE_NAMES, at("good"));
    const before = await contents(database);
    const good = readFileSync(at("good"), "utf8");
    const lines = good.trimEnd().split("\n");
    const spoiled = [
      ...lines.map((_, i) => lines.slice(0, i).join("\n")),
      good.slice(0, -10),
      good.replace("person", "Person").replace("Person 4", "Person 5").replace("example.com", "example.org"),
      lines.filter((_, i) => i !== 5).join("\n"),
      `${good}${lines[3]}\n`,
      '{"hello":1}\n',
      "",
      "\u001f\u008b garbage",
    ];
    await expectRefused(database, folder, spoiled);
    expect(await contents(database)).toEqual(before);
  });
});

async function inspect<T>(
  config: { dataDir: string; databaseUrl: string | null },
  look: (database: Database) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase({ config, log, threadEntry: STORE_THREAD });
  try {
    await opened.up();
    await migrate(opened);
    return await look(opened);
  } finally {
    await opened.close();
  }
}

describe.skipIf(!hasPostgres)("between PGlite and Postgres", () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  }, 60_000);
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    prepared.remove();
    for (const each of databases) await each.drop();
  });

  it("PGlite to a file to Postgres to a file to PGlite: the same rows, and the same lines", async () => {
    const [one, two] = [prepared.copy(), prepared.copy()];
    const postgres = await createTestDatabase();
    databases.push(postgres);
    const before = await inspect({ dataDir: one, databaseUrl: null }, async (opened) => {
      await fill(createStore(opened));
      return contents(opened);
    });
    await dbCommands(one).run("backup", at("pglite.gz"));
    await dbCommands(folder, postgres.url).run("restore", at("pglite.gz"));
    expect(await inspect({ dataDir: folder, databaseUrl: postgres.url }, contents)).toEqual(before);
    await dbCommands(folder, postgres.url).run("backup", at("postgres.jsonl"));
    await dbCommands(two).run("restore", at("postgres.jsonl"));
    expect(await inspect({ dataDir: two, databaseUrl: null }, contents)).toEqual(before);
    expect(linesOf(at("postgres.jsonl")).slice(1, -1)).toEqual(linesOf(at("pglite.gz")).slice(1, -1));
  });

  it("copies into a Postgres server, and not over what is there", async () => {
    const dataDir = prepared.copy();
    const postgres = await createTestDatabase();
    databases.push(postgres);
    const before = await inspect({ dataDir, databaseUrl: null }, async (opened) => {
      await fill(createStore(opened), 3);
      return contents(opened);
    });
    const { said, run } = dbCommands(dataDir);
    await run("copy-to", postgres.url);
    expect(await inspect({ dataDir: folder, databaseUrl: postgres.url }, contents)).toEqual(before);
    await expect(run("copy-to", postgres.url)).rejects.toMatchObject({ code: "request.invalid" });
    await run("copy-to", postgres.url, "--force");
    expect(said).toHaveLength(2);
    await expect(run("copy-to", "mysql://x")).rejects.toMatchObject({ code: "request.invalid" });
  });
});
