import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type JobRun, type JobState, jobKind, LeaseLost } from "#server/platform/jobs/jobs.ts";
import { createJobs, type JobRepository } from "#server/platform/jobs/repository.ts";
import { clearEndedJobs } from "#server/platform/jobs/retention.ts";
import {
  createJobRunner,
  type JobRunner,
  Nothing,
  type RunnerOptions,
} from "#server/platform/jobs/runner.ts";
import { createLog } from "#server/platform/lib/log.ts";
import { createMetrics } from "#server/platform/lib/metrics.ts";
import type { Database } from "#server/platform/store/database.ts";
import { unavailable } from "#server/platform/store/failures.ts";
import type { FakeClock } from "#tests/support/fake-clock.ts";
import { pause } from "#tests/support/http/form.ts";
import { createJobTime, type JobTime } from "#tests/support/jobs/job-time.ts";
import { emptyTables, openSharedDatabase } from "#tests/support/store/store.ts";

const START = Date.UTC(2026, 10, 21, 8, 3);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WORK = jobKind("test.work", Type.Object({ n: Type.Integer() }), {
  attempts: 3,
  firstRetryMs: 1_000,
  longestRetryMs: 1_500,
  limitMs: 5 * MINUTE,
});
const RECURRING = jobKind("test.recurring", Nothing);

let database: Database;
let time: JobTime;
let clock: FakeClock;
let jobs: JobRepository;
const runners: JobRunner[] = [];
beforeAll(async () => {
  database = await openSharedDatabase();
  await database.write(({ query }) => query("create table effects (n integer not null)"));
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTables(database);
  time = createJobTime(START);
  clock = time.clock;
  jobs = time.watched(createJobs(database, { now: () => clock.now() }));
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => ended(runner.stop())));
});

const until: JobTime["until"] = (isSo, stepMs) => time.until(isSo, stepMs);
const pass: JobTime["pass"] = (ms) => time.pass(ms);
async function ended(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  await until(() => isOver);
}

function runner(options: Partial<RunnerOptions> = {}): JobRunner {
  const made = createJobRunner({
    ...{ repository: jobs, log: createLog("silent"), clock, random: () => 1 },
    ...options,
  });
  runners.push(made);
  return made;
}

/** A runner that does one kind of jobs in one way. */
function doing(work: (run: JobRun<{ n: number }>) => Promise<void>, options: Partial<RunnerOptions> = {}) {
  const made = runner(options);
  made.handle(WORK, work);
  made.start();
  return made;
}

const add = async (n = 1) => (await jobs.enqueue(WORK, { n })).id;
const is = (id: string, state: JobState) => async () => (await jobs.byId(id))?.state === state;
/** Work that ends when it is told to. */
const obedient = ({ signal }: JobRun<unknown>) =>
  new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const effects = async () => {
  const rows = await database.read(({ query }) => query("select n from effects order by n"));
  return rows.map(([n]) => n);
};

describe("a runner", () => {
  it("does a job once, and says that it is done", async () => {
    const done: number[] = [];
    doing(async ({ payload }) => void done.push(payload.n));
    const id = await add(7);
    await until(is(id, "done"));
    await pass(MINUTE);
    expect(done).toEqual([7]);
    expect(await jobs.byId(id)).toMatchObject({ attempts: 1, progress: 1, error: null });
  });

  it("sees at once what was queued here when it is told", async () => {
    let isDone = false;
    const made = doing(async () => {
      isDone = true;
    });
    await pass(10_000);
    await add();
    made.wake();
    for (let i = 0; i < 500 && !isDone; i++) await pause(2);
    expect(isDone).toBe(true);
  });

  it("with nothing to do asks every two seconds at most, and the table's size four times a minute", async () => {
    const asked = { claim: 0, counts: 0 };
    const counting: JobRepository = {
      ...jobs,
      claim(...rest) {
        asked.claim++;
        return jobs.claim(...rest);
      },
      counts() {
        asked.counts++;
        return jobs.counts();
      },
    };
    doing(async () => {}, { repository: counting });
    await pass(10_000);
    Object.assign(asked, { claim: 0, counts: 0 });
    await pass(2 * MINUTE);
    expect(asked.claim).toBeGreaterThanOrEqual(2 * 30 - 1);
    expect(asked.claim).toBeLessThanOrEqual(2 * 30 + 1);
    expect(asked.counts).toBeLessThanOrEqual(2 * 4 + 1);
  });

  it("does four at a time, and takes the next one when a place is free", async () => {
    let now = 0;
    let most = 0;
    const all: string[] = [];
    for (let n = 0; n < 11; n++) all.push(await add(n));
    doing(async () => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 1_000));
      now--;
    });
    for (const id of all) await until(is(id, "done"));
    expect(most).toBe(4);
    expect((await jobs.counts()).get("done")).toBe(11);
  });

  it("leaves jobs to others that it does not know", async () => {
    const { id } = await jobs.enqueue(jobKind("test.unknown", Nothing), {});
    doing(async () => {});
    await pass(MINUTE);
    expect(await jobs.byId(id)).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("goes on when storage was away", async () => {
    let isAway = false;
    const refuse =
      <A extends unknown[], T>(call: (...rest: A) => Promise<T>) =>
      (...rest: A): Promise<T> =>
        isAway ? Promise.reject(unavailable("it is away")) : call(...rest);
    const repository = {
      ...jobs,
      claim: refuse(jobs.claim),
      complete: refuse(jobs.complete),
      counts: refuse(jobs.counts),
    };
    let tries = 0;
    doing(
      async () => {
        tries++;
        isAway = true;
        clock.setTimeout(() => {
          isAway = false;
        }, 10_000);
      },
      { repository },
    );
    const id = await add();
    await until(is(id, "done"));
    expect(tries).toBe(1);
    isAway = true;
    await pass(MINUTE);
    const next = await add();
    isAway = false;
    await until(is(next, "done"));
  });
});

describe("a job that fails", () => {
  it("is tried again after longer and longer waits, and ends in the list that says why", async () => {
    const at: number[] = [];
    doing(async ({ payload, attempt }) => {
      at.push(clock.now());
      throw new RangeError(`no ${payload.n} in attempt ${attempt}`);
    });
    const id = await add(7);
    await until(is(id, "failed"), 10);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(1_500);
    expect(third - first).toBeLessThan(2_500 + 2 * 2_100);
    await pass(MINUTE);
    expect(at).toHaveLength(3);
    expect(await jobs.list("failed", 10)).toMatchObject([
      { id, attempts: 3, error: "RangeError: no 7 in attempt 3" },
    ]);
  });

  it("is not tried again when its payload is none of its kind", async () => {
    const old = jobKind(WORK.name, Type.Object({ m: Type.String() }));
    const { id } = await jobs.enqueue(old, { m: "of an older version" });
    doing(async () => {});
    await until(is(id, "failed"));
    const why = "Unworkable: Its payload is none of its kind";
    expect(await jobs.byId(id)).toMatchObject({ attempts: 1, error: why });
  });

  it("because its processes die ends, too", async () => {
    const id = await add();
    for (let i = 0; i < WORK.attempts; i++) {
      expect(await jobs.claim([WORK.name], 1, 1_000)).toHaveLength(1);
      clock.step(1_000);
    }
    let tries = 0;
    doing(async () => void tries++);
    await until(is(id, "failed"));
    expect(tries).toBe(0);
    expect((await jobs.byId(id))?.error).toContain("Each of 3 processes that ran it ended");
  });

  it("because it takes too long has its signal aborted, and is left alone when it does not listen", async () => {
    const reasons: unknown[] = [];
    doing(async ({ signal }) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason));
      await new Promise(() => {});
    });
    const id = await add();
    await until(is(id, "failed"), 5_000);
    expect(reasons).toHaveLength(3);
    expect(await jobs.byId(id)).toMatchObject({ error: "It took longer than it may: 300000 ms" });
  });

  it("after it was left alone harms nobody", async () => {
    const later: { fail?: (error: Error) => void } = {};
    doing(
      () =>
        new Promise((_, reject) => {
          later.fail = reject;
        }),
    );
    const id = await add();
    await until(async () => (await jobs.byId(id))?.error !== null, 5_000);
    later.fail?.(new Error("much later"));
    await pause(10);
    expect((await jobs.byId(id))?.error).toContain("longer than it may");
  });
});

describe("the effect of a job", () => {
  it("is made once with its end", async () => {
    doing(async ({ payload, complete }) => {
      await complete(async ({ query }) => void (await query("insert into effects values ($1)", [payload.n])));
    });
    const ids = await Promise.all([1, 2, 3, 4, 5].map(add));
    for (const id of ids) await until(is(id, "done"));
    expect(await effects()).toEqual([1, 2, 3, 4, 5]);
  });

  it("is made again when it failed, and then once", async () => {
    doing(async ({ payload, attempt, complete }) => {
      await complete(async ({ query }) => {
        await query("insert into effects values ($1)", [payload.n]);
        if (attempt === 1) throw new Error("half way");
      });
    });
    const id = await add(1);
    await until(is(id, "done"));
    expect(await effects()).toEqual([1]);
    expect(await jobs.byId(id)).toMatchObject({ attempts: 2 });
  });

  it("stays when the work fails after its end", async () => {
    doing(async ({ payload, complete }) => {
      await complete(async ({ query }) => void (await query("insert into effects values ($1)", [payload.n])));
      throw new Error("too late to matter");
    });
    const id = await add(1);
    await until(is(id, "done"));
    await pass(MINUTE);
    expect(await effects()).toEqual([1]);
    expect(await jobs.byId(id)).toMatchObject({ state: "done", error: null });
  });

  it("of a process that was silent too long is refused; the one that took the job over makes it", async () => {
    const refused: unknown[] = [];
    let isFirst = true;
    const stalled = { ...jobs, renew: () => Promise.reject(unavailable("it is away")) };
    const work = async ({ payload, complete, signal }: JobRun<{ n: number }>) => {
      const mustWait = isFirst;
      isFirst = false;
      if (mustWait) {
        while (!signal.aborted) await pause(1);
        // It does not listen, and goes on when another process has made the effect.
        while ((await effects()).length === 0) await pause(1);
      }
      const change = complete(
        async ({ query }) => void (await query("insert into effects values ($1)", [payload.n])),
      );
      await change.catch((error: unknown) => {
        refused.push(error);
        throw error;
      });
    };
    const id = await add(1);
    doing(work, { repository: stalled });
    await until(is(id, "running"));
    doing(work);
    await until(is(id, "done"));
    await until(() => refused.length > 0);
    expect(refused).toEqual([expect.any(LeaseLost)]);
    expect(await effects()).toEqual([1]);
  });
});

describe("a job under way", () => {
  it("is held for as long as it takes", async () => {
    let tries = 0;
    doing(async () => {
      tries++;
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 2 * MINUTE));
    });
    doing(async () => void tries++);
    const id = await add();
    await until(is(id, "done"), 500);
    expect(tries).toBe(1);
  });

  it("tells how far it is", async () => {
    doing(async (run) => {
      run.progress(0.25, "a quarter");
      run.progress(7);
      run.progress(0.5);
      await obedient(run);
    });
    const id = await add();
    await until(async () => (await jobs.byId(id))?.progress === 0.5);
    expect(clock.now() - START).toBeLessThan(3_000);
    expect(await jobs.byId(id)).toMatchObject({ state: "running", note: "a quarter" });
  });

  it("is cancelled by its signal and is not tried again", async () => {
    let tries = 0;
    doing(async (run) => {
      tries++;
      await obedient(run);
    });
    const id = await add();
    await until(is(id, "running"));
    expect(await jobs.cancel(id)).toBe("running");
    await until(is(id, "cancelled"));
    await pass(MINUTE);
    expect(tries).toBe(1);
  });

  it("that returns when it is cancelled is cancelled, not done", async () => {
    doing(async (run) => void (await obedient(run).catch(() => {})));
    const id = await add();
    await until(is(id, "running"));
    await jobs.cancel(id);
    await until(is(id, "cancelled"));
  });
});

describe("the end of a runner", () => {
  it("lets a job finish that needs a moment, and takes no other", async () => {
    const made = doing(() => new Promise<void>((resolve) => void clock.setTimeout(resolve, 1_000)), {
      slots: 1,
    });
    const [first, second] = [await add(1), await add(2)];
    await until(is(first, "running"));
    await ended(made.stop());
    expect(await jobs.byId(first)).toMatchObject({ state: "done" });
    expect(await jobs.byId(second)).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("gives back what takes longer, at once and without counting the attempt", async () => {
    const made = doing(obedient);
    const id = await add();
    await until(is(id, "running"));
    const began = clock.now();
    await ended(made.stop());
    expect(clock.now() - began).toBeLessThan(3_000);
    expect(await jobs.byId(id)).toMatchObject({ state: "queued", attempts: 0, error: null });
    doing(async () => {});
    await until(is(id, "done"));
  });

  it("does not wait for work that does not listen", async () => {
    const made = doing(() => new Promise(() => {}));
    const id = await add();
    await until(is(id, "running"));
    const began = clock.now();
    await ended(made.stop());
    expect(clock.now() - began).toBeLessThan(5_000);
    expect(await jobs.byId(id)).toMatchObject({ state: "queued" });
    expect(clock.pending).toBe(0);
  });

  it("comes also before it has begun, and twice", async () => {
    const made = runner();
    await made.stop();
    made.start();
    await made.stop();
    expect(clock.pending).toBe(0);
  });
});

describe("a job that recurs", () => {
  const every = (ran: number[], options: Partial<RunnerOptions> = {}) => {
    const made = runner(options);
    made.every(RECURRING, { everyMs: 10 * MINUTE }, async () => void ran.push(clock.now()));
    made.start();
    return made;
  };

  it("is done once a period by three processes together", async () => {
    const ran: number[] = [];
    for (let i = 0; i < 3; i++) every(ran);
    await until(() => clock.now() >= START + 25 * MINUTE, 10_000);
    const periods = ran.map((at) => Math.floor(at / (10 * MINUTE)));
    // That of the period which the processes began in, and two more.
    expect(periods).toHaveLength(3);
    expect(new Set(periods).size).toBe(3);
    for (const at of ran.slice(1)) expect(at % (10 * MINUTE)).toBeLessThan(15_000);
  });

  it("is not done again by a process that starts in the same period, also when what ended was cleared away", async () => {
    const ran: number[] = [];
    const first = every(ran);
    await until(() => ran.length === 1);
    await ended(first.stop());
    await jobs.clear({ endedBefore: clock.now() + HOUR, failedBefore: clock.now() + HOUR });
    every(ran);
    await pass(MINUTE);
    expect(ran).toHaveLength(1);
  });

  it("makes up for one period that no process saw, not for ten", async () => {
    const ran: number[] = [];
    const first = every(ran);
    await until(() => ran.length === 1);
    await ended(first.stop());
    clock.step(100 * MINUTE);
    every(ran);
    await pass(MINUTE);
    expect(ran).toHaveLength(2);
  });

  it("is not even made while there is nothing to do, and leaves no row where its kind is forgotten", async () => {
    const ran: number[] = [];
    let isWanted = false;
    const often = jobKind("test.often", Nothing, { isForgotten: true });
    const made = runner();
    made.every(often, { everyMs: 2_000, isWanted: async () => isWanted }, async () => {
      ran.push(clock.now());
      // The one that runs is the only one there is.
      expect(await jobs.counts()).toEqual(new Map([["running", 1]]));
    });
    made.start();
    await pass(10_000);
    expect([ran, await jobs.counts()]).toEqual([[], new Map()]);
    const since = clock.now();
    isWanted = true;
    await until(() => ran.length === 3);
    expect((ran[0] ?? 0) - since).toBeLessThanOrEqual(2_500);
    expect((ran[2] ?? 0) - (ran[0] ?? 0)).toBeLessThanOrEqual(4_500);
    isWanted = false;
    await pass(4_000);
    expect(await jobs.counts()).toEqual(new Map());
  });

  it("clears away what ended a week ago", async () => {
    const id = await add();
    const made = doing(async () => {});
    await until(is(id, "done"));
    await ended(made.stop());
    clock.step(8 * 24 * HOUR);
    const next = runner();
    clearEndedJobs(next, jobs, () => clock.now());
    next.start();
    await until(async () => (await jobs.byId(id)) === null);
  });
});

it("figures tell what there is, what came of it, and how long the first has waited", async () => {
  const metrics = createMetrics();
  await jobs.enqueue(WORK, { n: 1 }, { dueAt: clock.now() + HOUR });
  await jobs.enqueue(jobKind("test.unknown", Nothing), {}, { dueAt: clock.now() - MINUTE });
  const id = await add(2);
  doing(
    async () => {
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 1_000));
      throw new Error("x");
    },
    { metrics },
  );
  await until(is(id, "failed"));
  await pass(20_000);
  const text = await metrics.text();
  expect(text).toMatch(/^strikewise_jobs\{state="queued"\} 2$/m);
  expect(text).toMatch(/^strikewise_jobs\{state="failed"\} 1$/m);
  expect(text).toMatch(/^strikewise_jobs\{state="done"\} 0$/m);
  expect(text).toMatch(/^strikewise_jobs_attempts_total\{outcome="retried"\} 2$/m);
  expect(text).toMatch(/^strikewise_jobs_attempts_total\{outcome="failed"\} 1$/m);
  expect(text).toMatch(/^strikewise_jobs_underway 0$/m);
  const late = Number(/^strikewise_jobs_late_seconds (.*)$/m.exec(text)?.[1]);
  expect(late).toBeGreaterThan(60);
  const seconds = Number(/^strikewise_jobs_seconds_total (.*)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(3);
});
