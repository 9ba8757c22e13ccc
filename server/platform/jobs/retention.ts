import { jobKind } from "./jobs.ts";
import type { JobRepository } from "./repository.ts";
import { type JobRunner, Nothing } from "./runner.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A week shows that what recurs has recurred; what failed waits for an operator for a quarter. */
const ENDED_MS = 7 * DAY_MS;
const FAILED_MS = 90 * DAY_MS;

const CLEAR = jobKind("jobs.clear", Nothing);

/** Clears away, every hour, the jobs that ended long ago. */
export function clearEndedJobs(
  runner: JobRunner,
  repository: JobRepository,
  now: () => number = Date.now,
): void {
  runner.every(CLEAR, { everyMs: HOUR_MS }, async () => {
    const at = now();
    await repository.clear({ endedBefore: at - ENDED_MS, failedBefore: at - FAILED_MS });
  });
}
