import { addCandleJobs } from "../../capabilities/candles/jobs.ts";
import type { CandleMarket, CandlesService } from "../../capabilities/candles/service.ts";
import { addKeptStrategyJobs } from "../../capabilities/kept-strategies/jobs.ts";
import { addAuditRetention } from "../../identity/audit-retention.ts";
import { addAuditSealing } from "../../identity/audit-sealing.ts";
import { addIdentityJobs } from "../../identity/jobs.ts";
import { addHistoryJobs } from "../../market/history/jobs.ts";
import { clearEndedJobs } from "../../platform/jobs/retention.ts";
import { createJobRunner, type JobRunner, type RunnerOptions } from "../../platform/jobs/runner.ts";
import type { Store } from "../storage/store.ts";

interface JobsOptions extends Pick<RunnerOptions, "log" | "metrics"> {
  readonly auditDays: number;
  readonly candles: CandlesService;
  /** of now */
  readonly market: CandleMarket;
}

/** Everything that this process does later or again and again, from the moment that storage is open. */
export function startJobs(
  store: Store,
  { log, metrics, auditDays, candles, market }: JobsOptions,
): JobRunner {
  const runner = createJobRunner({ repository: store.jobs, log, ...(metrics !== undefined && { metrics }) });
  clearEndedJobs(runner, store.jobs);
  addIdentityJobs(runner, store);
  addKeptStrategyJobs(runner, store);
  addAuditSealing(runner, store.seals, { log });
  addAuditRetention(runner, store.seals, { days: auditDays, log });
  addHistoryJobs(runner, store.history, store.dailyBars);
  addCandleJobs(runner, { service: candles, market, kept: store.candleSignals, log });
  void store.opened().then(() => runner.start());
  return runner;
}
