import type { Metrics } from "../../platform/lib/metrics.ts";
import type { Hub } from "./hub.ts";
import type { Relay } from "./relay.ts";

function blockedIn(hub: Hub): number {
  let blocked = 0;
  for (const client of hub.clients) if (client.isBlocked) blocked++;
  return blocked;
}

/** The relay in numbers: who is connected, what leaves, what was held back; of the live market and of the late one. */
export function addRelayMetrics(metrics: Metrics, { hub, lateHub, closes }: Relay): void {
  const each = (read: (hub: Hub) => number) => () =>
    [
      ["live", read(hub)],
      ["late", read(lateHub)],
    ] as const;
  const gauge = (name: string, help: string, read: (hub: Hub) => number) =>
    metrics.gauges(name, help, "market", each(read));
  const counter = (name: string, help: string, read: (hub: Hub) => number) =>
    metrics.counters(name, help, "market", each(read));
  /** "option-chain", and "late option-chain" */
  const bySource = function* (read: (hub: Hub) => Iterable<readonly [string, number]>) {
    yield* read(hub);
    for (const [source, count] of read(lateHub)) yield [`late ${source}`, count] as const;
  };

  gauge("relay_clients", "Open websocket connections", (of) => of.clients.size);
  gauge("relay_blocked_clients", "Connections whose socket has not drained", blockedIn);
  gauge("relay_chains", "Option chains mirrored", (of) => of.chains.size);
  gauge(
    "relay_chain_subscriptions",
    "Connections that watch a chain, summed over chains",
    (of) => of.chains.watchers,
  );
  metrics.counters("relay_subscribes_total", "Subscribe messages by data source", "source", () =>
    bySource((of) => of.counters.subscribes),
  );
  gauge("relay_audiences", "Distinct sets of quote subscriptions", (of) => of.quotes.audiences.size);
  gauge(
    "relay_books",
    "Instruments sent with their book, summed over connections",
    (of) => of.quotes.audiences.books,
  );
  gauge("relay_chart_groups", "Distinct sets of chart subscriptions", (of) => of.charts.groups);
  gauge("relay_stats", "Underlyings whose stats are mirrored", (of) => of.stats.underlyings.size);
  gauge("relay_screener_clients", "Connections that watch the screener", (of) => {
    return of.stats.screener.members.size;
  });
  gauge(
    "relay_held_bars",
    "Bars that clients want, each length of an instrument once",
    (of) => of.bars.heldBars,
  );
  metrics.counters("relay_updates_total", "Messages sent by data source, quote-batch aside", "source", () =>
    bySource((of) => [...of.counters.updates].map(([source, { count }]) => [source, count] as const)),
  );
  gauge("relay_feed_age_ms", "Age of the newest quote, -1 before the first", (of) => of.quotes.ageMs());
  counter("relay_received_messages_total", "Messages from clients", (of) => of.counters.received);
  counter("relay_faults_total", "Messages answered with an error frame", (of) => of.counters.faults);
  counter("relay_writes_total", "Writes to sockets, one a client and turn", (of) => of.counters.sentWrites);
  counter("relay_sent_messages_total", "Websocket messages sent", (of) => of.counters.sentMessages);
  counter("relay_sent_bytes_total", "Bytes sent, frame headers included", (of) => of.counters.sentBytes);
  counter(
    "relay_conflations_total",
    "Updates held back from a blocked connection",
    (of) => of.counters.conflations,
  );
  counter(
    "relay_healed_gaps_total",
    "Losses on the bus that were found and asked for again",
    (of) => of.counters.healedGaps,
  );
  metrics.counters("relay_closes_total", "Closed connections by code", "code", () =>
    [...closes].map(([code, count]) => [String(code), count] as const),
  );
}
