import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Executor, Session, WorkOptions } from "../store/database.ts";
import { LeaseLost } from "./jobs.ts";
import { jobs } from "./schema.ts";

/** An error is for reading: its first lines say it. */
const MOST_TEXT = 2_000;

/** A job that was taken, with the number of its lease: the right to say what becomes of it. */
export interface Claim {
  readonly id: string;
  readonly lease: number;
}

export interface ClaimedJob extends Claim {
  readonly name: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly mostAttempts: number;
  readonly isCancelAsked: boolean;
}

/** What becomes of a job that was not done. */
export type Verdict =
  | { readonly state: "queued"; readonly dueAt: number; readonly error: string }
  | { readonly state: "failed" | "cancelled"; readonly error: string | null };

/** Jobs in the hands of those that do them. Without its lease a claim is refused: false, or "lost". */
export interface JobClaims {
  /** Takes due jobs, and those whose holder has let its lease end. Jobs that others are just taking are passed over. */
  claim(names: readonly string[], most: number, leaseMs: number): Promise<readonly ClaimedJob[]>;
  /** Holds it for longer, and tells how far it is. */
  renew(
    claim: Claim,
    leaseMs: number,
    progress: number,
    note: string | null,
  ): Promise<"kept" | "cancelled" | "lost">;
  /** @throws LeaseLost */
  complete(
    claim: Claim,
    change?: (session: Session) => Promise<void>,
    options?: WorkOptions & { readonly isForgotten?: boolean },
  ): Promise<void>;
  /** After an attempt that came to nothing. One that was asked to be cancelled is not queued again. */
  settle(claim: Claim, verdict: Verdict): Promise<boolean>;
  /** Gives it back as if it had not been taken. */
  release(claim: Claim): Promise<boolean>;
}

/** As the index of what may be taken says it, in constants: with parameters the planner would not see that it is the same. */
export const IS_OPEN = sql`${jobs.state} in ('queued', 'running')`;

/** The holder of a lease, and nobody before or after it. */
const held = ({ id, lease }: Claim) => and(eq(jobs.id, id), eq(jobs.lease, lease), eq(jobs.state, "running"));

export function createClaims(executor: Executor, now: () => number): JobClaims {
  return {
    claim: (names, most, leaseMs) =>
      executor.write(async ({ db }) => {
        const at = now();
        // Apart from the update: as a part of its condition it might be run more than once, and take more than it may.
        const due = db.$with("due").as(
          db
            .select({ id: jobs.id })
            .from(jobs)
            .where(and(IS_OPEN, lte(jobs.dueAt, at), inArray(jobs.name, [...names])))
            .orderBy(asc(jobs.dueAt))
            .limit(most)
            .for("update", { skipLocked: true }),
        );
        const rows = await db
          .with(due)
          .update(jobs)
          .set({
            state: "running",
            dueAt: at + leaseMs,
            startedAt: at,
            lease: sql`${jobs.lease} + 1`,
            attempts: sql`${jobs.attempts} + 1`,
            progress: 0,
            note: null,
          })
          .where(inArray(jobs.id, db.select({ id: due.id }).from(due)))
          .returning({
            id: jobs.id,
            lease: jobs.lease,
            name: jobs.name,
            payload: jobs.payload,
            attempts: jobs.attempts,
            mostAttempts: jobs.mostAttempts,
            cancelAskedAt: jobs.cancelAskedAt,
          });
        return rows.map(({ cancelAskedAt, payload, ...row }) => ({
          ...row,
          payload: JSON.parse(payload) as unknown,
          isCancelAsked: cancelAskedAt !== null,
        }));
      }),

    renew: (claim, leaseMs, progress, note) =>
      executor.write(async ({ db }) => {
        const [row] = await db
          .update(jobs)
          .set({ dueAt: now() + leaseMs, progress, note: note?.slice(0, MOST_TEXT) ?? null })
          .where(held(claim))
          .returning({ cancelAskedAt: jobs.cancelAskedAt });
        if (row === undefined) return "lost";
        return row.cancelAskedAt === null ? "kept" : "cancelled";
      }),

    complete: (claim, change, options) =>
      executor.transaction(async (session) => {
        // First, so that the row is held by this transaction while the change is made.
        const { db } = session;
        const done = { state: "done" as const, endedAt: now(), progress: 1, error: null };
        const ended =
          options?.isForgotten === true
            ? await db.delete(jobs).where(held(claim)).returning({ id: jobs.id })
            : await db.update(jobs).set(done).where(held(claim)).returning({ id: jobs.id });
        if (ended.length === 0) throw new LeaseLost(`Job ${claim.id} is not this process's any more`);
        await change?.(session);
      }, options),

    settle: (claim, verdict) =>
      executor.write(async ({ db }) => {
        const at = now();
        const isAsked = sql`${jobs.cancelAskedAt} is not null`;
        const error = verdict.error?.slice(0, MOST_TEXT) ?? null;
        const set =
          verdict.state === "queued"
            ? {
                dueAt: verdict.dueAt,
                state: sql`case when ${isAsked} then 'cancelled' else 'queued' end`,
                endedAt: sql`case when ${isAsked} then ${at}::bigint end`,
              }
            : { state: verdict.state, endedAt: at };
        const settled = await db
          .update(jobs)
          .set({ ...set, error, attempts: sql`least(${jobs.attempts}, ${jobs.mostAttempts})` })
          .where(held(claim))
          .returning({ id: jobs.id });
        return settled.length > 0;
      }),

    release: (claim) =>
      executor.write(async ({ db }) => {
        const released = await db
          .update(jobs)
          .set({ state: "queued", dueAt: now(), attempts: sql`${jobs.attempts} - 1` })
          .where(held(claim))
          .returning({ id: jobs.id });
        return released.length > 0;
      }),
  };
}
