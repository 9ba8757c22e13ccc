/** `npm run db -- migrate | backup <file> | restore <file> | copy-to <postgres-url>`. */
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "../config/config.ts";
import { createLog } from "../platform/lib/log.ts";
import { runCommand } from "../platform/store/transfer/commands.ts";
import { TABLE_NAMES } from "../roles/storage/tables.ts";

try {
  const log = createLog("silent");
  const say = (text: string) => console.error(text);
  const config = parseConfig(process.env);
  process.exitCode = await runCommand(process.argv.slice(2), { config, tables: TABLE_NAMES, log, say });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
