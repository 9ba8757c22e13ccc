import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { chainSettingsContract } from "#tests/contract/chain-settings.suite.ts";
import { eventsContract } from "#tests/contract/events.suite.ts";
import { historyContract } from "#tests/contract/history.suite.ts";
import { keptStrategiesContract } from "#tests/contract/kept-strategies.suite.ts";
import { type StoreHarness, storeContract } from "#tests/contract/store.suite.ts";
import { emptyTables, openSharedDatabase, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

async function openInMemory(): Promise<StoreHarness> {
  const database = await openSharedDatabase();
  return { store: createStore(database), empty: () => emptyTables(database), close: () => database.close() };
}

async function openOnDisk(): Promise<StoreHarness> {
  const prepared = await prepareFolder();
  const config = { databaseUrl: null, dataDir: prepared.copy() };
  const database = await openDatabase({
    config,
    log: createLog("silent"),
    threadEntry: STORE_THREAD,
    deadlineMs: 15_000,
  });
  await database.up();
  await migrate(database);
  return {
    store: createStore(database),
    empty: () => emptyTables(database),
    async close() {
      await database.close();
      prepared.remove();
    },
  };
}

storeContract("PGlite in memory", openInMemory);
historyContract("PGlite in memory", openInMemory);
keptStrategiesContract("PGlite in memory", openInMemory);
chainSettingsContract("PGlite in memory", openInMemory);
eventsContract("PGlite in memory", openInMemory);
storeContract("PGlite in its thread, on disk", openOnDisk);
historyContract("PGlite in its thread, on disk", openOnDisk);
keptStrategiesContract("PGlite in its thread, on disk", openOnDisk);
chainSettingsContract("PGlite in its thread, on disk", openOnDisk);
eventsContract("PGlite in its thread, on disk", openOnDisk);
