import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { migrate, readMigrations } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { backUp } from "#server/platform/store/transfer/backup.ts";
import { requestBackup } from "#server/platform/store/transfer/requests.ts";
import { restore } from "#server/platform/store/transfer/restore.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";
import {
  emptyTables,
  openSharedDatabase,
  type PreparedFolder,
  prepareFolder,
} from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";
import { contents, fill } from "#tests/support/store/stored-rows.ts";
import { dbCommands, expectRefused } from "#tests/support/store/transfers.ts";

vi.setConfig({ testTimeout: 60_000 });

const log = createLog("silent");
let folder: string;
let database: Database;
beforeAll(async () => {
  database = await openSharedDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "transfer-"));
  await emptyTables(database);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const linesOf = (file: string): string[] => {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").trimEnd().split("\n");
};

describe("a backup", () => {
  it("brings every row back as it was, sequences too", async () => {
    const rows = await fill(createStore(database), 6);
    const before = await contents(database);
    expect(await backUp(database, TABLE_NAMES, at("all.jsonl"))).toBe(rows);
    await emptyTables(database);
    expect(await restore(database, TABLE_NAMES, at("all.jsonl"))).toBe(rows);
    expect(await contents(database)).toEqual(before);
    const { account } = await createStore(database).accounts.signIn(
      { broker: 2, externalId: "new", name: "", email: null },
      1,
    );
    expect(account.number).toBe(7);
  });

  it("of nothing restores nothing, and sequences begin where they would", async () => {
    expect(await backUp(database, TABLE_NAMES, at("none.gz"))).toBe(0);
    expect(await restore(database, TABLE_NAMES, at("none.gz"))).toBe(0);
    const store = createStore(database);
    const person = { broker: 1, externalId: "a", name: "", email: null } as const;
    expect((await store.accounts.signIn(person, 1)).account.number).toBe(1);
  });

  it("is readable by its owner alone and has its name only when it is whole", async () => {
    await fill(createStore(database), 3);
    await backUp(database, TABLE_NAMES, at("all.gz"));
    expect(statSync(at("all.gz")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["all.gz"]);
    const failing = { ...database, read: () => Promise.reject(new Error("away")) };
    await expect(backUp(failing, TABLE_NAMES, at("other.gz"))).rejects.toThrow("away");
    expect(readdirSync(folder)).toEqual(["all.gz"]);
  });

  it("replaces no file unless it is forced to", async () => {
    writeFileSync(at("all.gz"), "precious");
    await expect(backUp(database, TABLE_NAMES, at("all.gz"))).rejects.toMatchObject({
      code: "request.invalid",
    });
    expect(readFileSync(at("all.gz"), "utf8")).toBe("precious");
    await backUp(database, TABLE_NAMES, at("all.gz"), { isForced: true });
    expect(linesOf(at("all.gz")).length).toBeGreaterThan(1);
  });

  it("is one moment of the database, whatever is written meanwhile", async () => {
    const store = createStore(database);
    const rows = await fill(store, 5);
    const [written] = await Promise.all([backUp(database, TABLE_NAMES, at("all.gz")), fill(store, 3, 5)]);
    expect(written).toBe(rows);
    expect(await restore(database, TABLE_NAMES, at("all.gz"), { isForced: true })).toBe(rows);
  });
});

describe("a restore", () => {
  it("refuses a database with rows in it, and replaces them only when forced", async () => {
    const store = createStore(database);
    await fill(store, 2);
    await backUp(database, TABLE_NAMES, at("two.gz"));
    const two = await contents(database);
    await fill(store, 3, 2);
    const five = await contents(database);
    await expect(restore(database, TABLE_NAMES, at("two.gz"))).rejects.toMatchObject({
      code: "request.invalid",
      message: expect.stringContaining("--force"),
    });
    expect(await contents(database)).toEqual(five);
    await restore(database, TABLE_NAMES, at("two.gz"), { isForced: true });
    expect(await contents(database)).toEqual(two);
  });

  it("refuses what is cut off, changed, or something else, and leaves the database as it was", async () => {
    await fill(createStore(database), 2);
    await backUp(database, TABLE_NAMES, at("good"));
    const before = await contents(database);
    const good = readFileSync(at("good"), "utf8");
    const lines = good.trimEnd().split("\n");
    const ofKind = (words: string) => lines.findIndex((line) => line.includes(words));
    // Before and behind the first rows, where sequences begin, and before the end: backup-format.test.ts has every place.
    const cuts = [0, 1, 2, 3, ofKind('"called"'), lines.length - 1];
    const spoiled = [
      ...cuts.map((i) => lines.slice(0, i).join("\n")),
      good.replace("example.com", "example.org"),
      `${good}${lines[3]}\n`,
      "\u001f\u008b garbage",
    ];
    await expectRefused(database, folder, spoiled);
    expect(await contents(database)).toEqual(before);
  });

  it("leaves tables of other programs alone, forced or not", async () => {
    await backUp(database, TABLE_NAMES, at("none.gz"));
    await database.write(({ query }) => query("delete from strikewise_migrations"));
    try {
      for (const isForced of [false, true]) {
        await expect(restore(database, TABLE_NAMES, at("none.gz"), { isForced })).rejects.toMatchObject({
          code: "storage.schema",
        });
      }
    } finally {
      for (const [i, { name, hash }] of readMigrations().entries()) {
        await database.write(({ query }) =>
          query("insert into strikewise_migrations values ($1, $2, $3, 0)", [i, name, hash]),
        );
      }
    }
  });

  it("refuses a gzipped file that is cut off", async () => {
    await fill(createStore(database), 5);
    await backUp(database, TABLE_NAMES, at("good.gz"));
    const good = readFileSync(at("good.gz"));
    writeFileSync(at("bad.gz"), good.subarray(0, good.length - 200));
    await expect(restore(database, TABLE_NAMES, at("bad.gz"), { isForced: true })).rejects.toMatchObject({
      code: "request.invalid",
    });
  });

  it("takes a backup of an older version through the steps since, and refuses one of a newer", async () => {
    await fill(createStore(database), 2);
    await backUp(database, TABLE_NAMES, at("old.gz"));
    const step = {
      name: "9999_more",
      hash: "h",
      statements: ["alter table accounts add column more text not null default 'x'"],
    };
    const migrations = [...readMigrations(), step];
    await restore(database, TABLE_NAMES, at("old.gz"), { isForced: true, migrations });
    const more = await database.read(({ query }) => query("select distinct more from accounts"));
    expect(more).toEqual([["x"]]);
    await backUp(database, TABLE_NAMES, at("new.gz"), { migrations });
    await expect(restore(database, TABLE_NAMES, at("new.gz"), { isForced: true })).rejects.toMatchObject({
      code: "storage.schema",
    });
    await restore(database, TABLE_NAMES, at("old.gz"), { isForced: true, migrations });
    await database.transaction(async ({ query }) => {
      await query("alter table accounts drop column more");
      await query("delete from strikewise_migrations where name = '9999_more'");
    });
  });
});

describe("npm run db", () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  });
  afterAll(() => prepared.remove());

  it("brings a schema up to date, and says when it is", async () => {
    const { said, run } = dbCommands(prepared.copy());
    expect(await run("migrate")).toBe(0);
    expect(await run("migrate")).toBe(0);
    expect(said[0]).toMatch(/was brought up to date: 0000_accounts/);
    expect(said[1]).toMatch(/is up to date$/);
  });

  it("says how it is used when it is not understood", async () => {
    const { said, run } = dbCommands(folder);
    for (const words of [[], ["drop"], ["backup"], ["migrate", "x"], ["restore", "a", "b"]]) {
      expect(await run(...words), words.join(" ")).toBe(2);
    }
    expect(said.every((text) => text.startsWith("usage:"))).toBe(true);
    expect(existsSync(at("postgres"))).toBe(false);
  });

  describe("while a server has the embedded database open", () => {
    async function withServer(dataDir: string, work: (rows: number) => Promise<void>): Promise<void> {
      const store = await openStore({
        config: { dataDir, databaseUrl: null },
        log,
        threadEntry: STORE_THREAD,
      });
      try {
        await store.opened();
        await work(await fill(store, 4));
      } finally {
        await store.close();
      }
    }

    it("has the server make the backup, and leaves nothing else behind", async () => {
      const dataDir = prepared.copy();
      const { said, run } = dbCommands(dataDir);
      await withServer(dataDir, async (rows) => {
        expect(await run("backup", at("live.gz"))).toBe(0);
        expect(said[0]).toMatch(
          /^DATA_DIR=.* is in use by process \d+ since 20\d\d-[\d-]+T[\d:.]+Z; asking it for the backup$/,
        );
        expect(said[1]).toMatch(new RegExp(`^${rows} rows of `));
        await expect(run("backup", at("live.gz"))).rejects.toThrow("--force");
        expect(await run("backup", at("live.gz"), "--force")).toBe(0);
        expect(readdirSync(dataDir).sort()).toEqual(["postgres", "storage.lock"]);
        await emptyTables(database);
        expect(await restore(database, TABLE_NAMES, at("live.gz"))).toBe(rows);
      });
    });

    it("refuses a restore, and names the server", async () => {
      const dataDir = prepared.copy();
      await withServer(dataDir, async () => {
        await backUp(database, TABLE_NAMES, at("x.gz"));
        await expect(dbCommands(dataDir).run("restore", at("x.gz"), "--force")).rejects.toMatchObject({
          code: "storage.locked",
          details: { pid: process.pid },
        });
      });
    });

    it("is told when no server answers", async () => {
      const asked = requestBackup(folder, at("x.gz"), { isForced: false, takeMs: 200 });
      await expect(asked).rejects.toMatchObject({ code: "storage.unavailable" });
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});

describe.skipIf(!hasPostgres)("with Postgres", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** An empty Postgres database with the product's schema. */
  async function postgres(): Promise<{ url: string; opened: Database }> {
    const { url, drop } = await createTestDatabase();
    const opened = await openDatabase({ config: { dataDir: folder, databaseUrl: url }, log });
    closing.push(drop, () => opened.close());
    await opened.up();
    await migrate(opened);
    return { url, opened };
  }

  it("PGlite to a file to Postgres to a file to PGlite: the same rows, and the same lines", async () => {
    const { opened } = await postgres();
    await fill(createStore(database), 6);
    const before = await contents(database);
    await backUp(database, TABLE_NAMES, at("pglite.gz"));
    await restore(opened, TABLE_NAMES, at("pglite.gz"));
    expect(await contents(opened)).toEqual(before);
    await backUp(opened, TABLE_NAMES, at("postgres.jsonl"));
    await emptyTables(database);
    await restore(database, TABLE_NAMES, at("postgres.jsonl"));
    expect(await contents(database)).toEqual(before);
    expect(linesOf(at("postgres.jsonl")).slice(1, -1)).toEqual(linesOf(at("pglite.gz")).slice(1, -1));
  });

  it("npm run db -- copy-to copies into another server, and not over what is there", async () => {
    const [source, target] = [await postgres(), await postgres()];
    await fill(createStore(source.opened), 3);
    const { said, run } = dbCommands(folder, source.url);
    expect(await run("copy-to", target.url)).toBe(0);
    expect(await contents(target.opened)).toEqual(await contents(source.opened));
    await expect(run("copy-to", target.url)).rejects.toMatchObject({ code: "request.invalid" });
    await run("copy-to", target.url, "--force");
    expect(said).toHaveLength(2);
    await expect(run("copy-to", "mysql://x")).rejects.toMatchObject({ code: "request.invalid" });
  });
});
