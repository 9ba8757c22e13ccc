import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAuditSealing } from "#server/identity/audit-sealing.ts";
import { verifyAudit } from "#server/identity/audit-verification.ts";
import { runVerifyAudit } from "#server/identity/verify-audit-command.ts";
import { createJobs } from "#server/platform/jobs/repository.ts";
import { createJobRunner, type JobRunner } from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import type { Database } from "#server/platform/store/database.ts";
import { openDatabase, waitUntilUp } from "#server/platform/store/open-database.ts";
import { openStore } from "#server/roles/storage/open-store.ts";
import { createStore, type Store } from "#server/roles/storage/store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";
import { createJobTime, type JobTime } from "#tests/support/jobs/job-time.ts";
import {
  emptyTables,
  openSharedDatabase,
  type PreparedFolder,
  prepareFolder,
} from "#tests/support/store/store.ts";
import { STORE_THREAD } from "#tests/support/store/store-thread.ts";

const log = createLog("silent");
const row = (n: number) => ({
  ...{ at: n, actor: null, action: "test", subject: `s${n}`, address: null, details: { n } },
});

describe("the job that seals the audit log", () => {
  let database: Database;
  let store: Store;
  let time: JobTime;
  const runners: JobRunner[] = [];
  beforeAll(async () => {
    database = await openSharedDatabase();
    store = createStore(database);
  });
  beforeEach(async () => {
    await emptyTables(database);
    time = createJobTime(Date.UTC(2026, 10, 21, 8, 3));
  });
  afterEach(async () => void (await Promise.all(runners.splice(0).map((runner) => runner.stop()))));
  afterAll(() => database.close());

  function start(seals = store.seals): void {
    const { clock, watched } = time;
    const repository = watched(createJobs(database, { now: clock.now }));
    const runner = createJobRunner({ repository, log, clock });
    addAuditSealing(runner, watched(seals), { log, now: clock.now });
    runner.start();
    runners.push(runner);
  }

  const isSealed = async () => !(await store.seals.isBehind());
  /** @returns ms of the jobs' clock until every row is sealed */
  async function untilSealed(): Promise<number> {
    const began = time.clock.now();
    await time.until(isSealed);
    return time.clock.now() - began;
  }

  it("of two processes covers what is there, then each row within five seconds, and leaves no rows of its own", async () => {
    for (let n = 1; n <= 20; n++) await store.audit.add(row(n));
    start();
    start();
    await untilSealed();
    const waits: number[] = [];
    for (let n = 21; n <= 28; n++) {
      await store.audit.add(row(n));
      waits.push(await untilSealed());
      await time.pass((n * 211) % 2_100);
    }
    expect(Math.max(...waits)).toBeLessThan(5_000);
    expect(await verifyAudit(store.seals)).toMatchObject({ intact: 28, faults: 0, unsealed: 0 });
    await time.until(async () => (await store.jobs.counts()).size === 0);
  });

  it("tells a failure and goes on to seal when it can again", async () => {
    await store.audit.add(row(1));
    let isBroken = true;
    const { seal } = store.seals;
    start({
      ...store.seals,
      seal: (upTo, most) => (isBroken ? Promise.reject(new Error("no")) : seal(upTo, most)),
    });
    const failed = () => store.jobs.list("failed", 9);
    await time.until(async () => (await failed()).length > 0);
    await time.pass(10_000);
    expect((await failed()).map(({ error }) => error)).toEqual(["no"]);
    isBroken = false;
    expect(await untilSealed()).toBeLessThan(5_000);
  });
});

describe("npm run db -- verify-audit, of an embedded database", () => {
  let prepared: PreparedFolder;
  beforeAll(async () => {
    prepared = await prepareFolder();
  });
  afterAll(() => prepared.remove());

  it("asks the server that has it open, opens it itself when none has, and names what is not as it was sealed", async () => {
    const dataDir = prepared.copy();
    const config = { databaseUrl: null, dataDir };
    const said: string[] = [];
    const context = {
      ...{ config, tables: TABLE_NAMES, log, threadEntry: STORE_THREAD },
      say: (text: string) => void said.push(text),
    };
    const verify = async (...words: string[]) => {
      said.length = 0;
      return [await runVerifyAudit(words, context), ...said];
    };
    await expect(verify()).rejects.toMatchObject({
      code: "storage.schema",
      message: expect.stringContaining("npm run db -- migrate"),
    });

    const store = await openStore({ config, log, threadEntry: STORE_THREAD });
    await store.opened();
    let last = "";
    try {
      expect(await verify()).toEqual([0, "audit: nothing is sealed"]);
      for (let n = 1; n <= 3; n++) await store.audit.add(row(n));
      const { last: seal } = await store.seals.seal(2, 10);
      last = `2:${Buffer.from(seal?.hash ?? []).toString("hex")}`;
      expect(await verify(last.toUpperCase())).toEqual([
        0,
        "audit: 2 rows from 1 to 2 as sealed",
        `audit: the last seal is ${last}`,
        "audit: 1 row not sealed yet: a running server does that within seconds",
      ]);
      expect((await verify("nonsense"))[0]).toBe(2);
    } finally {
      await store.close();
    }
    expect(readdirSync(dataDir).sort()).toEqual(["postgres"]);

    const database = await openDatabase({ config, log, threadEntry: STORE_THREAD });
    await waitUntilUp(database, 60_000);
    await database.write(({ query }) => query("update audit set subject = 's9' where number = 1"));
    await database.close();
    expect(await verify()).toEqual([
      1,
      "audit: row 1 is not what was sealed: it was changed, or another one has its number",
      "audit: 1 row from 1 to 2 as sealed",
      `audit: the last seal is ${last}`,
      "audit: 1 row not sealed yet: a running server does that within seconds",
    ]);
  }, 90_000);
});
