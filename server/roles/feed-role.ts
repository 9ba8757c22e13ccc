import type { SourceHealth } from "../market/bus/feed-status.ts";
import type { FeedConfig } from "../market/feed/feed-config.ts";
import { type RunningFeed, startFeedInProcess, startFeedThread } from "../market/feed/start-feed.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Service } from "../platform/lib/lifecycle.ts";
import type { Log } from "../platform/lib/log.ts";
import type { Metrics } from "../platform/lib/metrics.ts";

interface FeedRoleOptions {
  readonly bus: Bus;
  readonly config: FeedConfig;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface FeedRole extends Service {
  /** false while its thread is being started */
  isUp(): boolean;
}

function start({ bus, config, log }: FeedRoleOptions): Promise<RunningFeed> {
  const onProblem = (error: unknown) => log.warn({ err: error }, "feed: a problem it survives");
  const onHealth = ({ state, message }: SourceHealth) => log.info({ state }, `feed: ${message}`);
  // Run from its sources there is no bundle to give a thread; development does without the thread.
  if (import.meta.url.endsWith(".ts")) return startFeedInProcess(config, bus, { onProblem, onHealth });
  return startFeedThread(config, bus, {
    onDown: (error, retryInMs) => log.error({ err: error, retryInMs }, "feed: the thread ended"),
    onUp: (epoch) => log.info({ epoch, source: config.source }, "feed: up"),
    onProblem,
    onHealth,
  });
}

/**
 * The market, in a thread of its own that is started again when it dies.
 * @throws AppError when the market cannot start (market.*, config.*)
 */
export async function startFeedRole(options: FeedRoleOptions): Promise<FeedRole> {
  const feed = await start(options);
  const { metrics } = options;
  metrics.gauge("feed_up", "1 while the feed's thread runs and answers", () => (feed.isUp() ? 1 : 0));
  metrics.counter(
    "feed_restarts_total",
    "Times the feed's thread ended or hung and was started anew",
    () => feed.restarts,
  );
  return { name: "feed", isUp: () => feed.isUp(), stop: () => feed.stop() };
}
