import { Type } from "typebox";
import { addDays, compactDate } from "#domain/calendar/ist.ts";
import { dayStart } from "#domain/calendar/market-day.ts";
import { type Jobs, jobKind } from "../../platform/jobs/jobs.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import type { DailyRepository } from "./daily/daily-repository.ts";
import type { HistoryRepository } from "./repository.ts";

/**
 * Kept: minutes for two weeks of sessions (some 200 MB; a market that never sleeps makes four times as much a
 * day), closes for the 250 sessions of a percentile and more, expiries a quarter.
 */
const BLOCK_DAYS = 15;
const SLEEPLESS_BLOCK_DAYS = 4;
const CLOSE_DAYS = 550;
const EXPIRY_DAYS = 100;

const SWEEP = jobKind(
  "history.sweep",
  Type.Object({
    blocksBefore: Type.Number(),
    closesBefore: Type.Number(),
    expiriesBefore: Type.Number(),
    /** absent in jobs of an older program */
    measuresBefore: Type.Optional(Type.Number()),
  }),
);

/** Has what is too old on a market day cleared out, once for that day whatever many processes ask. */
export async function sweepHistory(
  jobs: Pick<Jobs, "enqueue">,
  date: string,
  keepsSessions: boolean,
): Promise<void> {
  const days = keepsSessions ? BLOCK_DAYS : SLEEPLESS_BLOCK_DAYS;
  const limits = {
    blocksBefore: dayStart(addDays(date, -days)),
    closesBefore: compactDate(addDays(date, -CLOSE_DAYS)),
    expiriesBefore: compactDate(addDays(date, -EXPIRY_DAYS)),
    measuresBefore: dayStart(addDays(date, -EXPIRY_DAYS)),
  };
  await jobs.enqueue(SWEEP, limits, { key: `${date}, blocks of ${days} days` });
}

export function addHistoryJobs(
  runner: JobRunner,
  { sweep }: Pick<HistoryRepository, "sweep">,
  daily: Pick<DailyRepository, "sweep">,
): void {
  runner.handle(SWEEP, async ({ payload }) => {
    await sweep(payload);
    await daily.sweep(payload.closesBefore);
  });
}
