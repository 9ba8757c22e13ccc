import { jobKind } from "../../platform/jobs/jobs.ts";
import { type JobRunner, Nothing } from "../../platform/jobs/runner.ts";
import type { StrategyLinkRepository } from "./link-repository.ts";
import { ENDED_MS, LINK_MS } from "./link-service.ts";
import type { KeptStrategyRepository } from "./repository.ts";
import { UNDO_MS } from "./service.ts";

const SWEEP_STRATEGIES = jobKind("kept-strategies.sweep", Nothing);
const SWEEP_LINKS = jobKind("strategy-links.sweep", Nothing);

interface Swept {
  readonly keptStrategies: Pick<KeptStrategyRepository, "sweep">;
  readonly strategyLinks: Pick<StrategyLinkRepository, "sweep">;
}

/** Clears out strategies whose deletion can be undone no more, and links that were not opened for long. */
export function addKeptStrategyJobs(
  runner: JobRunner,
  { keptStrategies, strategyLinks }: Swept,
  now: () => number = Date.now,
): void {
  runner.every(SWEEP_STRATEGIES, { everyMs: UNDO_MS }, () => keptStrategies.sweep(now() - UNDO_MS));
  runner.every(SWEEP_LINKS, { everyMs: 3_600_000 }, () => {
    const at = now();
    return strategyLinks.sweep({ openedBefore: at - LINK_MS, endedBefore: at - ENDED_MS, at });
  });
}
