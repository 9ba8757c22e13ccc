/** A paired feed on stepped time, and what its live and its late market say of one underlying at a moment. */

import { CHAIN_STATES } from "#domain/chain/flags.ts";
import type { StatsRoot } from "#protocol/generated/records.ts";
import { decodeScreener, decodeStats } from "#protocol/wire/row-messages.ts";
import { createLateBus } from "#server/market/bus/late.ts";
import {
  clockSubject,
  liveChainsRequest,
  screenerRequest,
  statsRequest,
} from "#server/market/bus/market-subjects.ts";
import { fetchQuotes } from "#server/market/bus/quote-details.ts";
import { type ReadChain, readChain, rowsOf } from "#server/market/compute/snapshot/read-chains.ts";
import type { FeedConfig } from "#server/market/feed/feed-config.ts";
import type { MarketSource } from "#server/market/feed/market-source.ts";
import { openFeed } from "#server/market/feed/open-feed.ts";
import type { Bus } from "#server/platform/bus/bus.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";
import { unpackSnapshots } from "#server/platform/bus/packing.ts";
import { createSteppedTimers } from "../../../support/market/fake-feed.ts";

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** One underlying as a market has it. Prices are rupees. */
export interface Told {
  /** market time of the chain, epoch ms: a second of the machine's may have passed since */
  readonly at: number;
  /** market time as it was last said, twice a second */
  readonly clock: number;
  readonly state: string;
  readonly spot: number;
  readonly future: number;
  readonly forward: number;
  readonly atmIv: number;
  /** what quotes, stats and the screener say of the spot */
  readonly spots: readonly number[];
  /** newest time of a quote or a trade, epoch ms */
  readonly newest: number;
  /** last prices of the nearest expiry's options, of its future and of the spot, by token */
  readonly prices: ReadonlyMap<number, number>;
  /** the same contracts and the spot: what they closed at on the day before */
  readonly closes: ReadonlyMap<number, number>;
  /** of the nearest future */
  readonly futureToken: number;
}

export function startOpeningFeed(config: Partial<FeedConfig>, source?: MarketSource) {
  const bus = createLocalBus();
  const buses = { live: bus, late: createLateBus(bus) };
  const times = { live: Number.NaN, late: Number.NaN };
  for (const who of ["live", "late"] as const) {
    buses[who].subscribe(clockSubject(), (payload) => {
      times[who] = (JSON.parse(Buffer.from(payload).toString()) as { marketTime: number }).marketTime;
    });
  }
  const timers = createSteppedTimers(config.clock?.kind === "start" ? config.clock.at : undefined);
  const feed = openFeed(
    {
      source: "sim",
      marketFile: null,
      seed: 1,
      clock: null,
      universe: ["NIFTY"],
      dataDir: ".",
      record: null,
      ...config,
    },
    bus,
    { timers, ...(source && { source }) },
  );
  feed.start();
  // The late side begins a moment after the live one.
  timers.pass(50);
  return {
    buses,
    feed,
    timers,
    times,
    async told(who: "live" | "late", underlying: number): Promise<Told> {
      const own: Bus = buses[who];
      const packed = await own.request(liveChainsRequest(), json({ underlying }));
      const [near] = unpackSnapshots(packed).map(readChain) as [ReadChain];
      const { root } = near.packet;
      const options = rowsOf(near).flatMap(({ call, put }) => [call.token, put.token]);
      const tokens = [underlying, root.futureToken, ...options].filter((token) => token > 0);
      const quotes = await fetchQuotes(own, tokens);
      const [stats] = unpackSnapshots(await own.request(statsRequest(), json({ underlyings: [underlying] })));
      const statsRoot = (decodeStats(stats!) as { root: StatsRoot }).root;
      const screener = decodeScreener(await own.request(screenerRequest(), new Uint8Array(0)));
      const row = "error" in screener ? null : screener.rows.find((each) => each.underlying === underlying);
      return {
        at: root.marketTime,
        clock: times[who],
        state: CHAIN_STATES[root.state]!,
        spot: root.spot,
        future: root.future,
        forward: root.forward,
        atmIv: root.atmIv,
        spots: [quotes.get(underlying)?.last_price ?? Number.NaN, statsRoot.spot, row?.spot ?? Number.NaN],
        newest: Math.max(
          ...[...quotes.values()].map((each) => Math.max(each.timestamp ?? 0, each.last_trade_time ?? 0)),
        ),
        prices: new Map([...quotes].map(([token, quote]) => [token, quote.last_price])),
        closes: new Map([...quotes].map(([token, quote]) => [token, quote.ohlc.close])),
        futureToken: root.futureToken,
      };
    },
    async stop() {
      await feed.stop();
      await bus.close();
    },
  };
}
