import { setTimeout as wait } from "node:timers/promises";
import { jobKind } from "../platform/jobs/jobs.ts";
import { type JobRunner, Nothing } from "../platform/jobs/runner.ts";
import type { Log } from "../platform/lib/log.ts";
import { hexOf, type Seal } from "./audit-chain.ts";
import type { SealMark, SealRepository } from "./repositories/seals.ts";

/** With what a transaction may take to end, rows are sealed within five seconds. */
const EVERY_MS = 2_000;
const ROWS_A_TRANSACTION = 1_000;
/** How often, and for how long, a run looks whether those have ended that were writing when it began. */
const LOOK_MS = 20;
const LOOKS = 50;
const HOUR_MS = 3_600_000;

const SEAL = jobKind("audit.seal", Nothing, { attempts: 1, limitMs: 120_000, isForgotten: true });

interface AuditSealer {
  /** @returns the last seal of all when some were made, else null */
  run(signal: AbortSignal): Promise<Seal | null>;
}

/**
 * Seals the rows of the audit log in the order of their numbers.
 *
 * Numbers are handed out before commits, so that a row may appear below one that is there already. Its writer holds a lock on
 * the table all the while. So a run notes the greatest number and then who is writing, and seals up to that number when each of
 * those has ended. Writers wait for nothing (decision 0020).
 */
export function createAuditSealer(
  seals: SealRepository,
  pause: (ms: number) => Promise<unknown> = wait,
): AuditSealer {
  /** kept for the next run when a writer takes longer than a run may wait */
  let mark: SealMark | null = null;
  let isRunning = false;

  async function isDecided(noted: SealMark, signal: AbortSignal): Promise<boolean> {
    for (let looks = 1; !(await seals.isDecided(noted)); looks++) {
      if (looks >= LOOKS) return false;
      await pause(LOOK_MS);
      signal.throwIfAborted();
    }
    return true;
  }

  async function seal(signal: AbortSignal): Promise<Seal | null> {
    mark ??= await seals.mark();
    const noted = mark;
    if (!(await isDecided(noted, signal))) return null;
    mark = null;
    for (let sealed = 0; ; signal.throwIfAborted()) {
      const { count, last } = await seals.seal(noted.upTo, ROWS_A_TRANSACTION);
      sealed += count;
      if (count < ROWS_A_TRANSACTION) return sealed === 0 ? null : last;
    }
  }

  return {
    async run(signal) {
      // A run over a great many rows may be going on when the next one is due.
      if (isRunning) return null;
      isRunning = true;
      try {
        return await seal(signal);
      } finally {
        isRunning = false;
      }
    },
  };
}

interface SealingOptions {
  readonly log: Log;
  readonly now?: () => number;
}

/** Has the audit log sealed, by one process at a time, whenever there are rows to seal. */
export function addAuditSealing(
  runner: JobRunner,
  seals: SealRepository,
  { log, now = Date.now }: SealingOptions,
): void {
  const sealer = createAuditSealer(seals);
  let saidAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  const schedule = { everyMs: EVERY_MS, isWanted: () => seals.isBehind() };
  runner.every(SEAL, schedule, async ({ signal }) => {
    try {
      const last = await sealer.run(signal);
      if (last === null || now() - saidAt < HOUR_MS) return;
      // A log that is kept elsewhere shows later that the chain up to here is still the same one.
      saidAt = now();
      log.info({ number: last.number, sha256: hexOf(last.hash) }, "audit: sealed up to this row");
    } catch (error) {
      // The next run tries again anyway; one failed job an hour is enough to be seen.
      if (signal.aborted || now() - failedAt >= HOUR_MS) {
        if (!signal.aborted) failedAt = now();
        throw error;
      }
      log.warn({ err: error }, "audit: rows could not be sealed");
    }
  });
}
