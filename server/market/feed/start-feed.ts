import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { supervise } from "../../platform/threads/supervisor.ts";
import { bundledEntry, type RunState, startWorker } from "../../platform/threads/worker-run.ts";
import type { SourceHealth } from "../bus/feed-status.ts";
import type { FeedConfig } from "./feed-config.ts";
import type { FeedEdges } from "./open-feed.ts";
import type { FeedThreadData, FeedThreadOrder, FeedThreadReport } from "./run-feed-thread.ts";

export interface RunningFeed {
  /** newest epoch; rises when the universe changes or the thread is started again */
  readonly epoch: number;
  /** false while its thread is being started */
  isUp(): boolean;
  /** times a thread ended or hung, so that another had to be started */
  readonly restarts: number;
  stop(): Promise<void>;
}

interface FeedThreadOptions {
  /** the thread's module (JavaScript); by default the bundled `feed-thread.js` */
  readonly entry?: URL;
  /** ms; by default `SILENCE_MS` */
  readonly silenceMs?: number;
  /** Told when the thread ended or could not start again, and when it will be tried again (ms). */
  readonly onDown?: (error: unknown, retryInMs: number) => void;
  /** Told whenever a thread is up, the first included. */
  readonly onUp?: (epoch: number) => void;
  /** Told of troubles the feed survives, such as a recording that had to end. */
  readonly onProblem?: (error: AppError) => void;
  /** Told how a broker's feed is doing whenever that changes. */
  readonly onHealth?: (health: SourceHealth) => void;
}

/** The first wait before a dead thread is started again doubles up to the longest, and starts over after a calm minute. */
const BACKOFF = { firstMs: 250, longestMs: 5_000, calmMs: 60_000 };
/** What a thread may take to finish its recording before it is ended without it. */
const STOP_WAIT_MS = 5_000;

/** The thread says every second that it is alive: one that is silent for so long hangs. */
const SILENCE_MS = 15_000;

function crashed(cause: unknown): AppError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AppError("server.internal", `The feed thread crashed: ${why}`, {}, { cause });
}

const endedWith = (code: number): AppError =>
  new AppError("server.internal", `The feed thread ended with code ${code}.`, { code });

/**
 * Runs the feed in a worker thread and keeps it running: when the thread dies, another is started with a new epoch.
 * @throws AppError when the first thread cannot start (market.*, config.*)
 */
export async function startFeedThread(
  config: FeedConfig,
  bus: Bus,
  options: FeedThreadOptions = {},
): Promise<RunningFeed> {
  const entry = options.entry ?? bundledEntry("feed-thread.js");
  let epoch = 0;
  /** of both markets */
  let newestEpoch = 0;

  function onReport(report: FeedThreadReport, { ready, blame }: RunState<number>): void {
    if ("epoch" in report) newestEpoch = Math.max(newestEpoch, report.epoch);
    if (report.kind === "ready" || report.kind === "epoch") epoch = Math.max(epoch, report.epoch);
    if (report.kind === "ready") ready(report.epoch);
    if (report.kind === "health") options.onHealth?.(report.health);
    if (report.kind !== "problem" && report.kind !== "failed") return;
    const error = new AppError(report.error.code, report.error.message, report.error.details);
    if (report.kind === "failed") blame(error);
    else options.onProblem?.(error);
  }

  const supervisor = supervise<number>({
    launch: (heard) =>
      startWorker<FeedThreadReport, number>({
        entry,
        name: "feed",
        data: { config, lastEpoch: newestEpoch } satisfies Omit<FeedThreadData, "port">,
        bus,
        stopOrder: { kind: "stop" } satisfies FeedThreadOrder,
        heard,
        onReport,
        crashed,
        endedWith,
      }),
    backoff: BACKOFF,
    stopMs: STOP_WAIT_MS,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    mustStart: true,
    onUp: (newest) => options.onUp?.(newest),
    onDown: (error, { retryInMs }) => options.onDown?.(error, retryInMs),
  });
  await supervisor.started;

  return {
    get epoch() {
      return epoch;
    },
    isUp: () => supervisor.isUp(),
    get restarts() {
      return supervisor.restarts;
    },
    stop: () => supervisor.stop(),
  };
}

/** The same feed on the calling thread, for tests and tools. @throws AppError as `startFeedThread` */
export async function startFeedInProcess(
  config: FeedConfig,
  bus: Bus,
  edges: FeedEdges = {},
): Promise<RunningFeed> {
  // Loaded on demand: with the feed in its own thread, the main thread needs none of it.
  const { openFeed } = await import("./open-feed.ts");
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
    isUp: () => true,
    restarts: 0,
    stop: () => feed.stop(),
  };
}
