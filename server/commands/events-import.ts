/** `npm run events:import -- <file>…`. */
import { AppError } from "#domain/errors.ts";
import { runEventImport } from "../capabilities/events/import/command.ts";
import { parseConfig } from "../config/config.ts";
import { createLog } from "../platform/lib/log.ts";
import { openStore } from "../roles/storage/open-store.ts";

try {
  const config = parseConfig(process.env);
  process.exitCode = await runEventImport(process.argv.slice(2), {
    open: () => openStore({ config, log: createLog("silent") }),
    dataDir: config.dataDir,
    clock: Date.now,
    say: (text) => console.error(text),
  });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
