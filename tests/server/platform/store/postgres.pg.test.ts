import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog, type Log } from "#server/platform/lib/log.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import type { Database } from "#server/platform/store/database.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { migrationContract } from "#tests/contract/migrate.suite.ts";
import { type NetworkProxy, startProxy } from "#tests/e2e/support/proxy.ts";
import { pause } from "#tests/support/http/form.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "#tests/support/store/postgres.ts";

const silent = createLog("silent");

describe.skipIf(!hasPostgres)("Postgres", () => {
  let target: TestDatabase;
  let proxy: NetworkProxy;
  /** the database by way of the proxy */
  let url: string;
  beforeAll(async () => {
    target = await createTestDatabase();
    proxy = await startProxy();
    const address = new URL(target.url);
    proxy.aim(Number(address.port === "" ? 5432 : address.port));
    address.host = `127.0.0.1:${proxy.port}`;
    url = address.href;
  });
  afterAll(async () => {
    await proxy?.stop();
    await target?.drop();
  });

  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    proxy.mend();
    for (const close of closing.splice(0)) await close();
  });

  async function opened(rest: { url?: string; deadlineMs?: number; log?: Log } = {}): Promise<Database> {
    const { url: databaseUrl = url, log = silent, ...more } = rest;
    const database = await openDatabase({ config: { databaseUrl, dataDir: "" }, log, ...more });
    closing.push(() => database.close());
    await waitUntilUp(database, 10_000);
    return database;
  }

  const one = (database: Database) => database.read(({ query }) => query("select 1"));
  const away = { code: "storage.unavailable" };

  migrationContract("Postgres", async () => {
    const doors = await Promise.all([opened(), opened(), opened()]);
    closing.length = 0;
    return { doors, close: async () => void (await Promise.all(doors.map((door) => door.close()))) };
  });

  it("that is away is refused at once and found again within two seconds", async () => {
    const metrics = createMetrics();
    const database = await openDatabase({ config: { databaseUrl: url, dataDir: "" }, log: silent, metrics });
    closing.push(() => database.close());
    await waitUntilUp(database, 10_000);
    proxy.cut();
    await expect(one(database)).rejects.toMatchObject(away);
    expect(database.obstacle()).toBe("Storage: the database is away");
    expect(await metrics.text()).toMatch(/^strikewise_store_up 0$/m);
    const began = performance.now();
    await expect(one(database)).rejects.toMatchObject(away);
    expect(performance.now() - began).toBeLessThan(5_000);
    await pause(1_200);
    proxy.mend();
    await waitUntilUp(database, 5_000);
    expect(await one(database)).toEqual([[1]]);
    expect(await metrics.text()).toMatch(/^strikewise_store_restarts_total 1$/m);
  });

  it("that says nothing any more costs a caller its deadline and no more, and is found again", async () => {
    const database = await opened({ deadlineMs: 500 });
    await one(database);
    proxy.swallow();
    const began = performance.now();
    const calls = await Promise.allSettled(Array.from({ length: 30 }, () => one(database)));
    expect(calls.every(({ status }) => status === "rejected")).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
    proxy.mend();
    await expect.poll(() => one(database).catch(() => null)).toEqual([[1]]);
  });

  it("that is away at the start is waited for", async () => {
    proxy.cut();
    const store = await openStore({ config: { databaseUrl: url, dataDir: "" }, log: silent });
    closing.push(() => store.close());
    await pause(300);
    expect(store.obstacle()).toMatch(/^Storage: /);
    await expect(store.accounts.byId("x")).rejects.toMatchObject(away);
    proxy.mend();
    await store.opened();
    expect(await store.accounts.byId("x")).toBe(null);
  });

  it("gives up a statement that takes too long, and goes on with others", async () => {
    const database = await opened({ deadlineMs: 300 });
    const slow = Array.from({ length: 5 }, () => database.read(({ query }) => query("select pg_sleep(20)")));
    const ends = await Promise.allSettled(slow);
    for (const end of ends) expect(end).toMatchObject({ status: "rejected", reason: away });
    expect(await one(database)).toEqual([[1]]);
  });

  it("limits statements and idle transactions on its own side, too", async () => {
    const database = await opened();
    const [limits] = await database.read(({ query }) =>
      query(
        "select current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'), current_setting('search_path')",
      ),
    );
    expect(limits).toEqual(["5s", "10s", "public"]);
  });

  it("survives that its connections are ended, and rolls back what was under way", async () => {
    const database = await opened();
    await database.write(({ query }) => query("create table if not exists ended (id integer)"));
    const outside = await opened({ url: target.url });
    const end = () =>
      outside.read(({ query }) =>
        query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        ),
      );
    const half = database.transaction(async ({ query }) => {
      await query("insert into ended values (1)");
      await end();
      await pause(100);
      await query("insert into ended values (2)");
    });
    await expect(half).rejects.toMatchObject(away);
    await waitUntilUp(database, 5_000);
    await expect.poll(() => one(database).catch(() => null)).toEqual([[1]]);
    expect(await outside.read(({ query }) => query("select count(*)::int from ended"))).toEqual([[0]]);
  });

  it("repeats what met a deadlock, so that both come through", async () => {
    const database = await opened();
    await database.write(({ query }) => query("create table crossed (id integer primary key, n integer)"));
    await database.write(({ query }) => query("insert into crossed values (1, 0), (2, 0)"));
    const cross = (first: number, second: number) =>
      database.transaction(async ({ query }) => {
        await query("update crossed set n = n + 1 where id = $1", [first]);
        await pause(100);
        await query("update crossed set n = n + 1 where id = $1", [second]);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    const [row] = await database.read(({ query }) => query("select sum(n)::int from crossed"));
    expect(row).toEqual([4]);
  });

  it("says why it cannot be used, and the password nowhere", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const stranger = await openStore({
      config: { databaseUrl: url.replace(/\/\/[^@]*@/, "//nobody:hunter2@"), dataDir: "" },
      log,
    });
    closing.push(() => stranger.close());
    await expect.poll(() => stranger.obstacle()).toMatch(/let this server in|password/);
    await expect(stranger.accounts.byId("x")).rejects.toMatchObject({
      code: "storage.unavailable",
      message: expect.not.stringContaining("hunter2"),
    });
    const nowhere = url.replace(/\/[^/]*$/, "/no_such_database");
    const store = await openStore({ config: { databaseUrl: nowhere, dataDir: "" }, log });
    closing.push(() => store.close());
    await expect.poll(() => store.obstacle()).toContain("there is no such database");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("")).not.toContain("hunter2");
  });
});
