import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { AppError, type ErrorBody } from "#domain/errors.ts";
import { createPortBus } from "../../platform/bus/port.ts";
import type { SourceHealth } from "../bus/feed-status.ts";
import { feedStatusRequest } from "../bus/market-subjects.ts";
import type { Feed } from "./feed.ts";
import type { FeedConfig } from "./feed-config.ts";
import { type FeedEdges, openFeed } from "./open-feed.ts";

/** What the supervisor hands to the thread (`workerData`). */
export interface FeedThreadData {
  readonly config: FeedConfig;
  /** the thread's end of the bus */
  readonly port: MessagePort;
  /** newest epoch that either market of an earlier thread used, 0 none */
  readonly lastEpoch: number;
}

/** From the thread to its supervisor. `failed` is followed by the thread's end. */
export type FeedThreadReport =
  | { readonly kind: "ready" | "epoch" | "late epoch"; readonly epoch: number }
  | { readonly kind: "problem" | "failed"; readonly error: ErrorBody["error"] }
  | { readonly kind: "health"; readonly health: SourceHealth }
  | { readonly kind: "alive" | "stopped" };

/** The one order a supervisor gives. */
export interface FeedThreadOrder {
  readonly kind: "stop";
}

/** A thread that says nothing for much longer hangs. */
const ALIVE_MS = 1_000;
/** The hub's thread may be busy starting everything else. */
const READY_WAIT_MS = 30_000;

function describeError(error: unknown): ErrorBody["error"] {
  if (error instanceof AppError) return error.toBody().error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "server.internal", message, details: {} };
}

/** The feed role as a worker thread: opens the feed, reports, runs until told to stop. */
export function runFeedThread(edges: FeedEdges = {}): void {
  if (parentPort === null) throw new Error("the feed thread runs inside a worker thread only");
  const supervisor: MessagePort = parentPort;
  const { config, port, lastEpoch } = workerData as FeedThreadData;
  const bus = createPortBus(port);
  let feed: Feed | null = null;
  const report = (message: FeedThreadReport): void => supervisor.postMessage(message);

  const beat = setInterval(() => report({ kind: "alive" }), ALIVE_MS);

  /** Nothing else holds the thread once its two ports are closed, and what was posted still goes out. */
  function end(last: FeedThreadReport): void {
    clearInterval(beat);
    report(last);
    void bus.close();
    supervisor.close();
  }

  supervisor.on("message", (order: FeedThreadOrder) => {
    if (order.kind !== "stop") return;
    const stopped = feed === null ? Promise.resolve() : feed.stop();
    stopped.finally(() => end({ kind: "stopped" }));
  });

  try {
    feed = openFeed(config, bus, {
      ...edges,
      lastEpoch,
      onEpoch: (epoch) => report({ kind: "epoch", epoch }),
      onLateEpoch: (epoch) => report({ kind: "late epoch", epoch }),
      onProblem: (error) => report({ kind: "problem", error: describeError(error) }),
      onHealth: (health) => report({ kind: "health", health }),
      onFailure: (error) => end({ kind: "failed", error: describeError(error) }),
    });
    feed.start();
  } catch (error) {
    void feed?.stop();
    end({ kind: "failed", error: describeError(error) });
    return;
  }
  const { epoch } = feed;
  // The bus and this report travel by different ports: only an answer through the hub proves that others get one too.
  bus.request(feedStatusRequest(), new Uint8Array(0), READY_WAIT_MS).then(
    () => report({ kind: "ready", epoch }),
    (error: unknown) => end({ kind: "failed", error: describeError(error) }),
  );
}
