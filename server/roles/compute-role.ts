import {
  type RunningCompute,
  startComputeInProcess,
  startComputeThread,
} from "../market/compute/start-compute.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Service } from "../platform/lib/lifecycle.ts";
import type { Log } from "../platform/lib/log.ts";
import type { Metrics } from "../platform/lib/metrics.ts";

interface ComputeRoleOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface ComputeRole extends Service {
  /** false while its thread is being started */
  isUp(): boolean;
}

function addMetrics(metrics: Metrics, compute: RunningCompute): void {
  const figure = (name: keyof ReturnType<RunningCompute["figures"]>) => () => compute.figures()[name];
  metrics.gauge("compute_up", "1 while the compute thread answers", () => (compute.isUp() ? 1 : 0));
  metrics.counter(
    "compute_restarts_total",
    "Times the compute thread was started anew",
    () => compute.restarts,
  );
  metrics.gauge("compute_thread_busy", "Share of the last second that the thread worked", figure("busy"));
  metrics.gauge("compute_thread_waiting", "Requests that wait for their turn", figure("waiting"));
  metrics.gauge("compute_thread_requests", "Requests of the present thread", figure("requests"));
  metrics.gauge("compute_thread_failures", "Those among them answered with an error", figure("failures"));
  metrics.gauge("compute_thread_refused", "Those refused because too many waited", figure("refused"));
  metrics.gauge("compute_thread_snapshots", "Times it asked the feed for a market", figure("snapshots"));
}

/** Analytics on demand, in a thread of its own that is started again when it dies. */
export async function startComputeRole({ bus, log, metrics }: ComputeRoleOptions): Promise<ComputeRole> {
  const onProblem = (call: string, message: string) => log.error({ call, message }, "compute: a call failed");
  const compute = import.meta.url.endsWith(".ts")
    ? await startComputeInProcess(bus, onProblem)
    : startComputeThread(bus, {
        onDown: (error, retryInMs) => log.error({ err: error, retryInMs }, "compute: the thread ended"),
        onUp: () => log.info("compute: up"),
        onProblem,
      });
  addMetrics(metrics, compute);
  return { name: "compute", isUp: () => compute.isUp(), stop: () => compute.stop() };
}
