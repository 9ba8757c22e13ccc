/**
 * A process that does jobs and can be killed: node --import tsx tests/support/jobs/jobs-child.ts <database url or data folder>
 *
 * Each job adds a row to `effects` together with its end, after a while in which it only waits. The process says `open`
 * when it begins, and `did <n>` of each that is done.
 */
import { writeSync } from "node:fs";
import { createJobs } from "#server/platform/jobs/repository.ts";
import { createJobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { openDatabase } from "#server/platform/store/open-database.ts";
import { STORE_THREAD } from "../store/store-thread.ts";
import { doAdded } from "./added.ts";

/** Past what a kill can take along. */
const say = (text: string): void => void writeSync(1, `${text}\n`);

const [place = ""] = process.argv.slice(2);
const isUrl = place.startsWith("postgres:");
const database = await openDatabase({
  config: { databaseUrl: isUrl ? place : null, dataDir: isUrl ? "" : place },
  log: createLog("error"),
  threadEntry: STORE_THREAD,
  deadlineMs: 15_000,
});
await database.up();
const runner = createJobRunner({
  repository: createJobs(database),
  log: createLog("error"),
  leaseMs: 1_000,
  slots: 8,
});
doAdded(runner, (n) => say(`did ${n}`));
runner.start();
say("open");
// Nothing else keeps the process alive, and it lives until it is killed.
setInterval(() => {}, 60_000);
