import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { time, words } from "../store/column-types.ts";
import type { JobState } from "./jobs.ts";

/** Work that waits, runs or has ended; how it is done is in code, under its name. */
export const jobs = pgTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** no two jobs of a name have the same key; jobs without one are as many as are asked for */
    key: words("key"),
    /** the key stays taken until then at least, also when the job has ended */
    keyUntil: time("key_until"),
    /** JSON text */
    payload: text("payload").notNull(),
    state: text("state").$type<JobState>().notNull(),
    /** when it may be taken: of a queued job when it is due, of a running one when its lease ends */
    dueAt: time("due_at").notNull(),
    /** how often it was taken, and how often it may be */
    attempts: integer("attempts").notNull(),
    mostAttempts: integer("most_attempts").notNull(),
    /** grows whenever the job is taken and never falls: what an earlier holder says no longer counts */
    lease: integer("lease").notNull(),
    cancelAskedAt: time("cancel_asked_at"),
    /** 0 to 1 */
    progress: doublePrecision("progress").notNull(),
    note: words("note"),
    /** why its last attempt failed */
    error: words("error"),
    createdAt: time("created_at").notNull(),
    startedAt: time("started_at"),
    endedAt: time("ended_at"),
  },
  (table) => [
    unique("jobs_name_key").on(table.name, table.key),
    index("jobs_due").on(table.dueAt).where(sql`${table.state} in ('queued', 'running')`),
    index("jobs_end").on(table.endedAt),
  ],
);
