import protobuf from "protobufjs/light.js";

/*
 * Messages of Upstox's Market Data Feed V3. Source: MarketDataFeedV3.proto, linked from
 * upstox.com/developer/api-documentation/v3/get-market-data-feed and part of the official SDKs (upstox/upstox-python,
 * upstox_client/feeder/proto), package com.upstox.marketdatafeederv3udapi.rpc.proto. Prices are rupees, times epoch ms.
 * Fields of proto3 that are zero are not sent: zero and absent are the same.
 */
type Fields = Readonly<Record<string, readonly [type: string, id: number, rule?: "repeated"]>>;

function message(fields: Fields, oneofs?: Readonly<Record<string, readonly string[]>>): protobuf.IType {
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, [type, id, rule]]) => [
        name,
        { type, id, ...(rule === undefined ? {} : { rule }) },
      ]),
    ),
    ...(oneofs && {
      oneofs: Object.fromEntries(Object.entries(oneofs).map(([name, of]) => [name, { oneof: [...of] }])),
    }),
  };
}

const NESTED: Readonly<Record<string, protobuf.AnyNestedObject>> = {
  Type: { values: { initial_feed: 0, live_feed: 1, market_info: 2 } },
  // last price, time and quantity of the last trade, previous close
  LTPC: message({ ltp: ["double", 1], ltt: ["int64", 2], ltq: ["int64", 3], cp: ["double", 4] }),
  Quote: message({ bidQ: ["int64", 1], bidP: ["double", 2], askQ: ["int64", 3], askP: ["double", 4] }),
  MarketLevel: message({ bidAskQuote: ["Quote", 1, "repeated"] }),
  OptionGreeks: message({
    delta: ["double", 1],
    theta: ["double", 2],
    gamma: ["double", 3],
    vega: ["double", 4],
    rho: ["double", 5],
  }),
  OHLC: message({
    interval: ["string", 1],
    open: ["double", 2],
    high: ["double", 3],
    low: ["double", 4],
    close: ["double", 5],
    vol: ["int64", 6],
    ts: ["int64", 7],
  }),
  MarketOHLC: message({ ohlc: ["OHLC", 1, "repeated"] }),
  // average price, volume of the day, open interest, bids and offers in sum
  MarketFullFeed: message({
    ltpc: ["LTPC", 1],
    marketLevel: ["MarketLevel", 2],
    optionGreeks: ["OptionGreeks", 3],
    marketOHLC: ["MarketOHLC", 4],
    atp: ["double", 5],
    vtt: ["int64", 6],
    oi: ["double", 7],
    iv: ["double", 8],
    tbq: ["double", 9],
    tsq: ["double", 10],
  }),
  IndexFullFeed: message({ ltpc: ["LTPC", 1], marketOHLC: ["MarketOHLC", 2] }),
  FullFeed: message(
    { marketFF: ["MarketFullFeed", 1], indexFF: ["IndexFullFeed", 2] },
    { FullFeedUnion: ["marketFF", "indexFF"] },
  ),
  FirstLevelWithGreeks: message({
    ltpc: ["LTPC", 1],
    firstDepth: ["Quote", 2],
    optionGreeks: ["OptionGreeks", 3],
    vtt: ["int64", 4],
    oi: ["double", 5],
    iv: ["double", 6],
  }),
  RequestMode: { values: { ltpc: 0, full_d5: 1, option_greeks: 2, full_d30: 3 } },
  Feed: message(
    {
      ltpc: ["LTPC", 1],
      fullFeed: ["FullFeed", 2],
      firstLevelWithGreeks: ["FirstLevelWithGreeks", 3],
      requestMode: ["RequestMode", 4],
    },
    { FeedUnion: ["ltpc", "fullFeed", "firstLevelWithGreeks"] },
  ),
  MarketStatus: {
    values: {
      PRE_OPEN_START: 0,
      PRE_OPEN_END: 1,
      NORMAL_OPEN: 2,
      NORMAL_CLOSE: 3,
      CLOSING_START: 4,
      CLOSING_END: 5,
    },
  },
  MarketInfo: {
    fields: { segmentStatus: { keyType: "string", type: "MarketStatus", id: 1 } as protobuf.IMapField },
  },
  FeedResponse: {
    fields: {
      type: { type: "Type", id: 1 },
      feeds: { keyType: "string", type: "Feed", id: 2 } as protobuf.IMapField,
      currentTs: { type: "int64", id: 3 },
      marketInfo: { type: "MarketInfo", id: 4 },
    },
  },
};

/** An int64 as protobufjs gives it. */
type Int64 = number | { toNumber(): number };

export interface Ltpc {
  readonly ltp: number;
  readonly ltt: Int64;
  readonly ltq: Int64;
  readonly cp: number;
}

export interface Level {
  readonly bidQ: Int64;
  readonly bidP: number;
  readonly askQ: Int64;
  readonly askP: number;
}

export interface Ohlc {
  readonly interval: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

export interface FullFeed {
  readonly marketFF?: {
    readonly ltpc?: Ltpc | null;
    readonly marketLevel?: { readonly bidAskQuote: readonly Level[] } | null;
    readonly marketOHLC?: { readonly ohlc: readonly Ohlc[] } | null;
    readonly atp: number;
    readonly vtt: Int64;
    readonly oi: number;
    readonly tbq: number;
    readonly tsq: number;
  } | null;
  readonly indexFF?: {
    readonly ltpc?: Ltpc | null;
    readonly marketOHLC?: { readonly ohlc: readonly Ohlc[] } | null;
  } | null;
}

interface FeedResponse {
  readonly type: number;
  readonly feeds: Readonly<
    Record<string, { readonly ltpc?: Ltpc | null; readonly fullFeed?: FullFeed | null }>
  >;
  readonly currentTs: Int64;
}

const root = protobuf.Root.fromJSON({ nested: NESTED });
const feedResponse = root.lookupType("FeedResponse");

/** @throws when the bytes are no such message */
export function decodeFeedResponse(bytes: Uint8Array): FeedResponse {
  return feedResponse.decode(bytes) as unknown as FeedResponse;
}

export function numberOf(value: Int64): number {
  return typeof value === "number" ? value : value.toNumber();
}
