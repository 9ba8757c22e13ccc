/** Changes in several repositories as one, in the embedded database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { createDatabase } from "#server/platform/store/database.ts";
import { superviseEngine } from "#server/platform/store/embedded/backend.ts";
import type { Engine } from "#server/platform/store/embedded/database-engine.ts";
import { launchThread } from "#server/platform/store/embedded/thread-engine.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { createStoreFigures } from "#server/platform/store/store-metrics.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { transactionContract } from "#tests/contract/transaction.suite.ts";
import {
  emptyTables,
  openSharedDatabase,
  type PreparedFolder,
  prepareFolder,
} from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

transactionContract("PGlite in memory", async () => {
  const database = await openSharedDatabase();
  return { database, empty: () => emptyTables(database), close: () => database.close() };
});

describe("the embedded database that dies in the middle of a transaction", () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  });
  afterAll(() => prepared.remove());

  it("has nothing of it when it is opened again, and its caller is told storage.unavailable", async () => {
    const dataDir = prepared.copy();
    const stats = createStoreFigures();
    const engines: Engine[] = [];
    const backend = superviseEngine({
      async launch(events) {
        const engine = await launchThread({ folder: `${dataDir}/postgres`, entry: STORE_THREAD }, events);
        engines.push(engine);
        return engine;
      },
      ...{ folder: dataDir, log: createLog("silent"), stats },
    });
    const database = createDatabase(backend, stats, { deadlineMs: 15_000 });
    try {
      await database.up();
      await migrate(database);
      const store = createStore(database);
      const effects: string[] = [];
      const half = store.transaction(async (tx) => {
        tx.afterCommit(() => void effects.push("told"));
        await tx.accounts.signIn({ broker: ZERODHA, externalId: "A", name: "", email: null }, 1);
        await engines[0]?.kill();
        await tx.audit.add({
          ...{ at: 1, actor: null, action: "sign_in", subject: null, address: null, details: {} },
        });
      });
      await expect(half).rejects.toMatchObject({ code: "storage.unavailable" });
      await expect.poll(() => database.obstacle()).toBe(null);
      expect(engines).toHaveLength(2);
      expect(await store.accounts.find("1:A")).toBe(null);
      expect(await store.audit.list({ limit: 5 })).toEqual([]);
      expect(effects).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
