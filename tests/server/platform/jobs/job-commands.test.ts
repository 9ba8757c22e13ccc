import { readdirSync } from "node:fs";
import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runJobsCommand, sayOfJobs } from "#server/platform/jobs/job-commands.ts";
import { jobKind } from "#server/platform/jobs/jobs.ts";
import { createJobs, type JobRepository } from "#server/platform/jobs/repository.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import {
  emptyTables,
  openSharedDatabase,
  type PreparedFolder,
  prepareFolder,
} from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const START = Date.UTC(2026, 10, 21, 8, 3, 4, 567);
const REPORT = jobKind("test.report", Type.Object({}), { attempts: 3 });
const log = createLog("silent");

describe("npm run db -- jobs", () => {
  let database: Database;
  let jobs: JobRepository;
  let at = START;
  beforeAll(async () => {
    database = await openSharedDatabase();
    jobs = createJobs(database, { now: () => at });
  });
  afterAll(() => database.close());
  afterEach(async () => {
    at = START;
    await emptyTables(database);
  });

  const lines = async (...words: string[]) => (await sayOfJobs(jobs, words)).lines;
  async function taken() {
    await jobs.enqueue(REPORT, {}, { dueAt: START - 1 });
    const [job] = await jobs.claim([REPORT.name], 1, 30_000);
    return job!;
  }

  it("of an empty table says so, state by state", async () => {
    expect(await lines()).toEqual(["running: 0", "queued: 0", "failed: 0", "cancelled: 0", "done: 0"]);
  });

  it("lists each job by its state with name, time, attempts, progress and last error", async () => {
    const done = await taken();
    await jobs.complete(done);
    const failed = await taken();
    await jobs.settle(failed, { state: "failed", error: "RangeError: no\n\u001b[2Jluck" });
    const running = await taken();
    await jobs.renew(running, 60_000, 0.457, "page 3");
    await jobs.cancel(running.id);
    const { id: queued } = await jobs.enqueue(REPORT, {}, { dueAt: START + 3_600_000, key: "2026-11-21" });
    expect(await lines()).toEqual([
      "running: 1",
      `  ${running.id}  test.report  lease until 2026-11-21 08:04:04 UTC  attempts 1 of 3  45 %  page 3  to be cancelled`,
      "queued: 1",
      `  ${queued}  test.report  due 2026-11-21 09:03:04 UTC  attempts 0 of 3  key 2026-11-21`,
      "failed: 1",
      `  ${failed.id}  test.report  failed 2026-11-21 08:03:04 UTC  attempts 1 of 3  error: RangeError: no [2Jluck`,
      "cancelled: 0",
      "done: 1",
      `  ${done.id}  test.report  ended 2026-11-21 08:03:04 UTC  attempts 1 of 3`,
    ]);
  });

  it("shows the first twenty of each state, and all of the one that is named", async () => {
    for (let n = 0; n < 23; n++) await jobs.enqueue(REPORT, {}, { dueAt: START + n });
    const all = await lines();
    expect(all.slice(0, 2)).toEqual(["running: 0", "queued: 23"]);
    expect(all[22]).toBe("  and 3 more");
    expect(await lines("queued")).toHaveLength(24);
    expect(await lines("done")).toEqual(["done: 0"]);
  });

  it("queues a failed job again, and no other", async () => {
    const job = await taken();
    const refused = (state: string) => ({
      lines: [`test.report ${job.id} is ${state}: only what failed or was cancelled is tried again`],
      exitCode: 1,
    });
    expect(await sayOfJobs(jobs, ["retry", job.id])).toEqual(refused("running"));
    await jobs.settle(job, { state: "failed", error: "x" });
    expect(await sayOfJobs(jobs, ["retry", job.id])).toEqual({
      lines: [`test.report ${job.id} is queued again`],
      exitCode: 0,
    });
    expect(await sayOfJobs(jobs, ["retry", job.id])).toEqual(refused("queued"));
  });

  it("cancels what waits, asks what runs to stop, and says when there is nothing to cancel", async () => {
    const { id } = await jobs.enqueue(REPORT, {}, { dueAt: START + 1 });
    expect(await lines("cancel", id)).toEqual([`test.report ${id} is cancelled`]);
    expect(await sayOfJobs(jobs, ["cancel", id])).toEqual({
      lines: [`test.report ${id} is cancelled: there is nothing left to cancel`],
      exitCode: 1,
    });
    const running = await taken();
    expect(await lines("cancel", running.id)).toEqual([
      `test.report ${running.id} is told to stop, by its next renewal at the latest`,
    ]);
  });

  it("explains itself when it is not understood, and knows no job that is not there", async () => {
    for (const words of [["all"], ["retry"], ["cancel"], ["retry", "a", "b"], ["remove", "a"]]) {
      const { lines: said, exitCode } = await sayOfJobs(jobs, words);
      expect([said[0]?.slice(0, 6), exitCode], words.join(" ")).toEqual(["usage:", 2]);
    }
    expect(await sayOfJobs(jobs, ["cancel", "x\u001b"])).toEqual({
      lines: ['There is no job "x\\u001b"'],
      exitCode: 1,
    });
  });
});

describe("npm run db -- jobs, of an embedded database", () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  });
  afterAll(() => prepared.remove());

  it("asks the server that has it open, and opens it itself when none has", async () => {
    const dataDir = prepared.copy();
    const config = { databaseUrl: null, dataDir };
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const context = { config, tables: TABLE_NAMES, log, say, threadEntry: STORE_THREAD };
    await expect(runJobsCommand([], context)).rejects.toMatchObject({
      code: "storage.schema",
      message: expect.stringContaining("npm run db -- migrate"),
    });

    const store = await openStore({ config, log, threadEntry: STORE_THREAD });
    await store.opened();
    const { id } = await store.jobs.enqueue(REPORT, {});
    try {
      expect(await runJobsCommand(["cancel", id], context)).toBe(0);
      expect(await runJobsCommand(["cancel", id], context)).toBe(1);
      expect(await runJobsCommand(["nonsense"], context)).toBe(2);
      expect(await store.jobs.byId(id)).toMatchObject({ state: "cancelled" });
    } finally {
      await store.close();
    }
    expect(said[0]).toBe(`test.report ${id} is cancelled`);
    expect(readdirSync(dataDir).sort()).toEqual(["postgres"]);
    expect(await runJobsCommand(["cancelled"], context)).toBe(0);
    expect(said.slice(-2)[0]).toBe("cancelled: 1");
  });
});
