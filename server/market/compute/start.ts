import { MessageChannel, Worker } from "node:worker_threads";
import type { Bus } from "../../platform/bus/bus.ts";
import { bridgePort } from "../../platform/bus/port.ts";
import type { ComputeThreadData, ComputeThreadOrder, ComputeThreadReport } from "./run-thread.ts";
import type { ComputeFigures } from "./service.ts";

export interface RunningCompute {
  isUp(): boolean;
  /** of the thread that runs, or ran last */
  figures(): ComputeFigures & { readonly busy: number };
  /** times a thread had to be started anew */
  readonly restarts: number;
  stop(): Promise<void>;
}

export interface ComputeThreadOptions {
  /** the thread's module (JavaScript); by default the bundled `compute-thread.js` */
  readonly entry?: URL;
  /** Told when the thread ended, and when another is started (ms). */
  readonly onDown?: (error: unknown, retryInMs: number) => void;
  /** Told whenever a thread is up, the first included. */
  readonly onUp?: () => void;
  /** Told of a call that failed by our own fault. */
  readonly onProblem?: (call: string, message: string) => void;
}

/** First wait before a dead thread is started again; it doubles up to the longest, and starts over after a calm minute. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const CALM_MS = 60_000;
/** What a thread may take for the request it is at. */
const STOP_WAIT_MS = 2_000;
/** A runaway must not take the machine's memory with it: a thread at this limit ends, and another is started. */
const HEAP_MB = 768;

const NOTHING = { requests: 0, failures: 0, refused: 0, waiting: 0, snapshots: 0, busy: 0 };

/** The bundle lies beside this module's. Not one expression: bundlers rewrite `new URL("…", import.meta.url)`. */
function bundledEntry(): URL {
  const here = import.meta.url;
  return new URL("./compute-thread.js", here);
}

/** Runs the compute role in a worker thread and keeps it running. Returns at once: what asks meanwhile is told to come again. */
export function startComputeThread(bus: Bus, options: ComputeThreadOptions = {}): RunningCompute {
  const entry = options.entry ?? bundledEntry();
  let figures = NOTHING;
  let worker: Worker | null = null;
  let isUp = false;
  let isStopping = false;
  let restarts = 0;
  let retry = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let over = Promise.resolve();

  function launch(): void {
    const { port1, port2 } = new MessageChannel();
    const detach = bridgePort(bus, port1);
    const data: ComputeThreadData = { port: port2 };
    const thread = new Worker(entry, {
      name: "compute",
      workerData: data,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    let reason: unknown = null;
    const startedAt = Date.now();
    worker = thread;
    thread.on("message", (report: ComputeThreadReport) => {
      if (report.kind === "figures") figures = report.figures;
      if (report.kind === "problem") options.onProblem?.(report.call, report.message);
      if (report.kind !== "ready") return;
      isUp = true;
      options.onUp?.();
    });
    thread.on("error", (error) => {
      reason = error;
    });
    over = new Promise((resolve) => {
      thread.on("exit", (code) => {
        isUp = false;
        worker = null;
        // Whoever waits for an answer of this thread is told that it is gone.
        detach();
        if (!isStopping)
          relaunch(reason ?? new Error(`the compute thread ended with code ${code}`), startedAt);
        resolve();
      });
    });
  }

  function relaunch(error: unknown, startedAt: number): void {
    if (Date.now() - startedAt >= CALM_MS) retry = FIRST_RETRY_MS;
    options.onDown?.(error, retry);
    restarts++;
    timer = setTimeout(launch, retry);
    retry = Math.min(2 * retry, LONGEST_RETRY_MS);
  }

  launch();
  return {
    isUp: () => isUp,
    figures: () => figures,
    get restarts() {
      return restarts;
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const order: ComputeThreadOrder = { kind: "stop" };
      worker?.postMessage(order);
      const deadline = setTimeout(() => void worker?.terminate(), STOP_WAIT_MS);
      await over;
      clearTimeout(deadline);
    },
  };
}

/** The same on the calling thread, for tests and for development, which has no bundle to give a thread. */
export async function startComputeInProcess(
  bus: Bus,
  onProblem: ComputeThreadOptions["onProblem"] = () => {},
): Promise<RunningCompute> {
  // Loaded on demand: with the role in its own thread, the main thread needs none of it.
  const { openCompute } = await import("./open.ts");
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
