import type { SourceHealth } from "../market/bus/feed-status.ts";
import type { FeedConfig } from "../market/feed/feed-config.ts";
import { type RunningFeed, startFeedInProcess, startFeedThread } from "../market/feed/start-feed.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Service } from "../platform/lib/lifecycle.ts";
import type { Log } from "../platform/lib/log.ts";

interface FeedRoleOptions {
  readonly bus: Bus;
  readonly config: FeedConfig;
  readonly log: Log;
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
export async function startFeedRole(options: FeedRoleOptions): Promise<Service> {
  const feed = await start(options);
  return { name: "feed", stop: () => feed.stop() };
}
