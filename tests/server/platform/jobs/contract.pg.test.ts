import { describe } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { jobsContract } from "#tests/contract/jobs.suite.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";
import { emptyTables } from "#tests/support/store/store.ts";

describe.skipIf(!hasPostgres)("Postgres", () => {
  jobsContract("Postgres", async () => {
    const { url, drop } = await createTestDatabase();
    const config = { databaseUrl: url, dataDir: "" };
    const open = () => openDatabase({ config, log: createLog("silent"), deadlineMs: 15_000 });
    const [here, there] = await Promise.all([open(), open()]);
    await Promise.all([here.up(), there.up()]);
    await migrate(here);
    return {
      doors: [here, there],
      empty: () => emptyTables(here),
      async close() {
        await here.close();
        await there.close();
        await drop();
      },
    };
  });
});
