import { jobsContract } from "#tests/contract/jobs.suite.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store/store.ts";

jobsContract("PGlite in memory", async () => {
  const database = await openSharedDatabase();
  return {
    doors: [database, database],
    empty: () => emptyTables(database),
    close: () => database.close(),
  };
});
