/** A process with the embedded database that is killed in the midst of jobs: the next one does the rest, each once. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createJobs } from "#server/platform/jobs/repository.ts";
import { createJobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { figure, pause } from "#tests/support/http/form.ts";
import { addJobs, doAdded, makeEffects, oddEffects } from "#tests/support/jobs/added.ts";
import { killJobsProcesses, startJobsProcess } from "#tests/support/jobs/jobs-process.ts";
import { type PreparedFolder, prepareFolder } from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const ROUNDS = 30;
const JOBS = ROUNDS * 60;
const log = createLog("silent");

let prepared: PreparedFolder;
beforeAll(async () => {
  prepared = await prepareFolder();
}, 60_000);
afterAll(() => prepared.remove());
afterEach(killJobsProcesses);

async function open(dataDir: string) {
  const database = await openDatabase({
    config: { databaseUrl: null, dataDir },
    log,
    threadEntry: STORE_THREAD,
    deadlineMs: 15_000,
  });
  await waitUntilUp(database, 60_000);
  return database;
}

it("jobs that were under way are taken again, those that were done are not, and every effect is there once", async () => {
  const dataDir = prepared.copy();
  const first = await open(dataDir);
  await migrate(first);
  await makeEffects(first);
  await addJobs(first, 0, JOBS, 100);
  await first.close();

  const acknowledged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const child = startJobsProcess(dataDir);
    await child.opened;
    await expect.poll(() => child.did.length, { timeout: 60_000 }).toBeGreaterThan(3);
    await pause((round * 13) % 40);
    await child.kill();
    acknowledged.push(...child.did);
  }
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.length).toBeLessThan(JOBS);

  const database = await open(dataDir);
  const jobs = createJobs(database);
  const [interrupted] = await database.read(({ query }) =>
    query("select count(*)::int from jobs where state = 'running'"),
  );
  expect(Number(interrupted?.[0])).toBeGreaterThan(0);
  const runner = createJobRunner({ repository: jobs, log, leaseMs: 5_000, slots: 8 });
  const here: number[] = [];
  doAdded(runner, (n) => here.push(n));
  runner.start();
  await expect.poll(async () => (await jobs.counts()).get("done"), { timeout: 60_000 }).toBe(JOBS);
  await runner.stop();
  expect(await oddEffects(database, JOBS)).toEqual([]);
  // What a process had said was done was not done again.
  expect(here.filter((n) => acknowledged.includes(n))).toEqual([]);
  figure(
    `jobs in the embedded database, killed ${ROUNDS} times: ${JOBS} effects, each once; ` +
      `${interrupted?.[0]} that the kills left running were taken again`,
  );
  await database.close();
}, 900_000);
