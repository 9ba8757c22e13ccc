import { Type } from "typebox";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type JobKind, jobKind, LeaseLost } from "#server/platform/jobs/jobs.ts";
import { createJobs, type JobRepository } from "#server/platform/jobs/repository.ts";
import type { Database, Session } from "#server/platform/store/database.ts";

export interface JobsHarness {
  /** doors to one database: as many processes */
  readonly doors: readonly [Database, Database];
  /** takes every row away */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const START = Date.UTC(2026, 10, 21, 8);
const LEASE = 30_000;
const DAY = 86_400_000;
const COUNT = jobKind("test.count", Type.Object({ n: Type.Integer() }), { attempts: 2 });
const OTHER = jobKind("test.other", Type.Object({}));

/** What every table of jobs promises, whatever database it is in. */
export function jobsContract(name: string, open: () => Promise<JobsHarness>): void {
  describe(`jobs contract: ${name}`, () => {
    let harness: JobsHarness;
    let jobs: JobRepository;
    let others: JobRepository;
    let at = START;
    beforeAll(async () => {
      harness = await open();
      const [here, there] = harness.doors;
      jobs = createJobs(here, { now: () => at });
      others = createJobs(there, { now: () => at });
      await here.write(({ query }) => query("create table effects (job text not null, n integer not null)"));
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(async () => {
      at = START;
      await harness.empty();
    });

    const queued = async (n = 1) => (await jobs.enqueue(COUNT, { n })).id;
    const claim = (by = jobs, most = 10) => by.claim([COUNT.name], most, LEASE);
    async function claimed() {
      await queued();
      const [job] = await claim();
      return job!;
    }
    const effects = async () =>
      (await harness.doors[0].read(({ query }) => query("select n from effects order by n"))).map(([n]) => n);

    it("keeps a job as it was given, and hands it out when it is due", async () => {
      const { id, isNew } = await jobs.enqueue(COUNT, { n: 7 }, { dueAt: START + 1_000 });
      expect(isNew).toBe(true);
      expect(await claim()).toEqual([]);
      at += 1_000;
      expect(await claim()).toEqual([
        {
          ...{ id, lease: 1, name: "test.count", payload: { n: 7 } },
          ...{ attempts: 1, mostAttempts: 2, isCancelAsked: false },
        },
      ]);
      expect(await jobs.byId(id)).toEqual({
        ...{ id, name: "test.count", key: null, state: "running", dueAt: at + LEASE },
        ...{ attempts: 1, mostAttempts: 2, isCancelAsked: false, progress: 0, note: null, error: null },
        ...{ createdAt: START, startedAt: at, endedAt: null },
      });
      expect(await jobs.byId("nothing")).toBe(null);
    });

    it("hands out what has waited longest first, no more than is wanted, and only names that are known", async () => {
      await jobs.enqueue(OTHER, {}, { dueAt: START - 9 });
      for (const n of [3, 1, 2]) await jobs.enqueue(COUNT, { n }, { dueAt: START - 4 + n });
      const first = await claim(jobs, 2);
      expect(first.map(({ payload }) => (payload as { n: number }).n).sort()).toEqual([1, 2]);
      expect((await claim()).map(({ payload }) => payload)).toEqual([{ n: 3 }]);
      expect(await jobs.claim([OTHER.name], 10, LEASE)).toHaveLength(1);
    });

    it("hands a job out once, however many ask at the same moment", async () => {
      for (let n = 0; n < 30; n++) await queued(n);
      const hands = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(i % 2 ? jobs : others, 2)));
      const ids = hands.flat().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const rest = await claim(jobs, 100);
      expect(ids.length + rest.length).toBe(30);
    });

    it("knows a job by its key, also from two processes at once, and after it has ended", async () => {
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? jobs : others).enqueue(COUNT, { n }, { key: "day" })),
      );
      expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      const [job] = await claim();
      await jobs.complete(job!);
      expect(await jobs.enqueue(COUNT, { n: 1 }, { key: "day" })).toEqual({ id: job!.id, isNew: false });
      expect((await jobs.enqueue(COUNT, { n: 1 }, { key: "next day" })).isNew).toBe(true);
      expect((await jobs.enqueue(OTHER, {}, { key: "day" })).isNew).toBe(true);
    });

    it("makes a job with its maker's transaction, or not at all", async () => {
      const failing = harness.doors[0].transaction(async (session) => {
        await jobs.enqueue(COUNT, { n: 1 }, { session });
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await jobs.counts()).toEqual(new Map());
      await harness.doors[0].transaction((session) => jobs.enqueue(COUNT, { n: 1 }, { session }));
      expect(await jobs.counts()).toEqual(new Map([["queued", 1]]));
    });

    it("refuses a payload that is none of its kind, or longer than 64 KiB", async () => {
      const invalid = { code: "request.invalid" };
      const odd = { n: "one" } as unknown as { n: number };
      await expect(jobs.enqueue(COUNT, odd)).rejects.toMatchObject(invalid);
      const text = jobKind("test.text", Type.String());
      const fits = "é".repeat((64 * 1024 - 2) / 2);
      await expect(jobs.enqueue(text, `${fits}x`)).rejects.toMatchObject(invalid);
      await jobs.enqueue(text, fits);
      const [job] = await jobs.claim([text.name], 1, LEASE);
      expect(job?.payload).toBe(fits);
    });

    it("brings back odd values: null, NUL, quotes, lone surrogates in notes and errors", async () => {
      const any = jobKind("test.any", Type.Unknown());
      for (const payload of [null, "\u0000'\"\\", { a: [1e-300, "😀"] }, false]) {
        await jobs.enqueue(any as JobKind, payload);
        const [job] = await jobs.claim([any.name], 1, LEASE);
        expect(job?.payload).toEqual(payload);
        expect(await jobs.renew(job!, LEASE, 1 / 3, "half\u0000 \ud83d")).toBe("kept");
        await jobs.settle(job!, { state: "failed", error: "no\u0000 ".repeat(2_000) });
        const kept = await jobs.byId(job!.id);
        expect(kept).toMatchObject({ progress: 1 / 3, note: "half\ufffd \ufffd", state: "failed" });
        expect(kept?.error).toHaveLength(2_000);
      }
    });

    describe("a lease", () => {
      it("that has ended gives the job to the next one, and what its first holder says no longer counts", async () => {
        const first = await claimed();
        at += LEASE - 1;
        expect(await claim(others)).toEqual([]);
        at += 1;
        const [second] = await claim(others);
        expect(second).toMatchObject({ id: first.id, lease: 2, attempts: 2 });
        expect(await jobs.renew(first, LEASE, 0.5, null)).toBe("lost");
        const change = jobs.complete(first, async ({ query }) => {
          await query("insert into effects values ($1, 1)", [first.id]);
        });
        await expect(change).rejects.toThrow(LeaseLost);
        expect(await jobs.settle(first, { state: "failed", error: "late" })).toBe(false);
        expect(await jobs.release(first)).toBe(false);
        expect(await effects()).toEqual([]);
        expect(await jobs.byId(first.id)).toMatchObject({ state: "running", progress: 0, error: null });
        await others.complete(second!);
        expect(await jobs.byId(first.id)).toMatchObject({ state: "done", endedAt: at });
      });

      it("that is renewed holds", async () => {
        const job = await claimed();
        for (let i = 0; i < 5; i++) {
          at += LEASE - 1;
          expect(await jobs.renew(job, LEASE, i / 10, `step ${i}`)).toBe("kept");
          expect(await claim(others)).toEqual([]);
        }
        expect(await jobs.byId(job.id)).toMatchObject({ progress: 0.4, note: "step 4" });
      });

      it("that has ended may still be used as long as no other holder has come", async () => {
        const job = await claimed();
        at += 10 * LEASE;
        expect(await jobs.renew(job, LEASE, 0, null)).toBe("kept");
        expect(await claim(others)).toEqual([]);
      });

      it("that was lost to another try by an operator stays lost", async () => {
        const job = await claimed();
        await jobs.settle(job, { state: "failed", error: "x" });
        await jobs.retry(job.id);
        await expect(jobs.complete(job)).rejects.toThrow(LeaseLost);
        const [again] = await claim();
        expect(again?.lease).toBe(2);
        await expect(jobs.complete(job)).rejects.toThrow(LeaseLost);
      });
    });

    describe("an end", () => {
      it("and its change are one: both are there, or neither", async () => {
        const job = await claimed();
        const broken = jobs.complete(job, async ({ query }) => {
          await query("insert into effects values ($1, 1)", [job.id]);
          throw new Error("half way");
        });
        await expect(broken).rejects.toThrow("half way");
        expect(await effects()).toEqual([]);
        expect(await jobs.byId(job.id)).toMatchObject({ state: "running" });
        await jobs.complete(job, async ({ query }) => {
          await query("insert into effects values ($1, 2)", [job.id]);
        });
        expect(await effects()).toEqual([2]);
        expect(await jobs.byId(job.id)).toMatchObject({ state: "done", progress: 1 });
      });

      it("of a job that is forgotten takes its row away with its change, and counts once", async () => {
        const job = await claimed();
        const change = async ({ query }: Session) =>
          void (await query("insert into effects values ('x', 7)"));
        await jobs.complete(job, change, { isForgotten: true });
        expect([await effects(), await jobs.byId(job.id)]).toEqual([[7], null]);
        await expect(jobs.complete(job, change, { isForgotten: true })).rejects.toThrow(LeaseLost);
        expect(await effects()).toEqual([7]);
      });

      it("is not passed by while its change is being made, even if the lease ends meanwhile", async () => {
        const job = await claimed();
        const later: { hands: Promise<unknown> } = { hands: Promise.resolve([]) };
        await jobs.complete(job, async ({ query }) => {
          at += 2 * LEASE;
          // Where there is one connection this waits for the change, elsewhere it passes the row over.
          later.hands = claim(others);
          await query("insert into effects values ($1, 1)", [job.id]);
        });
        expect(await later.hands).toEqual([]);
        expect(await effects()).toEqual([1]);
      });

      it("is made once of twenty that are said at once", async () => {
        const job = await claimed();
        const ends = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 ? jobs : others).complete(job, async ({ query }) => {
              await query("insert into effects values ($1, $2)", [job.id, n]);
            }),
          ),
        );
        expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        expect(await effects()).toHaveLength(1);
      });
    });

    it("queues again what failed, and ends what has failed for good with the reason", async () => {
      const job = await claimed();
      await jobs.settle(job, { state: "queued", dueAt: START + 500, error: "no luck" });
      expect(await jobs.byId(job.id)).toMatchObject({
        state: "queued",
        dueAt: START + 500,
        error: "no luck",
      });
      expect(await claim()).toEqual([]);
      at += 500;
      const [again] = await claim();
      await jobs.settle(again!, { state: "failed", error: "no luck at all" });
      const failed = { state: "failed", attempts: 2, error: "no luck at all", endedAt: at };
      expect(await jobs.byId(job.id)).toMatchObject(failed);
      at += DAY;
      expect(await claim()).toEqual([]);
      expect((await jobs.list("failed", 10)).map(({ id }) => id)).toEqual([job.id]);
    });

    it("gives back what was not tried without counting it", async () => {
      const job = await claimed();
      expect(await jobs.release(job)).toBe(true);
      expect(await jobs.byId(job.id)).toMatchObject({ state: "queued", attempts: 0 });
      expect(await claim()).toMatchObject([{ id: job.id, attempts: 1, lease: 2 }]);
    });

    describe("cancelling", () => {
      it("ends what waits at once", async () => {
        const id = await queued();
        expect(await jobs.cancel(id)).toBe("cancelled");
        expect(await jobs.byId(id)).toMatchObject({ state: "cancelled", endedAt: START });
        expect(await claim()).toEqual([]);
        expect(await jobs.cancel(id)).toBe(null);
        expect(await jobs.cancel("nothing")).toBe(null);
      });

      it("reaches what runs with its next renewal, and keeps it from being tried again", async () => {
        const job = await claimed();
        expect(await others.cancel(job.id)).toBe("running");
        expect(await jobs.renew(job, LEASE, 0, null)).toBe("cancelled");
        await jobs.settle(job, { state: "queued", dueAt: START, error: "stopped" });
        expect(await jobs.byId(job.id)).toMatchObject({ state: "cancelled", endedAt: START });
      });

      it("of a job whose process died is known to the next one that takes it", async () => {
        const job = await claimed();
        await jobs.cancel(job.id);
        at += LEASE;
        expect(await claim()).toMatchObject([{ id: job.id, isCancelAsked: true }]);
      });

      it("comes too late for what is done", async () => {
        const job = await claimed();
        await jobs.cancel(job.id);
        await jobs.complete(job);
        expect(await jobs.byId(job.id)).toMatchObject({ state: "done" });
      });
    });

    it("tries anew what failed or was cancelled, with all attempts, and nothing else", async () => {
      const failed = await claimed();
      await jobs.settle(failed, { state: "failed", error: "x" });
      const cancelled = await queued();
      await jobs.cancel(cancelled);
      const waiting = await queued();
      expect(await jobs.retry(waiting)).toBe(false);
      expect(await jobs.retry("nothing")).toBe(false);
      for (const id of [failed.id, cancelled]) {
        expect(await jobs.retry(id)).toBe(true);
        expect(await jobs.retry(id)).toBe(false);
        const anew = { state: "queued", attempts: 0, isCancelAsked: false, endedAt: null };
        expect(await jobs.byId(id)).toMatchObject(anew);
      }
      expect(await claim()).toHaveLength(3);
    });

    it("counts what there is of each state, and says since when the first is due", async () => {
      expect(await jobs.due()).toEqual({ count: 0, since: null });
      await jobs.enqueue(COUNT, { n: 1 }, { dueAt: START - 2_000 });
      await jobs.enqueue(COUNT, { n: 2 }, { dueAt: START - 1_000 });
      await jobs.enqueue(COUNT, { n: 3 }, { dueAt: START + 1_000 });
      expect(await jobs.due()).toEqual({ count: 2, since: START - 2_000 });
      await claim(jobs, 1);
      expect(await jobs.due()).toEqual({ count: 1, since: START - 1_000 });
      expect(await jobs.counts()).toEqual(
        new Map([
          ["queued", 2],
          ["running", 1],
        ]),
      );
    });

    it("clears away what ended long ago, failures later, and keeps keys that are still taken", async () => {
      const ended: string[] = [];
      for (const key of ["free", "taken"]) {
        const keyUntil = key === "taken" ? START + 30 * DAY : START;
        const { id } = await jobs.enqueue(COUNT, { n: 1 }, { key, keyUntil });
        const [job] = await claim();
        await jobs.complete(job!);
        ended.push(id);
      }
      const failed = await claimed();
      await jobs.settle(failed, { state: "failed", error: "x" });
      const waiting = await queued();
      const running = await claimed();
      at += 8 * DAY;
      const left = async () => {
        const all = [...ended, failed.id, waiting, running.id];
        const there = await Promise.all(all.map((id) => jobs.byId(id)));
        return there.map((job) => job !== null);
      };
      const clear = () => jobs.clear({ endedBefore: at - 7 * DAY, failedBefore: at - 60 * DAY });
      expect(await clear()).toBe(1);
      expect(await left()).toEqual([false, true, true, true, true]);
      at += 60 * DAY;
      expect(await clear()).toBe(2);
      expect(await left()).toEqual([false, false, false, true, true]);
      expect((await jobs.enqueue(COUNT, { n: 1 }, { key: "taken" })).isNew).toBe(true);
    });

    it("finds what is due by its index among twenty thousand", async () => {
      const [here] = harness.doors;
      await here.write(({ query }) =>
        query(
          `insert into jobs (id, name, payload, state, due_at, attempts, most_attempts, lease, progress, created_at, ended_at)
           select 'j' || i, 'test.count', '{"n":1}', case when i % 100 = 0 then 'queued' else 'done' end, i, 1, 5, 1, 1, 1, 1
           from generate_series(1, 20000) i`,
        ),
      );
      await here.write(({ query }) => query("analyze jobs"));
      const plan = await here.read(({ query }) =>
        query(
          `explain select id from jobs where state in ('queued', 'running') and due_at <= 1e15::bigint
           and name in ('test.count') order by due_at limit 4 for update skip locked`,
        ),
      );
      expect(plan.flat().join("\n")).toContain("jobs_due");
      expect((await claim(jobs, 4)).map(({ id }) => id).sort()).toEqual(["j100", "j200", "j300", "j400"]);
    });
  });
}
