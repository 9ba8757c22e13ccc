import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createPortBus } from "../../platform/bus/port.ts";
import { openCompute } from "./open-compute.ts";
import type { ComputeFigures } from "./service.ts";

/** What the supervisor hands to the thread (`workerData`). */
interface ComputeThreadData {
  /** the thread's end of the bus */
  readonly port: MessagePort;
}

/** From the thread to its supervisor. */
export type ComputeThreadReport =
  | { readonly kind: "ready" | "stopped" }
  | { readonly kind: "figures"; readonly figures: ComputeFigures & { readonly busy: number } }
  | { readonly kind: "problem"; readonly call: string; readonly message: string };

/** The one order a supervisor gives. */
export interface ComputeThreadOrder {
  readonly kind: "stop";
}

const REPORT_MS = 1_000;

/** The compute role as a worker thread: answers, says how it is doing, runs until told to stop. */
export function runComputeThread(): void {
  if (parentPort === null) throw new Error("the compute thread runs inside a worker thread only");
  const supervisor: MessagePort = parentPort;
  const { port } = workerData as ComputeThreadData;
  const report = (message: ComputeThreadReport): void => supervisor.postMessage(message);
  const bus = createPortBus(port);
  const service = openCompute(bus, (error, call) => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ kind: "problem", call, message });
  });

  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization: busy } = performance.eventLoopUtilization(now, last);
    last = now;
    report({ kind: "figures", figures: { ...service.figures(), busy } });
  }, REPORT_MS);

  supervisor.on("message", (order: ComputeThreadOrder) => {
    if (order.kind !== "stop") return;
    clearInterval(timer);
    service.stop();
    report({ kind: "stopped" });
    // Nothing else holds the thread once its two ports are closed, and what was posted still goes out.
    void bus.close();
    supervisor.close();
  });
  report({ kind: "ready" });
}
