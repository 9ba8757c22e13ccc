/** `npm run db -- migrate | backup <file> | restore <file> | copy-to <postgres-url>`. */
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "../config/config.ts";
import { createLog } from "../platform/lib/log.ts";
import { runCommand } from "../platform/store/transfer/commands.ts";

try {
  const log = createLog("silent");
  const say = (text: string) => console.error(text);
  process.exitCode = await runCommand(process.argv.slice(2), { config: parseConfig(process.env), log, say });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
