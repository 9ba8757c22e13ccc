import { type Static, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../lib/metrics.ts";
import type { ClaimedJob } from "./claims.ts";
import { type Execution, type Outcome, startExecution, Unworkable } from "./execution.ts";
import { type JobClock, systemClock } from "./job-clock.ts";
import { createJobFigures } from "./job-figures.ts";
import type { JobKind, JobLimits, JobRun, JobWork } from "./jobs.ts";
import { periodAt, type Schedule } from "./periods.ts";
import type { JobRepository } from "./repository.ts";

/** A process that was killed is missed after this long; one that lives says so three times as often. */
const LEASE_MS = 30_000;
/** Jobs that one process does at a time. They share its thread: more would only wait for one another. */
const SLOTS = 4;
/** With nothing to do the table is looked at less and less often, one statement each time; jobs of this process are seen at once. */
const FIRST_IDLE_MS = 250;
const LONGEST_IDLE_MS = 2_000;
/** How long work may go on when the process ends, before it is asked to stop. */
const FINISH_MS = 2_000;
/** A key of a period is held past its end, for processes whose clocks differ. */
const KEY_SLACK_MS = 3_600_000;

export const Nothing = Type.Object({});
export type Nothing = typeof Nothing;

export interface JobRunner {
  /** How jobs of a kind are done. Jobs of other kinds are left to other processes. */
  handle<T extends TSchema>(kind: JobKind<T>, work: JobWork<T>): void;
  /** As `handle`, and sees to it that there is one in every period, made by whichever process comes first. */
  every(kind: JobKind<Nothing>, schedule: Schedule, work: JobWork<Nothing>): void;
  start(): void;
  /** Looks for jobs now: something was queued here. */
  wake(): void;
  /** Takes no more jobs; lets those under way finish, asks what takes longer to stop, and gives it back. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly repository: JobRepository;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly clock?: JobClock;
  /** 0 to 1, for the spread of retries */
  readonly random?: () => number;
  readonly leaseMs?: number;
  readonly slots?: number;
}

interface Known {
  readonly limits: JobLimits;
  work(run: JobRun<unknown>): Promise<void>;
}

interface Recurring {
  readonly kind: JobKind<Nothing>;
  readonly schedule: Schedule;
  /** of the period whose job is there; -Infinity before the first */
  madeAt: number;
}

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { repository, log, clock = systemClock, random = Math.random } = options;
  const { leaseMs = LEASE_MS, slots = SLOTS } = options;
  const known = new Map<string, Known>();
  const recurring: Recurring[] = [];
  const running = new Set<Execution>();
  const figures = createJobFigures({ repository, clock, running: () => running.size });
  if (options.metrics !== undefined) figures.addTo(options.metrics);
  let state: "new" | "started" | "stopping" = "new";
  let idleMs = FIRST_IDLE_MS;
  let timer: unknown;
  let turning: Promise<void> | null = null;
  let isWoken = false;

  function report(job: ClaimedJob, outcome: Outcome, error: unknown, tookMs: number): void {
    figures.ended(outcome, tookMs);
    const about = { job: job.id, name: job.name, attempt: job.attempts, tookMs };
    if (outcome === "failed")
      log.error({ ...about, err: error }, "jobs: one has failed and is not tried again");
    else if (error !== null && outcome !== "cancelled")
      log.warn({ ...about, outcome, err: error }, "jobs: an attempt came to nothing");
    else log.debug({ ...about, outcome }, "jobs: an attempt has ended");
  }

  function launch(job: ClaimedJob): void {
    const kind = known.get(job.name);
    if (kind === undefined) return;
    const began = clock.now();
    const edges = { claims: repository, clock, random, leaseMs };
    const execution = startExecution(job, kind.limits, kind.work, edges);
    running.add(execution);
    void execution.ended.then(({ outcome, error }) => {
      running.delete(execution);
      report(job, outcome, error, clock.now() - began);
      wake();
    });
  }

  /** Makes the jobs of periods that have begun, unless another process has. @returns when the next one begins */
  async function makeRecurring(): Promise<number> {
    let nextAt = Number.POSITIVE_INFINITY;
    for (const each of recurring) {
      const period = periodAt(each.schedule, clock.now());
      const { isWanted } = each.schedule;
      if (period.dueAt > each.madeAt && (isWanted === undefined || (await isWanted()))) {
        const { dueAt } = period;
        const keyUntil = period.nextAt + KEY_SLACK_MS;
        await repository.enqueue(each.kind, {}, { dueAt, key: new Date(dueAt).toISOString(), keyUntil });
        each.madeAt = dueAt;
      }
      nextAt = Math.min(nextAt, period.nextAt);
    }
    return nextAt;
  }

  /** @returns ms until the next look */
  async function turn(): Promise<number> {
    try {
      const nextAt = await makeRecurring();
      const free = slots - running.size;
      const jobs = free > 0 ? await repository.claim([...known.keys()], free, leaseMs) : [];
      for (const job of jobs) launch(job);
      await figures.look();
      idleMs = jobs.length > 0 ? FIRST_IDLE_MS : Math.min(2 * idleMs, LONGEST_IDLE_MS);
      return Math.max(0, Math.min(idleMs, nextAt - clock.now()));
    } catch (error) {
      log.debug({ err: error }, "jobs: storage is away");
      return LONGEST_IDLE_MS;
    }
  }

  async function look(): Promise<void> {
    let waitMs = 0;
    do {
      isWoken = false;
      waitMs = await turn();
    } while (isWoken && state === "started");
    turning = null;
    if (state === "started") timer = clock.setTimeout(begin, waitMs);
  }

  function begin(): void {
    turning ??= look();
  }

  function wake(): void {
    if (state !== "started") return;
    idleMs = FIRST_IDLE_MS;
    isWoken = true;
    clock.clearTimeout(timer);
    begin();
  }

  function handle<T extends TSchema>(kind: JobKind<T>, work: JobWork<T>): void {
    if (known.has(kind.name)) throw new Error(`Jobs "${kind.name}" are handled already`);
    known.set(kind.name, {
      limits: kind,
      async work(run) {
        const { payload } = run;
        if (!Value.Check(kind.payload, payload)) throw new Unworkable("Its payload is none of its kind");
        await work({ ...run, payload: payload as Static<T> });
      },
    });
  }

  return {
    handle,
    every(kind, schedule, work) {
      handle(kind, work);
      recurring.push({ kind, schedule, madeAt: Number.NEGATIVE_INFINITY });
    },
    start() {
      if (state !== "new") return;
      state = "started";
      begin();
    },
    wake,
    async stop() {
      if (state === "stopping") return;
      state = "stopping";
      clock.clearTimeout(timer);
      await turning;
      const all = Promise.all([...running].map(({ ended }) => ended));
      const patience = clock.setTimeout(() => {
        for (const execution of running) execution.stop();
      }, FINISH_MS);
      await all;
      clock.clearTimeout(patience);
    },
  };
}
