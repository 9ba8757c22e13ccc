import { MessageChannel, Worker } from "node:worker_threads";
import type { Bus } from "../bus/bus.ts";
import { bridgePort } from "../bus/port.ts";
import { createDeferred } from "./deferred.ts";
import type { Run } from "./supervisor.ts";

/** What a report of the thread may say of its run. */
export interface RunState<Up> {
  /** It serves. */
  ready(value: Up): void;
  /** Why it is about to end. */
  blame(why: unknown): void;
}

interface WorkerOptions<Report, Up> {
  /** the thread's module (JavaScript) */
  readonly entry: URL;
  readonly name: string;
  /** the thread's `workerData` */
  readonly data: object;
  /** whose other end the thread is given, as `port` of its data */
  readonly bus?: Bus;
  /** a thread that takes more memory ends */
  readonly heapMb?: number;
  /** what new objects of the thread may take before they are looked through, where less than V8 would grow to is enough */
  readonly youngMb?: number;
  /** what tells it to end in good order */
  readonly stopOrder: unknown;
  /** told of every message */
  readonly heard?: () => void;
  onReport(report: Report, state: RunState<Up>): void;
  /** Told of its end before `ended` resolves. @param why also when it was told to end */
  onEnd?(why: unknown): void;
  /** what to say of an exception that nothing caught; by default the exception itself */
  crashed?(cause: unknown): unknown;
  /** what to say of an end without a reason */
  endedWith(code: number): unknown;
}

interface WorkerRun<Up> extends Run<Up> {
  post(order: unknown): void;
  /** Ends it unless it serves already. */
  giveUp(why: unknown): void;
}

/** The bundle of a thread lies beside this module's. Not one expression: bundlers rewrite `new URL("…", import.meta.url)`. */
export function bundledEntry(file: string): URL {
  const here = import.meta.url;
  return new URL(`./${file}`, here);
}

/** Hands the thread its end of the bus. */
function connect(bus: Bus) {
  const { port1, port2 } = new MessageChannel();
  return { port: port2, detach: bridgePort(bus, port1) };
}

/** Runs a module in a worker thread, once. */
export function startWorker<Report, Up = void>(options: WorkerOptions<Report, Up>): WorkerRun<Up> {
  const { entry, name, data, bus, heapMb, youngMb, crashed = (cause) => cause } = options;
  const line = bus === undefined ? null : connect(bus);
  const worker = new Worker(entry, {
    name,
    workerData: line === null ? data : { ...data, port: line.port },
    transferList: line === null ? [] : [line.port],
    resourceLimits: {
      ...(heapMb !== undefined && { maxOldGenerationSizeMb: heapMb }),
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
  });
  let reason: unknown = null;
  let isToldToEnd = false;
  let isSettled = false;
  const up = createDeferred<Up>();
  const state: RunState<Up> = {
    ready(value) {
      isSettled = true;
      up.resolve(value);
    },
    blame(why) {
      reason = why;
    },
  };

  worker.on("message", (report: Report) => {
    options.heard?.();
    options.onReport(report, state);
  });
  worker.on("error", (cause) => {
    reason = crashed(cause);
  });
  const ended = new Promise<unknown>((resolve) => {
    worker.on("exit", (code) => {
      isSettled = true;
      // Callers that wait for an answer of this thread are told that it is gone.
      line?.detach();
      const why = reason ?? options.endedWith(code);
      up.reject(why);
      options.onEnd?.(why);
      resolve(isToldToEnd ? null : why);
    });
  });

  function kill(why?: unknown): void {
    if (why === undefined) isToldToEnd = true;
    else reason = why;
    void worker.terminate();
  }

  return {
    up: up.promise,
    ended,
    post: (order) => worker.postMessage(order),
    giveUp(why) {
      if (!isSettled) kill(why);
    },
    stop() {
      isToldToEnd = true;
      worker.postMessage(options.stopOrder);
    },
    kill,
  };
}
