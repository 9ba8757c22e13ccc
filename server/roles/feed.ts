import type { Bus } from "../bus/bus.ts";
import type { FeedConfig } from "../feed/feed-config.ts";
import { startFeedThread } from "../feed/start.ts";
import type { Service } from "../lib/lifecycle.ts";
import type { Log } from "../lib/log.ts";

interface FeedRoleOptions {
  readonly bus: Bus;
  readonly config: FeedConfig;
  readonly log: Log;
}

/**
 * The market, in a thread of its own that is started again when it dies.
 * @throws AppError when the market cannot start (market.*, config.*)
 */
export async function startFeedRole({ bus, config, log }: FeedRoleOptions): Promise<Service> {
  const feed = await startFeedThread(config, bus, {
    onDown: (error, retryInMs) => log.error({ err: error, retryInMs }, "feed: the thread ended"),
    onUp: (epoch) => log.info({ epoch, source: config.source }, "feed: up"),
    onProblem: (error) => log.warn({ err: error }, "feed: a problem it survives"),
  });
  return { name: "feed", stop: () => feed.stop() };
}
