import type { Session, WorkOptions } from "../store/database.ts";
import type { ClaimedJob, JobClaims, Verdict } from "./claims.ts";
import type { JobClock } from "./job-clock.ts";
import { type JobLimits, type JobRun, LeaseLost } from "./jobs.ts";
import { retryDelay } from "./retry-delay.ts";

/** What came of an attempt. */
export type Outcome = "done" | "retried" | "failed" | "cancelled" | "released" | "lost";

/** Work that never fits: trying again would change nothing. */
export class Unworkable extends Error {
  override readonly name = "Unworkable";
}

/** A lease is renewed three times before it would end. */
const RENEWALS_A_LEASE = 3;
/** Progress is written at most this often, beside the renewals. */
const PROGRESS_MS = 1_000;
/** How long work may take to end after its signal was aborted, before it is left to itself. */
const GRACE_MS = 2_000;
/** How often storage that is away is asked again to take an outcome, as long as the lease lasts. */
const PERSIST_MS = 500;

type Ending = "cancel" | "late" | "stop" | "lost";
const WHY: Readonly<Record<Ending, string>> = {
  cancel: "It was cancelled",
  late: "It took longer than it may",
  stop: "Its process is ending",
  lost: "Another process may have it by now",
};

export interface ExecutionEdges {
  readonly claims: JobClaims;
  readonly clock: JobClock;
  readonly random: () => number;
  readonly leaseMs: number;
}

export interface Execution {
  /** never rejects */
  readonly ended: Promise<{ readonly outcome: Outcome; readonly error: unknown }>;
  /** Asks the work to end, and gives the job back when it does, or does not. */
  stop(): void;
}

const textOf = (error: unknown): string =>
  error instanceof Error
    ? error.name === "Error"
      ? error.message
      : `${error.name}: ${error.message}`
    : String(error);

/** Does one attempt at a job that was claimed, and holds its lease meanwhile. */
export function startExecution(
  job: ClaimedJob,
  limits: JobLimits,
  work: (run: JobRun<unknown>) => Promise<void>,
  { claims, clock, random, leaseMs }: ExecutionEdges,
): Execution {
  const renewMs = leaseMs / RENEWALS_A_LEASE;
  const progressMs = Math.min(PROGRESS_MS, renewMs);
  const controller = new AbortController();
  let ending: Ending | null = null;
  let isOver = false;
  let isCompleting = false;
  let isCompleted = false;
  let leaseEnd = clock.now() + leaseMs;
  let share = 0;
  let note: string | null = null;
  let isProgressDue = false;
  let renewal: unknown;
  let limit: unknown;
  let grace: unknown;
  let leaveAlone: () => void = () => {};
  const leftAlone = new Promise<void>((resolve) => {
    leaveAlone = resolve;
  });

  function end(how: Ending): void {
    if (ending !== null || isOver) return;
    ending = how;
    controller.abort(new LeaseLost(WHY[how]));
    grace = clock.setTimeout(leaveAlone, GRACE_MS);
  }

  function renewIn(ms: number): void {
    clock.clearTimeout(renewal);
    renewal = clock.setTimeout(() => void renew(), ms);
  }

  async function renew(): Promise<void> {
    isProgressDue = false;
    if (!isCompleting) {
      try {
        const newEnd = clock.now() + leaseMs;
        const answer = await claims.renew(job, leaseMs, share, note);
        // Its answer may come after the job was completed, and says nothing then.
        if (isOver || isCompleted) return;
        if (answer === "lost") end("lost");
        else leaseEnd = newEnd;
        if (answer === "cancelled") end("cancel");
      } catch {
        // Storage is away. As long as the lease lasts, no other process has the job.
        if (clock.now() >= leaseEnd) end("lost");
      }
    }
    if (!isOver && !isCompleted) renewIn(isProgressDue ? progressMs : renewMs);
  }

  /** Until storage takes it or the lease is over; then the job is as if its process had died. */
  async function persist<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (error instanceof LeaseLost || clock.now() + PERSIST_MS >= leaseEnd) throw error;
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, PERSIST_MS));
      }
    }
  }

  async function complete(
    change?: (session: Session) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void> {
    if (isOver || isCompleted) throw new LeaseLost("The job is over");
    isCompleting = true;
    try {
      await claims.complete(job, change, { ...options, isForgotten: limits.isForgotten });
      isCompleted = true;
    } finally {
      isCompleting = false;
    }
  }

  const run: JobRun<unknown> = {
    id: job.id,
    payload: job.payload,
    attempt: job.attempts,
    signal: controller.signal,
    progress(to, words) {
      share = Math.min(Math.max(to, 0), 1);
      if (words !== undefined) note = words;
      if (isProgressDue || isOver || isCompleted) return;
      isProgressDue = true;
      renewIn(progressMs);
    },
    complete,
  };

  async function attempt(): Promise<void> {
    if (job.isCancelAsked) {
      ending = "cancel";
      throw new LeaseLost(WHY.cancel);
    }
    if (job.attempts > job.mostAttempts) {
      throw new Unworkable(
        `Each of ${job.mostAttempts} processes that ran it ended, or was silent, before it was done`,
      );
    }
    renewIn(renewMs);
    limit = clock.setTimeout(() => end("late"), limits.limitMs);
    const working = work(run);
    // Left alone it may still fail, when nothing waits for it any more.
    working.catch(() => {});
    await Promise.race([working, leftAlone]);
    // What has returned after it was told to end has mostly not done all of it.
    controller.signal.throwIfAborted();
    if (!isCompleted) await persist(() => complete());
  }

  /** What is said of an attempt that failed. */
  function verdictOf(error: unknown): { readonly outcome: Outcome; readonly verdict: Verdict } {
    if (ending === "cancel") return { outcome: "cancelled", verdict: { state: "cancelled", error: null } };
    const text = textOf(ending === "late" ? `${WHY.late}: ${limits.limitMs} ms` : error);
    if (error instanceof Unworkable || job.attempts >= job.mostAttempts) {
      return { outcome: "failed", verdict: { state: "failed", error: text } };
    }
    const dueAt = clock.now() + retryDelay(limits, job.attempts, random());
    return { outcome: "retried", verdict: { state: "queued", dueAt, error: text } };
  }

  async function toTheEnd(): Promise<{ outcome: Outcome; error: unknown }> {
    try {
      await attempt();
      return { outcome: "done", error: null };
    } catch (error) {
      if (isCompleted) return { outcome: "done", error };
      try {
        if (ending === "stop") {
          return {
            outcome: (await persist(() => claims.release(job))) ? "released" : "lost",
            error: null,
          };
        }
        const { outcome, verdict } = verdictOf(error);
        const isTaken = await persist(() => claims.settle(job, verdict));
        return { outcome: isTaken ? outcome : "lost", error };
      } catch {
        // The lease ends, and the job is taken again.
        return { outcome: "lost", error };
      }
    } finally {
      isOver = true;
      for (const timer of [renewal, limit, grace]) clock.clearTimeout(timer);
    }
  }

  return { ended: toTheEnd(), stop: () => end("stop") };
}
