/** `npm run db -- migrate | backup <file> | restore <file> | copy-to <postgres-url> | jobs … | verify-audit`. */
import { AppError } from "#domain/errors.ts";
import { parseConfig } from "../config/config.ts";
import { runVerifyAudit } from "../identity/verify-audit-command.ts";
import { runJobsCommand } from "../platform/jobs/job-commands.ts";
import { createLog } from "../platform/lib/log.ts";
import { runCommand } from "../platform/store/transfer/commands.ts";
import { TABLE_NAMES } from "../roles/storage/tables.ts";

try {
  const log = createLog("silent");
  const say = (text: string) => console.error(text);
  const config = parseConfig(process.env);
  const context = { config, tables: TABLE_NAMES, log, say };
  const words = process.argv.slice(2);
  const [command, ...rest] = words;
  if (command === "jobs") process.exitCode = await runJobsCommand(rest, context);
  else if (command === "verify-audit") process.exitCode = await runVerifyAudit(rest, context);
  else process.exitCode = await runCommand(words, context);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
