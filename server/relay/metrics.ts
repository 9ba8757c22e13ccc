import type { Metrics } from "../lib/metrics.ts";
import type { Hub } from "./hub.ts";
import type { Relay } from "./relay.ts";

/** The relay in numbers, those of the late market under names of their own. */
export function addRelayMetrics(metrics: Metrics, { hub, lateHub, closes }: Relay): void {
  addHubMetrics(metrics, hub, "relay");
  addHubMetrics(metrics, lateHub, "relay_late");
  metrics.counters("relay_closes_total", "Closed connections by code", "code", () =>
    [...closes].map(([code, count]) => [String(code), count] as const),
  );
}

/** One market's hub: who is connected, what leaves, what was held back. */
function addHubMetrics(metrics: Metrics, hub: Hub, prefix: string): void {
  const { counters } = hub;
  metrics.gauge(`${prefix}_clients`, "Open websocket connections", () => hub.clients.size);
  metrics.gauge(`${prefix}_blocked_clients`, "Connections whose socket has not drained", () => {
    let blocked = 0;
    for (const client of hub.clients) if (client.isBlocked) blocked++;
    return blocked;
  });
  metrics.gauge(`${prefix}_chains`, "Option chains mirrored", () => hub.chains.size);
  metrics.gauge(
    `${prefix}_chain_subscriptions`,
    "Connections that watch a chain, summed over chains",
    () => hub.chains.watchers,
  );
  metrics.counters(
    `${prefix}_subscribes_total`,
    "Subscribe messages by data source",
    "source",
    () => counters.subscribes,
  );
  metrics.gauge(
    `${prefix}_audiences`,
    "Distinct sets of quote subscriptions",
    () => hub.quotes.audiences.size,
  );
  metrics.gauge(`${prefix}_chart_groups`, "Distinct sets of chart subscriptions", () => hub.charts.groups);
  metrics.gauge(`${prefix}_stats`, "Underlyings whose stats are mirrored", () => hub.stats.underlyings.size);
  metrics.gauge(`${prefix}_screener_clients`, "Connections that watch the screener", () => {
    return hub.stats.screener.members.size;
  });
  metrics.gauge(
    `${prefix}_long_bars`,
    "Running bars kept beside the one-minute ones",
    () => hub.bars.longBars,
  );
  metrics.counters(
    `${prefix}_updates_total`,
    "Messages sent by data source, quote-batch aside",
    "source",
    () => [...counters.updates].map(([source, { count }]) => [source, count] as const),
  );
  metrics.gauge(`${prefix}_feed_age_ms`, "Age of the newest quote, -1 before the first", () =>
    hub.quotes.ageMs(),
  );
  metrics.counter(`${prefix}_received_messages_total`, "Messages from clients", () => counters.received);
  metrics.counter(`${prefix}_faults_total`, "Messages answered with an error frame", () => counters.faults);
  metrics.counter(
    `${prefix}_writes_total`,
    "Writes to sockets, one a client and turn",
    () => counters.sentWrites,
  );
  metrics.counter(`${prefix}_sent_messages_total`, "Websocket messages sent", () => counters.sentMessages);
  metrics.counter(
    `${prefix}_sent_bytes_total`,
    "Bytes sent, frame headers included",
    () => counters.sentBytes,
  );
  metrics.counter(
    `${prefix}_conflations_total`,
    "Updates held back from a blocked connection",
    () => counters.conflations,
  );
  metrics.counter(
    `${prefix}_healed_gaps_total`,
    "Losses on the bus that were found and asked for again",
    () => counters.healedGaps,
  );
}
