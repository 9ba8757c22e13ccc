import { describe } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { candleSignalsContract } from "#tests/contract/candle-signals.suite.ts";
import { chainSettingsContract } from "#tests/contract/chain-settings.suite.ts";
import { dailyBarsContract } from "#tests/contract/daily-bars.suite.ts";
import { eventsContract } from "#tests/contract/events.suite.ts";
import { historyContract } from "#tests/contract/history.suite.ts";
import { keptStrategiesContract } from "#tests/contract/kept-strategies.suite.ts";
import { storeContract } from "#tests/contract/store.suite.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";
import { sharedHarness } from "#tests/support/store/shared-harness.ts";
import { emptyTables } from "#tests/support/store/store.ts";

const postgres = sharedHarness(async () => {
  const { url, drop } = await createTestDatabase();
  const options = {
    config: { databaseUrl: url, dataDir: "" },
    log: createLog("silent"),
    deadlineMs: 15_000,
  };
  const store = await openStore(options);
  await store.opened();
  const database = await openDatabase(options);
  await database.up();
  return {
    store,
    empty: () => emptyTables(database),
    async close() {
      await store.close();
      await database.close();
      await drop();
    },
  };
});

describe.skipIf(!hasPostgres)("Postgres", () => {
  storeContract("Postgres", postgres);
  historyContract("Postgres", postgres);
  dailyBarsContract("Postgres", postgres);
  candleSignalsContract("Postgres", postgres);
  keptStrategiesContract("Postgres", postgres);
  chainSettingsContract("Postgres", postgres);
  eventsContract("Postgres", postgres);
});
