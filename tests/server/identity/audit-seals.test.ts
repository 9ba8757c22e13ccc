import { sealsContract } from "#tests/contract/seals.suite.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store/store.ts";

sealsContract("PGlite in memory", async () => {
  const database = await openSharedDatabase();
  return { database, empty: () => emptyTables(database), close: () => database.close() };
});
