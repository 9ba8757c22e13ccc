/** `npm run admin -- grant | revoke <user>`. */
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "../config/config.ts";
import { runAdmin } from "../identity/admin-command.ts";
import { createLog } from "../platform/lib/log.ts";
import { openStore } from "../roles/storage/open-store.ts";

try {
  const config = parseConfig(process.env);
  const open = () => openStore({ config, log: createLog("silent") });
  process.exitCode = await runAdmin(process.argv.slice(2), {
    open,
    dataDir: config.dataDir,
    clock: Date.now,
    say: (text) => console.error(text),
  });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
