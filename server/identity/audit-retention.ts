import { jobKind } from "../platform/jobs/jobs.ts";
import { type JobRunner, Nothing } from "../platform/jobs/runner.ts";
import type { Log } from "../platform/lib/log.ts";
import { hexOf } from "./audit-chain.ts";
import type { SealRepository } from "./repositories/seals.ts";

const DAY_MS = 86_400_000;
/** Within the time that a transaction may take. */
const ROWS_A_TRANSACTION = 5_000;

const PRUNE = jobKind("audit.prune", Nothing);

interface RetentionOptions {
  /** rows are kept for so many days */
  readonly days: number;
  readonly log: Log;
  readonly now?: () => number;
}

/** Removes rows that are older than they are kept. @returns how many */
export async function pruneAudit(
  seals: Pick<SealRepository, "prune">,
  { days, log, now = Date.now }: RetentionOptions,
  signal: AbortSignal,
): Promise<number> {
  const at = now();
  let removed = 0;
  for (;;) {
    const pruned = await seals.prune({ at, before: at - days * DAY_MS, most: ROWS_A_TRANSACTION });
    if (pruned === null) return removed;
    removed += pruned.rows;
    const { number, hash } = pruned.beginning;
    // A log that is kept elsewhere shows later where the chain began, and by what.
    log.info(
      { rows: pruned.rows, number, sha256: hexOf(hash) },
      "audit: the chain now begins after this row",
    );
    signal.throwIfAborted();
  }
}

/** Once a day; the chain of seals goes on from the last row removed (decision 0026). */
export function addAuditRetention(
  runner: JobRunner,
  seals: Pick<SealRepository, "prune">,
  options: RetentionOptions,
): void {
  runner.every(PRUNE, { everyMs: DAY_MS }, async ({ signal }) => {
    await pruneAudit(seals, options, signal);
  });
}
