import { createStore } from "#server/store/store.ts";
import { storeContract } from "#tests/contract/store.suite.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store.ts";

storeContract("PGlite in memory", async () => {
  const database = await openSharedDatabase();
  return { store: createStore(database), empty: () => emptyTables(database), close: () => database.close() };
});
