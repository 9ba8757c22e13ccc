import { answerEventImports } from "../../capabilities/events/import/command.ts";
import { answerAdmin } from "../../identity/admin-command.ts";
import { answerVerifyAudit } from "../../identity/verify-audit-command.ts";
import { answerJobCommands } from "../../platform/jobs/job-commands.ts";
import { guardSchema } from "../../platform/store/guard.ts";
import { type OpenOptions, openDatabase } from "../../platform/store/open-database.ts";
import { answerBackups } from "../../platform/store/transfer/requests.ts";
import { createStore, type Store } from "./store.ts";
import { TABLE_NAMES } from "./tables.ts";

/**
 * The store of the configuration. It is there at once and opens behind the scenes; until then, and whenever the database is
 * away, its calls reject with `storage.unavailable` and `obstacle()` says why.
 * @throws AppError storage.locked when another process has the data folder, within milliseconds
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  const database = await openDatabase(options);
  const guarded = guardSchema(database, options.log);
  const opened = guarded.opened();
  void opened.then(() => options.log.info("store: open"));
  const store = createStore(guarded, { opened });
  const { databaseUrl, dataDir } = options.config;
  if (databaseUrl !== null) return store;
  const answers = [
    answerBackups(dataDir, guarded, TABLE_NAMES, options.log),
    answerJobCommands(dataDir, store.jobs),
    answerVerifyAudit(dataDir, store.seals),
    answerAdmin(dataDir, store),
    answerEventImports(dataDir, store.events),
  ];
  return {
    ...store,
    close() {
      for (const stop of answers) stop();
      return store.close();
    },
  };
}
