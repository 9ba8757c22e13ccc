import { jobKind } from "../platform/jobs/jobs.ts";
import { type JobRunner, Nothing } from "../platform/jobs/runner.ts";
import type { IdentityStore } from "./repositories/identity-store.ts";

/** What is over no longer counts from the moment it is over; this only gives its room back. */
const EVERY = { everyMs: 600_000 };
const SWEEP_SESSIONS = jobKind("sessions.sweep", Nothing);
const SWEEP_TICKETS = jobKind("tickets.sweep", Nothing);

/** Clears out sessions that have expired, and attempts to sign in that were never finished. */
export function addIdentityJobs(
  runner: JobRunner,
  { sessions, tickets }: Pick<IdentityStore, "sessions" | "tickets">,
  now: () => number = Date.now,
): void {
  runner.every(SWEEP_SESSIONS, EVERY, async () => void (await sessions.sweep(now())));
  runner.every(SWEEP_TICKETS, EVERY, async () => void (await tickets.sweep(now())));
}
