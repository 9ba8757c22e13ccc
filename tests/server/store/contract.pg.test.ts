import { describe } from "vitest";
import { createLog } from "#server/lib/log.ts";
import { openDatabase, openStore } from "#server/store/open.ts";
import { storeContract } from "#tests/contract/store.suite.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/postgres.ts";
import { emptyTables } from "#tests/support/store.ts";

describe.skipIf(!hasPostgres)("Postgres", () => {
  storeContract("Postgres", async () => {
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
});
