import type { BuilderMarket } from "#analysis/builder-market.ts";
import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { createMarketWatch, knownMarketTime } from "../../bus/market-watch.ts";
import { createSettlements } from "../../bus/settlements.ts";
import type { InstrumentDirectory } from "../../instruments/directory.ts";
import { createInstrumentLists, type InstrumentList, type ListedUnderlying } from "./instrument-lists.ts";
import { createSnapshots, type MarketSnapshot } from "./snapshots.ts";
import { snapshotMarket } from "./strategy-market.ts";
import { createWarmth } from "./warmth.ts";

/** One market as calls see it: of now, or of a minute ago. */
export interface ComputeMarket {
  /**
   * Everything of an underlying; at once when it is held.
   * @param usableMs age up to which what is held will do
   * @throws AppError underlying.not_found, metacache.failed, prices.failed
   */
  snapshot(token: number, usableMs?: number): MarketSnapshot | Promise<MarketSnapshot>;
  /** The same for the underlyings of tradingsymbols, by symbol; symbols that nothing listed has are left out. */
  snapshotsOf(tradingsymbols: readonly string[]): Promise<ReadonlyMap<string, MarketSnapshot>>;
  /** The same as strategies are analysed in it, made once a snapshot. */
  builderMarket(snapshot: MarketSnapshot): BuilderMarket;
  /** Of the expiries of one strategy alone, which a browser holds too (decision 0031). */
  namedMarket(snapshot: MarketSnapshot, expiries: ReadonlySet<IsoDate>): BuilderMarket;
  /** Everything that is listed; at once when it is held and fresh. @throws AppError metacache.failed */
  directory(): InstrumentDirectory | Promise<InstrumentDirectory>;
  /** epoch ms. @throws AppError server.unavailable before it is known */
  marketTime(): number;
  /** times the feed was asked */
  readonly asked: number;
  stop(): void;
}

/** More than any account holds; each may have to be asked of the feed. */
const MOST_UNDERLYINGS = 100;
/** Of one snapshot; sets of expiries are as many as those who ask like. */
const MOST_MARKETS = 64;
/** Asked of the feed at the same time, so that one request does not stand in the way of all others. */
const AT_ONCE = 8;

/** @param live the bus of now's market, whose past is the late one's too */
export function createComputeMarket(bus: Bus, live: Bus = bus): ComputeMarket {
  const watch = createMarketWatch(bus);
  const lists = createInstrumentLists(bus, watch);
  const settlements = createSettlements(live);
  // Prices can be told before the market's time is known; what depends on it cannot.
  const snapshots = createSnapshots(bus, async (token) => {
    const now = watch.marketTime();
    return now === null ? new Map() : settlements.of(token, now);
  });
  const warmth = createWarmth(bus);
  /** By the expiries they are made of. */
  const made = new WeakMap<MarketSnapshot, Map<string, BuilderMarket>>();

  function marketOf(snapshot: MarketSnapshot, expiries?: ReadonlySet<IsoDate>): BuilderMarket {
    const markets = made.get(snapshot) ?? new Map<string, BuilderMarket>();
    made.set(snapshot, markets);
    const key = expiries === undefined ? "all" : [...expiries].sort().join();
    const held = markets.get(key);
    if (held !== undefined) return held;
    const { token } = snapshot.listed.underlying;
    const market = snapshotMarket(snapshot, {
      marketTime: knownMarketTime(watch),
      keepsSessions: watch.keepsSessions(),
      onExpiry: (expiry) => warmth.want(token, expiry),
      ...(expiries === undefined ? {} : { expiries }),
    });
    if (markets.size < MOST_MARKETS) markets.set(key, market);
    return market;
  }

  function inList(
    list: InstrumentList,
    token: number,
    usableMs: number | undefined,
  ): MarketSnapshot | Promise<MarketSnapshot> {
    const listed = list.underlying(token);
    if (listed !== null) return snapshots.get(listed, usableMs);
    const text = `Could not find underlying with symbol ${token}`;
    throw new AppError("underlying.not_found", text, { symbol: token });
  }

  async function snapshotsOf(tradingsymbols: readonly string[]): Promise<Map<string, MarketSnapshot>> {
    const list = await lists.get();
    const wanted = new Map<ListedUnderlying, string[]>();
    for (const symbol of tradingsymbols) {
      const listed = list.underlyingOf(symbol);
      if (listed === null) continue;
      const symbols = wanted.get(listed);
      if (symbols === undefined) wanted.set(listed, [symbol]);
      else symbols.push(symbol);
    }
    if (wanted.size > MOST_UNDERLYINGS) {
      const text = `These are contracts of ${wanted.size} underlyings; ask for at most ${MOST_UNDERLYINGS} at a time`;
      throw new AppError("request.too_large", text, { limit: MOST_UNDERLYINGS });
    }
    const found = new Map<string, MarketSnapshot>();
    const all = [...wanted];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      const taken = await Promise.all(some.map(([listed]) => snapshots.get(listed)));
      for (const [i, [, symbols]] of some.entries()) {
        for (const symbol of symbols) found.set(symbol, taken[i]!);
      }
    }
    return found;
  }

  return {
    snapshotsOf,
    snapshot(token, usableMs) {
      const list = lists.get();
      const within = (each: InstrumentList) => inList(each, token, usableMs);
      return list instanceof Promise ? list.then(within) : within(list);
    },
    builderMarket: (snapshot) => marketOf(snapshot),
    namedMarket: marketOf,
    directory() {
      const list = lists.get();
      return list instanceof Promise ? list.then(({ directory }) => directory) : list.directory;
    },
    marketTime: () => knownMarketTime(watch),
    get asked() {
      return snapshots.asked;
    },
    stop() {
      watch.stop();
      warmth.stop();
    },
  };
}
