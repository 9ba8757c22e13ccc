import type { Static, TSchema } from "typebox";
import type { Session, WorkOptions } from "../store/database.ts";

/*
 * Work that is done later, once, by whichever process has time: the words that its makers, its doers and its keepers share.
 *
 * A job is run at least once. A process that dies, or that is silent for longer than its lease, loses the job to another one;
 * should it still be alive, it is told so by its signal, and what it says of the job no longer counts. What a job changes in
 * the database is changed exactly once when it is done inside `complete`. Decision 0018 says why.
 */

export const JOB_STATES = ["running", "queued", "failed", "cancelled", "done"] as const;
/** `failed` and `cancelled` stay until an operator asks for another try, or their time is over. */
export type JobState = (typeof JOB_STATES)[number];

export interface JobLimits {
  /** how often it is tried before it has failed; a process that dies in the middle has tried, too */
  readonly attempts: number;
  /** the wait before the second attempt, ms; each further one doubles up to the longest */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** an attempt that takes longer has failed */
  readonly limitMs: number;
  /** when it is done its row is removed at once: of what recurs every few seconds, history would be all that there is */
  readonly isForgotten: boolean;
}

/** What jobs of a name have in common. */
export interface JobKind<T extends TSchema = TSchema> extends JobLimits {
  /** such as `sessions.sweep` */
  readonly name: string;
  readonly payload: T;
}

const LIMITS: JobLimits = {
  attempts: 5,
  firstRetryMs: 5_000,
  longestRetryMs: 600_000,
  limitMs: 600_000,
  isForgotten: false,
};
const NAME = /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$/;

/** @throws RangeError when the name is not of lower-case words with dots or dashes between them */
export function jobKind<T extends TSchema>(
  name: string,
  payload: T,
  limits: Partial<JobLimits> = {},
): JobKind<T> {
  if (!NAME.test(name)) throw new RangeError(`${name} is no name of a job`);
  return { ...LIMITS, ...limits, name, payload };
}

/** One attempt at a job, as the code sees it that does it. */
export interface JobRun<P> {
  readonly id: string;
  readonly payload: P;
  /** 1 for the first */
  readonly attempt: number;
  /**
   * Aborted when the job is cancelled, takes too long, or belongs to another process by now, and when this process ends.
   * Work that takes more than a moment looks at it between its steps and throws its reason.
   */
  readonly signal: AbortSignal;
  /** Says how far it is, 0 to 1, and with what; it is written within a second or two. */
  progress(share: number, note?: string): void;
  /**
   * Ends the job and makes its change, both or neither, in one transaction. The change must be short: it holds the job's row
   * and on the embedded database everybody else. Without this call the job is done when its work has returned.
   * @throws LeaseLost when another process has the job: nothing was changed
   */
  complete(change: (session: Session) => Promise<void>, options?: WorkOptions): Promise<void>;
}

export type JobWork<T extends TSchema> = (run: JobRun<Static<T>>) => Promise<void>;

/** The job is another process's by now, or was cancelled, or is over. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** A job as it is kept. */
export interface Job {
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly state: JobState;
  /** epoch ms; of a running job the end of its lease */
  readonly dueAt: number;
  readonly attempts: number;
  readonly mostAttempts: number;
  readonly isCancelAsked: boolean;
  readonly progress: number;
  readonly note: string | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface EnqueueOptions {
  /** epoch ms, now by default */
  readonly dueAt?: number;
  /** a job of this name that has the same key is the same job */
  readonly key?: string;
  /** how long the key stays taken at least, epoch ms; by default until the ended job is cleared away */
  readonly keyUntil?: number;
  /** the caller's transaction: without its commit there is no job */
  readonly session?: Session;
}

export interface Enqueued {
  readonly id: string;
  /** false when the key was taken: the id is that of the job that has it */
  readonly isNew: boolean;
}

/** What may be done with jobs from the outside. Everything rejects as every call of storage does. */
export interface Jobs {
  /** @throws AppError request.invalid when the payload is none of its kind, or longer than 64 KiB of JSON */
  enqueue<T extends TSchema>(
    kind: JobKind<T>,
    payload: Static<T>,
    options?: EnqueueOptions,
  ): Promise<Enqueued>;
  byId(id: string): Promise<Job | null>;
  /** those of a state: what waits by its time, what has ended with the latest first */
  list(state: JobState, most: number): Promise<readonly Job[]>;
  /** how many there are of each state that has any */
  counts(): Promise<ReadonlyMap<JobState, number>>;
  /**
   * Ends a queued job, and asks the process that runs one to stop.
   * @returns what it is now: "cancelled", or "running" until its process has heard; null when it is over, or unknown
   */
  cancel(id: string): Promise<"cancelled" | "running" | null>;
  /** Queues a failed or cancelled job anew, with all its attempts. @returns false when it is neither */
  retry(id: string): Promise<boolean>;
}
