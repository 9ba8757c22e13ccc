import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { createStore } from "#server/roles/storage/store.ts";
import { candleSignalsContract } from "#tests/contract/candle-signals.suite.ts";
import { chainSettingsContract } from "#tests/contract/chain-settings.suite.ts";
import { dailyBarsContract } from "#tests/contract/daily-bars.suite.ts";
import { eventsContract } from "#tests/contract/events.suite.ts";
import { historyContract } from "#tests/contract/history.suite.ts";
import { keptStrategiesContract } from "#tests/contract/kept-strategies.suite.ts";
import { storeContract } from "#tests/contract/store.suite.ts";
import { sharedHarness } from "#tests/support/store/shared-harness.ts";
import { emptyTables, openSharedDatabase, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const inMemory = sharedHarness(async () => {
  const database = await openSharedDatabase();
  return { store: createStore(database), empty: () => emptyTables(database), close: () => database.close() };
});

const onDisk = sharedHarness(async () => {
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
});

storeContract("PGlite in memory", inMemory);
historyContract("PGlite in memory", inMemory);
dailyBarsContract("PGlite in memory", inMemory);
candleSignalsContract("PGlite in memory", inMemory);
keptStrategiesContract("PGlite in memory", inMemory);
chainSettingsContract("PGlite in memory", inMemory);
eventsContract("PGlite in memory", inMemory);
storeContract("PGlite in its thread, on disk", onDisk);
historyContract("PGlite in its thread, on disk", onDisk);
dailyBarsContract("PGlite in its thread, on disk", onDisk);
candleSignalsContract("PGlite in its thread, on disk", onDisk);
keptStrategiesContract("PGlite in its thread, on disk", onDisk);
chainSettingsContract("PGlite in its thread, on disk", onDisk);
eventsContract("PGlite in its thread, on disk", onDisk);
