import { AppError } from "#domain/errors.ts";
import type { Metrics } from "../lib/metrics.ts";

/** What the store counts about itself. */
export interface StoreStats {
  took(kind: "read" | "write", ms: number): void;
  failed(error: unknown): void;
  restarted(): void;
}

interface StoreFigures extends StoreStats {
  addTo(metrics: Metrics, state: { isUp(): boolean; freeBytes(): number }): void;
}

/** Names of what callers were refused for; an unexpected error counts as a bug. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof AppError)) return "error";
  return error.code.startsWith("storage.") ? error.code.slice("storage.".length) : "refused";
}

export function createStoreFigures(): StoreFigures {
  const calls = new Map<string, number>([
    ["read", 0],
    ["write", 0],
  ]);
  const failures = new Map<string, number>([
    ["unavailable", 0],
    ["full", 0],
    ["error", 0],
  ]);
  let busyMs = 0;
  let longestMs = 0;
  let restarts = 0;
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

  return {
    took(kind, ms) {
      add(calls, kind);
      busyMs += ms;
      longestMs = Math.max(longestMs, ms);
    },
    failed: (error) => void add(failures, outcomeOf(error)),
    restarted: () => void restarts++,
    addTo(metrics, state) {
      metrics.gauge("store_up", "1 while storage answers", () => (state.isUp() ? 1 : 0));
      metrics.gauge(
        "store_free_bytes",
        "Room on the disk of the data folder, -1 when it is not watched",
        () => state.freeBytes(),
      );
      metrics.gauge("store_longest_ms", "Longest call of storage since this was read last", () => {
        const longest = longestMs;
        longestMs = 0;
        return longest;
      });
      metrics.counters("store_calls_total", "Calls of storage", "kind", () => calls);
      metrics.counters("store_failures_total", "Calls of storage that failed", "reason", () => failures);
      metrics.counter("store_seconds_total", "Time that calls of storage took", () => busyMs / 1000);
      metrics.counter("store_restarts_total", "Times that storage was opened anew", () => restarts);
    },
  };
}
