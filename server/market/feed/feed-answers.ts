import { AppError } from "#domain/errors.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { FeedStatus } from "../bus/feed-status.ts";
import type { ChainBook } from "./chains/chain-book.ts";
import { encodeMetacache } from "./encode-metacache.ts";
import { chainKey, type Interest } from "./interest.ts";
import type { MarketSource } from "./market-source.ts";
import type { MarketTable } from "./market-table.ts";
import { pastCloses, pastDays } from "./past-closes.ts";
import type { Publisher } from "./quote-publisher.ts";
import type { FeedAnswers } from "./responders.ts";
import { measureSample } from "./stats/measure-samples.ts";
import { SCREENER_KEY, type StatsBook, statsKey } from "./stats/stats-book.ts";
import type { VolatilityHistory } from "./volatility-history.ts";
import type { VolumeHistory } from "./volume-history.ts";

/** What lives as long as one universe. */
export interface Era {
  readonly table: MarketTable;
  readonly publisher: Publisher;
  readonly book: ChainBook;
  readonly stats: StatsBook;
  readonly rows: ReadonlyMap<number, number>;
  metacache: MetacacheBody | null;
}

interface FeedAnswersOptions {
  /** @throws Error before the feed was started */
  readonly running: () => Era;
  /** market time, epoch ms */
  readonly now: () => number;
  /** the machine's clock, epoch ms */
  readonly wall: () => number;
  readonly source: MarketSource;
  readonly interest: Interest;
  readonly statsInterest: Interest;
  readonly volatilities: VolatilityHistory;
  readonly volumes: VolumeHistory;
  readonly status: () => FeedStatus;
}

function rowsOf({ rows }: Era, tokens: readonly number[]): number[] {
  const found = new Set<number>();
  for (const token of tokens) {
    const row = rows.get(token);
    if (row !== undefined) found.add(row);
  }
  return [...found];
}

/** What the feed answers to the other roles, out of the universe that is running. */
export function createFeedAnswers(options: FeedAnswersOptions): FeedAnswers {
  const { running, now, wall, source, interest, statsInterest, volatilities, status } = options;

  /**
   * A broker's list of instruments may be hours away. Until it is there nothing can be said to be unknown, so those that ask wait.
   * @throws AppError server.unavailable
   */
  function listed(): Era {
    const era = running();
    if (era.table.universe.instruments.length > 0) return era;
    throw new AppError("server.unavailable", "No instruments are listed yet; try again shortly.");
  }

  return {
    chain: (underlying, expiry) => listed().book.snapshot(underlying, expiry, now(), wall()),
    liveChains: (underlying) => listed().book.snapshots(underlying, now(), wall()),
    quotes: (tokens) => listed().publisher.snapshot(rowsOf(running(), tokens), wall()),
    stats: (underlyings) => listed().stats.snapshots(underlyings, now(), wall()),
    measures(underlyings) {
      const { book, table } = listed();
      const wanted = new Set(underlyings);
      return book.families
        .filter((family) => wanted.has(family.underlying.underlying.token))
        .map((family) => measureSample(family, table, now()));
    },
    screener: () => running().stats.screener(now(), wall()),
    metacache() {
      const current = running();
      current.metacache ??= encodeMetacache(current.table.universe, source, now());
      return current.metacache;
    },
    status,
    interest: (chains) =>
      interest.hold(
        chains.map(([underlying, expiry]) => chainKey(underlying, expiry)),
        wall(),
      ),
    statsInterest: ({ underlyings, screener }) =>
      statsInterest.hold([...underlyings.map(statsKey), ...(screener ? [SCREENER_KEY] : [])], wall()),
    bars: async (query) => source.history?.bars(query) ?? null,
    closes: (underlying, days) => pastCloses(source, underlying, days),
    days: (underlying, days) => pastDays(source, underlying, days),
    pastMeasures: async (underlying, date, expiries) =>
      (await source.history?.measures?.(underlying, date, expiries)) ?? null,
    volatilityHistory: (message) => volatilities.take(message),
    volumeHistory: (message) => options.volumes.take(message),
    volatilityRank(underlying) {
      const { families } = running().book;
      const family = families.find((each) => each.underlying.underlying.token === underlying);
      return family === undefined ? Number.NaN : volatilities.rank(family, volatilities.iv30(family));
    },
  };
}
