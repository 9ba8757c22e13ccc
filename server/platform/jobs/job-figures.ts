import type { Metrics } from "../lib/metrics.ts";
import type { Outcome } from "./execution.ts";
import type { JobClock } from "./job-clock.ts";
import { JOB_STATES, type JobState } from "./jobs.ts";
import type { JobRepository } from "./repository.ts";

/** How often the table is counted; whoever reads the figures sees those of the last time. */
const LOOK_MS = 15_000;

export interface JobFigures {
  ended(outcome: Outcome, tookMs: number): void;
  /** Counts the table when it is time again. */
  look(): Promise<void>;
  addTo(metrics: Metrics): void;
}

interface FigureEdges {
  readonly repository: Pick<JobRepository, "counts" | "due">;
  readonly clock: JobClock;
  readonly running: () => number;
}

export function createJobFigures({ repository, clock, running }: FigureEdges): JobFigures {
  const outcomes = new Map<Outcome, number>(
    (["done", "retried", "failed", "cancelled", "released", "lost"] as const).map((outcome) => [outcome, 0]),
  );
  let counts: ReadonlyMap<JobState, number> = new Map();
  let lateSince: number | null = null;
  let busyMs = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;

  return {
    ended(outcome, tookMs) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      busyMs += tookMs;
    },
    async look() {
      if (clock.now() - lookedAt < LOOK_MS) return;
      counts = await repository.counts();
      lateSince = (await repository.due()).since;
      lookedAt = clock.now();
    },
    addTo(metrics) {
      metrics.gauges("jobs", "Jobs in the table, counted every 15 s", "state", () =>
        JOB_STATES.map((state) => [state, counts.get(state) ?? 0]),
      );
      metrics.gauge("jobs_late_seconds", "How long the first due job has waited to be taken", () =>
        lateSince === null ? 0 : Math.max(0, clock.now() - lateSince) / 1000,
      );
      metrics.gauge("jobs_underway", "Jobs that this process is doing", running);
      metrics.counters("jobs_attempts_total", "Attempts that ended here", "outcome", () => outcomes);
      metrics.counter("jobs_seconds_total", "Time that attempts took here", () => busyMs / 1000);
    },
  };
}
