import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import { type Database, DEADLINE_MS } from "#server/platform/store/database.ts";
import { type OpenOptions, openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { pause } from "#tests/support/http/form.ts";
import { type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const MEGABYTE = 1024 * 1024;
const PERSON = { broker: ZERODHA, externalId: "AB1234", name: "Asha", email: null } as const;

/** A thread of the sources takes seconds to load beside other tests. */
vi.setConfig({ testTimeout: 60_000 });

let prepared: PreparedFolder;
beforeAll(async () => {
  prepared = await prepareFolder();
});
afterAll(() => prepared.remove());

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function options(rest: Partial<OpenOptions> & { dataDir?: string } = {}): OpenOptions {
  const { dataDir = prepared.copy(), ...more } = rest;
  return {
    config: { databaseUrl: null, dataDir },
    log: createLog("silent"),
    threadEntry: STORE_THREAD,
    ...more,
  };
}

async function opened(rest: Partial<OpenOptions> & { dataDir?: string } = {}): Promise<Store> {
  const store = await openStore(options(rest));
  closing.push(() => store.close());
  return store;
}

async function openedDatabase(rest: Partial<OpenOptions> = {}): Promise<Database> {
  const database = await openDatabase(options(rest));
  closing.push(() => database.close());
  await waitUntilUp(database, 30_000);
  return database;
}

const signIn = (store: Store) => store.accounts.signIn(PERSON, 1);

describe("the embedded store", () => {
  it("is there at once, refuses with storage.unavailable until it is open, and then keeps what it was given", async () => {
    const dataDir = prepared.copy();
    const store = await opened({ dataDir });
    expect(store.obstacle()).toBe("Storage: it is being opened");
    await expect(signIn(store)).rejects.toMatchObject({
      code: "storage.unavailable",
      message: "Storage is not available: it is being opened. Try again shortly",
    });
    await store.opened();
    expect(store.obstacle()).toBe(null);
    const { account } = await signIn(store);
    await store.close();
    await expect(signIn(store)).rejects.toMatchObject({ code: "storage.unavailable" });

    const again = await opened({ dataDir });
    await again.opened();
    expect(await again.accounts.byId(account.id)).toEqual(account);
  });

  it("waits for what goes first", async () => {
    let go: () => void = () => {};
    const after = new Promise<void>((resolve) => {
      go = resolve;
    });
    const store = await opened({ after });
    await pause(300);
    expect(store.obstacle()).toBe("Storage: it is being opened");
    go();
    await store.opened();
    expect(store.obstacle()).toBe(null);
  });

  it("closes at once while it makes its database, and leaves nothing that looks like one", async () => {
    const dataDir = prepared.copy();
    rmSync(path.join(dataDir, "postgres"), { recursive: true });
    const store = await opened({ dataDir });
    await expect.poll(() => readdirSync(dataDir)).toContain("postgres.unfinished");
    const began = performance.now();
    await store.close();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(readdirSync(dataDir)).toEqual(["postgres.unfinished"]);
  });

  it("closes at once when what goes first never comes", async () => {
    const dataDir = prepared.copy();
    const store = await opened({ dataDir, after: new Promise(() => {}) });
    const began = performance.now();
    await store.close();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  it("writes to the disk with every commit", async () => {
    const database = await openedDatabase();
    const settings = await database.read(({ query }) =>
      query(
        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') order by name",
      ),
    );
    expect(settings).toEqual([
      ["fsync", "on"],
      ["synchronous_commit", "on"],
    ]);
  });

  it("gives up a statement that takes too long, opens itself again, and has lost nothing", async () => {
    const metrics = createMetrics();
    const database = await openedDatabase({ deadlineMs: 1_000, metrics });
    await database.write(({ query }) => query("create table kept (id integer)"), { deadlineMs: DEADLINE_MS });
    await database.write(({ query }) => query("insert into kept values (1)"));
    const began = performance.now();
    const stuck = database.read(({ query }) =>
      query("select count(*) from generate_series(1, 100000000000)"),
    );
    const waiting = database.read(({ query }) => query("select 1"));
    const late = { code: "storage.unavailable" };
    await Promise.all([
      expect(stuck).rejects.toMatchObject(late),
      expect(waiting).rejects.toMatchObject(late),
    ]);
    expect(performance.now() - began).toBeLessThan(5_000);
    await waitUntilUp(database, 30_000);
    expect(
      await database.read(({ query }) => query("select id from kept"), { deadlineMs: DEADLINE_MS }),
    ).toEqual([[1]]);
    const text = await metrics.text();
    expect(text).toMatch(/^strikewise_store_restarts_total 1$/m);
    expect(text).toMatch(/^strikewise_store_failures_total\{reason="unavailable"\} 2$/m);
    expect(text).toMatch(/^strikewise_store_up 1$/m);
  });

  it("rolls back what a caller leaves unfinished, and serves the next one", async () => {
    const database = await openedDatabase({ deadlineMs: 1_000 });
    await database.write(({ query }) => query("create table kept (id integer)"), { deadlineMs: DEADLINE_MS });
    const dawdling = database.transaction(async ({ query }) => {
      await query("insert into kept values (1)");
      await pause(1_500);
      await query("insert into kept values (2)");
    });
    await expect(dawdling).rejects.toMatchObject({ code: "storage.unavailable" });
    expect(await database.read(({ query }) => query("select count(*)::int from kept"))).toEqual([[0]]);
  });
});

describe("a full disk", () => {
  it("lets people read, refuses to write with storage.full, and recovers by itself", async () => {
    let free = 1_000 * MEGABYTE;
    const store = await opened({ readFreeBytes: async () => free });
    await store.opened();
    const { account } = await signIn(store);
    free = 10 * MEGABYTE;
    await expect.poll(() => store.obstacle()).toBe("The server's disk is full");
    await expect(signIn(store)).rejects.toMatchObject({ code: "storage.full" });
    expect(await store.accounts.byId(account.id)).toEqual(account);
    free = 80 * MEGABYTE;
    await pause(1_200);
    expect(store.obstacle()).not.toBe(null);
    free = 100 * MEGABYTE;
    await expect.poll(() => store.obstacle()).toBe(null);
    expect((await signIn(store)).isFirst).toBe(false);
  });
});
