/** Backups as an operator makes them, and files that no restore may take. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { runCommand } from "#server/platform/store/transfer/commands.ts";
import { restore } from "#server/platform/store/transfer/restore.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import { STORE_THREAD } from "./store-thread.ts";

/** What an operator types, and what it says. */
export function dbCommands(dataDir: string, databaseUrl: string | null = null) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const config = { dataDir, databaseUrl };
  const context = { config, tables: TABLE_NAMES, log: createLog("silent"), threadEntry: STORE_THREAD, say };
  return { said, run: (...words: string[]) => runCommand(words, context) };
}

/** Each of the texts, and a file that is not there, is refused even when it is forced. */
export async function expectRefused(
  database: Database,
  folder: string,
  texts: readonly string[],
): Promise<void> {
  const refused = (file: string, what: string) =>
    expect(restore(database, TABLE_NAMES, file, { isForced: true }), what).rejects.toMatchObject({
      code: "request.invalid",
    });
  const bad = path.join(folder, "bad");
  for (const text of texts) {
    writeFileSync(bad, text);
    await refused(bad, text.slice(-80));
  }
  await refused(path.join(folder, "nowhere"), "no file");
}
