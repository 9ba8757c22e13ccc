/** Two processes that share a table of jobs and are killed again and again: every effect is there once. */
import { afterEach, describe, expect, it } from "vitest";
import { createJobs } from "#server/platform/jobs/repository.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { migrate } from "#server/platform/store/migrate.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { figure, pause } from "#tests/support/http/form.ts";
import { addJobs, countEffects, makeEffects, oddEffects } from "#tests/support/jobs/added.ts";
import { killJobsProcesses, startJobsProcess } from "#tests/support/jobs/jobs-process.ts";
import { createTestDatabase, hasPostgres } from "#tests/support/store/postgres.ts";

const JOBS = 1_000;
/** In each some of the jobs are added, and one process or both are killed in the midst of them. */
const ROUNDS = 25;
const WORK_MS = 100;
const LONGEST_MS = 300_000;

afterEach(killJobsProcesses);

describe.skipIf(!hasPostgres)("two processes on one Postgres", () => {
  it(
    "do 1,000 jobs, the effect of each exactly once, while they are killed with SIGKILL",
    async () => {
      const { url, drop } = await createTestDatabase();
      const log = createLog("silent");
      const database = await openDatabase({ config: { databaseUrl: url, dataDir: "" }, log });
      try {
        await waitUntilUp(database, 10_000);
        await migrate(database);
        const jobs = createJobs(database);
        await makeEffects(database);
        const start = () => startJobsProcess(url);
        let processes = [start(), start()];
        const began = performance.now();
        let kills = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const [from = 0, to = 0] = [round, round + 1].map((n) => Math.floor((n * JOBS) / ROUNDS));
          await addJobs(database, from, to, WORK_MS);
          await Promise.all(processes.map(({ opened }) => opened));
          await expect.poll(() => countEffects(database), { timeout: LONGEST_MS }).toBeGreaterThan(from + 5);
          await pause((round * 37) % 100);
          const isDoomed = (n: number) => round % 3 === 2 || n === round % 2;
          const doomed = processes.filter((_, n) => isDoomed(n));
          await Promise.all(doomed.map((each) => each.kill()));
          kills += doomed.length;
          processes = processes.map((each, n) => (isDoomed(n) ? start() : each));
        }
        await expect.poll(async () => (await jobs.counts()).get("done"), { timeout: LONGEST_MS }).toBe(JOBS);
        expect(await oddEffects(database, JOBS)).toEqual([]);
        const [again] = await database.read(({ query }) =>
          query("select count(*)::int from jobs where attempts > 1"),
        );
        // Else no kill ever met a job.
        expect(Number(again?.[0])).toBeGreaterThan(0);
        figure(
          `jobs: ${JOBS} by two processes killed ${kills} times: each effect once, ${again?.[0]} taken again, ` +
            `${((performance.now() - began) / 1000).toFixed(1)} s`,
        );
      } finally {
        await killJobsProcesses();
        await database.close();
        await drop();
      }
    },
    LONGEST_MS + 60_000,
  );
});
