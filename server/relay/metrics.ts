import type { Metrics } from "../lib/metrics.ts";
import type { Relay } from "./relay.ts";

/** The relay in numbers: who is connected, what leaves, what was held back. */
export function addRelayMetrics(metrics: Metrics, { hub, closes }: Relay): void {
  const { counters } = hub;
  metrics.gauge("relay_clients", "Open websocket connections", () => hub.clients.size);
  metrics.gauge("relay_blocked_clients", "Connections whose socket has not drained", () => {
    let blocked = 0;
    for (const client of hub.clients) if (client.isBlocked) blocked++;
    return blocked;
  });
  metrics.gauge("relay_chains", "Option chains mirrored", () => hub.chains.size);
  metrics.gauge(
    "relay_chain_subscriptions",
    "Connections that watch a chain, summed over chains",
    () => hub.chains.watchers,
  );
  metrics.counters(
    "relay_subscribes_total",
    "Subscribe messages by data source",
    "source",
    () => counters.subscribes,
  );
  metrics.gauge("relay_audiences", "Distinct sets of quote subscriptions", () => hub.quotes.audiences.size);
  metrics.gauge("relay_chart_groups", "Distinct sets of chart subscriptions", () => hub.charts.groups);
  metrics.gauge("relay_stats", "Underlyings whose stats are mirrored", () => hub.stats.underlyings.size);
  metrics.gauge("relay_screener_clients", "Connections that watch the screener", () => {
    return hub.stats.screener.members.size;
  });
  metrics.gauge("relay_long_bars", "Running bars kept beside the one-minute ones", () => hub.bars.longBars);
  metrics.counters("relay_updates_total", "Messages sent by data source, quote-batch aside", "source", () =>
    [...counters.updates].map(([source, { count }]) => [source, count] as const),
  );
  metrics.gauge("relay_feed_age_ms", "Age of the newest quote, -1 before the first", () =>
    hub.quotes.ageMs(),
  );
  metrics.counter("relay_received_messages_total", "Messages from clients", () => counters.received);
  metrics.counter("relay_faults_total", "Messages answered with an error frame", () => counters.faults);
  metrics.counter(
    "relay_writes_total",
    "Writes to sockets, one a client and turn",
    () => counters.sentWrites,
  );
  metrics.counter("relay_sent_messages_total", "Websocket messages sent", () => counters.sentMessages);
  metrics.counter("relay_sent_bytes_total", "Bytes sent, frame headers included", () => counters.sentBytes);
  metrics.counter(
    "relay_conflations_total",
    "Updates held back from a blocked connection",
    () => counters.conflations,
  );
  metrics.counter(
    "relay_healed_gaps_total",
    "Losses on the bus that were found and asked for again",
    () => counters.healedGaps,
  );
  metrics.counters("relay_closes_total", "Closed connections by code", "code", () =>
    [...closes].map(([code, count]) => [String(code), count] as const),
  );
}
