import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, isNull, lte, min, or, sql } from "drizzle-orm";
import { Value } from "typebox/value";
import { AppError } from "#domain/errors.ts";
import type { Executor, Session } from "../store/database.ts";
import { createClaims, IS_OPEN, type JobClaims } from "./claims.ts";
import type { Enqueued, Job, JobState, Jobs } from "./jobs.ts";
import { jobs } from "./schema.ts";

const MOST_PAYLOAD_BYTES = 64 * 1024;
/** Rows that a clearing away removes in one statement. */
const ROWS_A_STATEMENT = 1_000;

/** What those use that run jobs. */
export interface JobRepository extends Jobs, JobClaims {
  /** Of what waits: how many are due, and since when the first of them is. */
  due(): Promise<{ readonly count: number; readonly since: number | null }>;
  /** Clears away what ended before these times, unless its key is still taken. @returns how many */
  clear(limits: { readonly endedBefore: number; readonly failedBefore: number }): Promise<number>;
}

interface Edges {
  readonly now?: () => number;
  readonly newId?: () => string;
}

const JOB = {
  id: jobs.id,
  name: jobs.name,
  key: jobs.key,
  state: jobs.state,
  dueAt: jobs.dueAt,
  attempts: jobs.attempts,
  mostAttempts: jobs.mostAttempts,
  cancelAskedAt: jobs.cancelAskedAt,
  progress: jobs.progress,
  note: jobs.note,
  error: jobs.error,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  endedAt: jobs.endedAt,
};

type Row = Omit<Job, "isCancelAsked"> & { readonly cancelAskedAt: number | null };

const asJob = ({ cancelAskedAt, ...job }: Row): Job => ({ ...job, isCancelAsked: cancelAskedAt !== null });

function textOf(payload: unknown, name: string): string {
  const text = JSON.stringify(payload) ?? "null";
  if (Buffer.byteLength(text) <= MOST_PAYLOAD_BYTES) return text;
  throw new AppError("request.invalid", `A job "${name}" has a payload of at most 64 KiB`);
}

export function createJobs(
  executor: Executor,
  { now = Date.now, newId = randomUUID }: Edges = {},
): JobRepository {
  return {
    ...createClaims(executor, now),

    async enqueue(kind, payload, { dueAt, key, keyUntil, session } = {}) {
      const { name, attempts: mostAttempts } = kind;
      if (!Value.Check(kind.payload, payload)) {
        throw new AppError("request.invalid", `That is no payload of a job "${name}"`);
      }
      const at = now();
      const row = {
        ...{ id: newId(), name, payload: textOf(payload, name), state: "queued" as const, mostAttempts },
        ...{ dueAt: dueAt ?? at, createdAt: at, attempts: 0, lease: 0, progress: 0 },
        ...(key === undefined ? {} : { key, keyUntil: keyUntil ?? null }),
      };
      async function insert({ db }: Session): Promise<Enqueued> {
        for (;;) {
          const [made] = await db.insert(jobs).values(row).onConflictDoNothing().returning({ id: jobs.id });
          if (made !== undefined || key === undefined) return { id: row.id, isNew: true };
          const isIt = and(eq(jobs.name, name), eq(jobs.key, key));
          const [there] = await db.select({ id: jobs.id }).from(jobs).where(isIt);
          // Cleared away since: its key is free again.
          if (there !== undefined) return { id: there.id, isNew: false };
        }
      }
      return session === undefined ? await executor.write(insert) : await insert(session);
    },

    byId: (id) =>
      executor.read(async ({ db }) => {
        const [row] = await db.select(JOB).from(jobs).where(eq(jobs.id, id));
        return row === undefined ? null : asJob(row);
      }),

    list: (state, most) =>
      executor.read(async ({ db }) => {
        const isWaiting = state === "queued" || state === "running";
        const order = isWaiting ? asc(jobs.dueAt) : desc(jobs.endedAt);
        const rows = await db
          .select(JOB)
          .from(jobs)
          .where(eq(jobs.state, state))
          .orderBy(order, asc(jobs.id))
          .limit(most);
        return rows.map(asJob);
      }),

    counts: () =>
      executor.read(async ({ db }) => {
        const count = sql<number>`count(*)::int`;
        const rows = await db.select({ state: jobs.state, count }).from(jobs).groupBy(jobs.state);
        return new Map<JobState, number>(rows.map(({ state, count }) => [state, count]));
      }),

    cancel: (id) =>
      executor.write(async ({ db }) => {
        const at = now();
        const isQueued = sql`${jobs.state} = 'queued'`;
        const [row] = await db
          .update(jobs)
          .set({
            cancelAskedAt: at,
            state: sql`case when ${isQueued} then 'cancelled' else ${jobs.state} end`,
            endedAt: sql`case when ${isQueued} then ${at}::bigint end`,
          })
          .where(and(eq(jobs.id, id), inArray(jobs.state, ["queued", "running"])))
          .returning({ state: jobs.state });
        return row === undefined ? null : row.state === "running" ? "running" : "cancelled";
      }),

    retry: (id) =>
      executor.write(async ({ db }) => {
        const again = await db
          .update(jobs)
          .set({
            state: "queued",
            dueAt: now(),
            attempts: 0,
            progress: 0,
            cancelAskedAt: null,
            endedAt: null,
          })
          .where(and(eq(jobs.id, id), inArray(jobs.state, ["failed", "cancelled"])))
          .returning({ id: jobs.id });
        return again.length > 0;
      }),

    due: () =>
      executor.read(async ({ db }) => {
        const [row] = await db
          .select({ count: sql<number>`count(*)::int`, since: min(jobs.dueAt) })
          .from(jobs)
          .where(and(IS_OPEN, lte(jobs.dueAt, now())));
        return { count: row?.count ?? 0, since: row?.since ?? null };
      }),

    async clear({ endedBefore, failedBefore }) {
      const at = now();
      const isOver = or(
        and(inArray(jobs.state, ["done", "cancelled"]), lte(jobs.endedAt, endedBefore)),
        and(eq(jobs.state, "failed"), lte(jobs.endedAt, failedBefore)),
      );
      const isFree = or(isNull(jobs.keyUntil), lte(jobs.keyUntil, at));
      let count = 0;
      for (;;) {
        const gone = await executor.write(({ db }) => {
          const some = db
            .select({ id: jobs.id })
            .from(jobs)
            .where(and(isOver, isFree))
            .limit(ROWS_A_STATEMENT);
          return db.delete(jobs).where(inArray(jobs.id, some)).returning({ id: jobs.id });
        });
        count += gone.length;
        if (gone.length < ROWS_A_STATEMENT) return count;
      }
    },
  };
}
