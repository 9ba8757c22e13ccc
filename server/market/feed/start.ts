import { MessageChannel, Worker } from "node:worker_threads";
import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { bridgePort } from "../../platform/bus/port.ts";
import type { FeedConfig } from "./feed-config.ts";
import type { FeedEdges } from "./open.ts";
import type { FeedThreadData, FeedThreadOrder, FeedThreadReport } from "./run-thread.ts";
import type { SourceHealth } from "./source.ts";

export interface RunningFeed {
  /** newest epoch; rises when the universe changes or the thread is started again */
  readonly epoch: number;
  stop(): Promise<void>;
}

export interface FeedThreadOptions {
  /** the thread's module (JavaScript); by default the bundled `feed-thread.js` */
  readonly entry?: URL;
  /** Told when the thread ended or could not start again, and when it will be tried again (ms). */
  readonly onDown?: (error: unknown, retryInMs: number) => void;
  /** Told whenever a thread is up, the first included. */
  readonly onUp?: (epoch: number) => void;
  /** Told of troubles the feed survives, such as a recording that had to end. */
  readonly onProblem?: (error: AppError) => void;
  /** Told how a broker's feed is doing whenever that changes. */
  readonly onHealth?: (health: SourceHealth) => void;
}

/** First wait before a dead thread is started again; it doubles up to the longest, and starts over after a calm minute. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
const CALM_MS = 60_000;
/** What a thread may take to finish its recording before it is ended without it. */
const STOP_WAIT_MS = 5_000;

/** The bundle lies beside this module's. Not one expression: bundlers rewrite `new URL("…", import.meta.url)`. */
function bundledEntry(): URL {
  const here = import.meta.url;
  return new URL("./feed-thread.js", here);
}

/** One run of the thread. */
interface Run {
  readonly worker: Worker;
  /** resolves with the epoch when the feed is up; rejects when the thread ends before */
  readonly up: Promise<number>;
  /** resolves with what ended the thread, null when it was told to stop */
  readonly down: Promise<unknown>;
}

/**
 * Runs the feed in a worker thread and keeps it running: when the thread dies, another is started with a new epoch.
 * @throws AppError when the first thread cannot start (market.*, config.*)
 */
export async function startFeedThread(
  config: FeedConfig,
  bus: Bus,
  options: FeedThreadOptions = {},
): Promise<RunningFeed> {
  const entry = options.entry ?? bundledEntry();
  let epoch = 0;
  /** of both markets */
  let newestEpoch = 0;
  let stopping = false;
  let current: Run;
  let wake: (() => void) | null = null;

  function launch(): Run {
    const { port1, port2 } = new MessageChannel();
    const detach = bridgePort(bus, port1);
    const data: FeedThreadData = { config, port: port2, lastEpoch: newestEpoch };
    const worker = new Worker(entry, {
      name: "feed",
      workerData: data,
      transferList: [port2],
    });
    let reason: unknown = null;
    let resolveUp: (epoch: number) => void;
    let rejectUp: (error: unknown) => void;
    const up = new Promise<number>((resolve, reject) => {
      resolveUp = resolve;
      rejectUp = reject;
    });
    up.catch(() => {});
    worker.on("message", (report: FeedThreadReport) => {
      if ("epoch" in report) newestEpoch = Math.max(newestEpoch, report.epoch);
      if (report.kind === "ready" || report.kind === "epoch") epoch = Math.max(epoch, report.epoch);
      if (report.kind === "ready") resolveUp(report.epoch);
      if (report.kind === "health") options.onHealth?.(report.health);
      if (report.kind !== "problem" && report.kind !== "failed") return;
      const error = new AppError(report.error.code, report.error.message, report.error.details);
      if (report.kind === "failed") reason = error;
      else options.onProblem?.(error);
    });
    worker.on("error", (cause) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      reason = new AppError("server.internal", `The feed thread crashed: ${why}`, {}, { cause });
    });
    const down = new Promise<unknown>((resolve) => {
      worker.on("exit", (code) => {
        detach();
        const error = stopping
          ? null
          : (reason ?? new AppError("server.internal", `The feed thread ended with code ${code}.`, { code }));
        rejectUp(error ?? new AppError("server.unavailable", "The feed is stopping."));
        resolve(error);
      });
    });
    return { worker, up, down };
  }

  /** Waits, unless a stop comes in between. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function supervise(): Promise<void> {
    let retry = FIRST_RETRY_MS;
    while (!stopping) {
      const upSince = Date.now();
      const error = await current.down;
      if (stopping) return;
      if (Date.now() - upSince >= CALM_MS) retry = FIRST_RETRY_MS;
      options.onDown?.(error, retry);
      await pause(retry);
      if (stopping) return;
      retry = Math.min(2 * retry, LONGEST_RETRY_MS);
      current = launch();
      current.up.then(options.onUp, () => {});
    }
  }

  current = launch();
  const first = await current.up;
  options.onUp?.(first);
  const supervision = supervise();

  return {
    get epoch() {
      return epoch;
    },
    async stop() {
      if (stopping) return void (await supervision);
      stopping = true;
      wake?.();
      const { worker, down } = current;
      const order: FeedThreadOrder = { kind: "stop" };
      worker.postMessage(order);
      const deadline = setTimeout(() => void worker.terminate(), STOP_WAIT_MS);
      await down;
      clearTimeout(deadline);
      await supervision;
    },
  };
}

/** The same feed on the calling thread, for tests and tools. @throws AppError as `startFeedThread` */
export async function startFeedInProcess(
  config: FeedConfig,
  bus: Bus,
  edges: FeedEdges = {},
): Promise<RunningFeed> {
  // Loaded on demand: with the feed in its own thread, the main thread needs none of it.
  const { openFeed } = await import("./open.ts");
  const feed = openFeed(config, bus, edges);
  try {
    feed.start();
  } catch (error) {
    await feed.stop();
    throw error;
  }
  return {
    get epoch() {
      return feed.epoch;
    },
    stop: () => feed.stop(),
  };
}
