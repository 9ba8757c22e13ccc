import type { Bus } from "../../platform/bus/bus.ts";
import { supervise } from "../../platform/threads/supervisor.ts";
import { bundledEntry, type RunState, startWorker } from "../../platform/threads/worker-run.ts";
import type { ComputeThreadOrder, ComputeThreadReport } from "./run-compute-thread.ts";
import type { ComputeFigures } from "./service.ts";

export interface RunningCompute {
  isUp(): boolean;
  /** of the thread that runs, or ran last */
  figures(): ComputeFigures & { readonly busy: number };
  /** times a thread had to be started anew */
  readonly restarts: number;
  stop(): Promise<void>;
}

interface ComputeThreadOptions {
  /** the thread's module (JavaScript); by default the bundled `compute-thread.js` */
  readonly entry?: URL;
  /** Told when the thread ended, and when another is started (ms). */
  readonly onDown?: (error: unknown, retryInMs: number) => void;
  /** Told whenever a thread is up, the first included. */
  readonly onUp?: () => void;
  /** Told of a call that failed by our own fault. */
  readonly onProblem?: (call: string, message: string) => void;
}

/** The first wait before a dead thread is started again doubles up to the longest, and starts over after a calm minute. */
const BACKOFF = { firstMs: 100, longestMs: 5_000, calmMs: 60_000 };
/** What a thread may take for the request it is at. */
const STOP_WAIT_MS = 2_000;
/** The thread says its figures every second: one that is silent for so long hangs, whatever it was asked. */
const SILENCE_MS = 30_000;
/** A runaway must not take the machine's memory with it: a thread at this limit ends, and another is started. */
const HEAP_MB = 768;

const NOTHING = { requests: 0, failures: 0, refused: 0, waiting: 0, snapshots: 0, busy: 0 };

/** Runs the compute role in a worker thread and keeps it running. Returns at once: what asks meanwhile is told to come again. */
export function startComputeThread(bus: Bus, options: ComputeThreadOptions = {}): RunningCompute {
  const entry = options.entry ?? bundledEntry("compute-thread.js");
  let figures = NOTHING;

  function onReport(report: ComputeThreadReport, { ready }: RunState<void>): void {
    if (report.kind === "figures") figures = report.figures;
    if (report.kind === "problem") options.onProblem?.(report.call, report.message);
    if (report.kind === "ready") ready();
  }

  const supervisor = supervise<void>({
    launch: (heard) =>
      startWorker<ComputeThreadReport>({
        entry,
        name: "compute",
        data: {},
        bus,
        heapMb: HEAP_MB,
        stopOrder: { kind: "stop" } satisfies ComputeThreadOrder,
        heard,
        onReport,
        endedWith: (code) => new Error(`the compute thread ended with code ${code}`),
      }),
    backoff: BACKOFF,
    stopMs: STOP_WAIT_MS,
    silenceMs: SILENCE_MS,
    onUp: () => options.onUp?.(),
    onDown: (error, { retryInMs }) => options.onDown?.(error, retryInMs),
  });

  return {
    isUp: () => supervisor.isUp(),
    figures: () => figures,
    get restarts() {
      return supervisor.restarts;
    },
    stop: () => supervisor.stop(),
  };
}

/** The same on the calling thread, for tests and for development, which has no bundle to give a thread. */
export async function startComputeInProcess(
  bus: Bus,
  onProblem: ComputeThreadOptions["onProblem"] = () => {},
): Promise<RunningCompute> {
  // Loaded on demand: with the role in its own thread, the main thread needs none of it.
  const { openCompute } = await import("./open-compute.ts");
  const service = openCompute(bus, (error, call) => {
    onProblem(call, error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  return {
    isUp: () => true,
    figures: () => ({ ...service.figures(), busy: 0 }),
    restarts: 0,
    stop: async () => service.stop(),
  };
}
