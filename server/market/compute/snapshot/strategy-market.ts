import type { BuilderMarket } from "#analysis/builder-market.ts";
import { type MarketPackets, namedPackets } from "#analysis/market-packets.ts";
import { packetMarket } from "#analysis/strategy-market.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { LinearQuote } from "#protocol/frames/strategy-market.ts";
import type { Quote } from "#protocol/wire/codec.ts";
import { settlementKey } from "../../bus/settlements.ts";
import type { MarketSnapshot } from "./snapshots.ts";

interface SnapshotMarketOptions {
  /** For an underlying without chains, which carry their own. */
  readonly marketTime: number;
  readonly keepsSessions: boolean;
  /** Told of each expiry (YYYYMMDD) that contracts are asked of. */
  readonly onExpiry?: (expiry: number) => void;
  /** Expiries of a strategy; every expiry there is unless they are given. */
  readonly expiries?: ReadonlySet<IsoDate>;
}

function linearQuote(quote: Quote): LinearQuote {
  const { depth, ohlc } = quote;
  return {
    token: quote.instrumentToken,
    lastPrice: quote.lastPrice,
    previousClose: ohlc.close ?? Number.NaN,
    bid: depth?.buy[0]?.price ?? Number.NaN,
    ask: depth?.sell[0]?.price ?? Number.NaN,
    volume: quote.volume ?? Number.NaN,
    oi: quote.openInterest ?? Number.NaN,
    lastTradeTime: quote.lastTradeTime ?? 0,
  };
}

/** The market of a snapshot as strategies are analysed in it, of all its expiries or of those of one strategy. */
export function snapshotMarket(snapshot: MarketSnapshot, options: SnapshotMarketOptions): BuilderMarket {
  const { listed, chains, quotes, settlements } = snapshot;
  const { directory, underlying } = listed;
  const { marketTime, keepsSessions, onExpiry, expiries } = options;
  const all = chains.map(({ packet }) => packet);
  const known: MarketPackets = {
    packets: expiries === undefined ? all : namedPackets(all, expiries),
    quotes: new Map(Array.from(quotes, ([token, quote]) => [token, linearQuote(quote)])),
  };
  return packetMarket(known, {
    listed: { underlying, futures: directory.futures(0).map(({ expiry }) => expiry as IsoDate) },
    lookup: directory,
    marketTime,
    keepsSessions,
    ...(onExpiry === undefined ? {} : { onExpiry }),
    settlementOn: (expiry) => settlements.get(settlementKey(expiry)) ?? null,
  });
}
