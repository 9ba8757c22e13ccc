/**
 * The one table of packets. `npm run gen` writes from it the constants both compilers read
 * (`protocol/generated/layout.ts`), the TypeScript record codec (`protocol/generated/records.ts`) and
 * `docs/wire-protocol.md`; `npm run gen:check` fails on drift.
 *
 * Rules: big-endian; fields are appended, never moved or reused; a decoder steps by the block and row
 * lengths that the message itself states, so an old client survives new fields.
 */
import { field as f, group, type MessageTable, record } from "./message-table.ts";

const price = { scale: "price" } as const;

// --- Kite-shaped quotes (public Kite Connect websocket layouts) ------------------------------------

const depthEntry = record("depthEntry", "One level of market depth, as Kite lays it out.", [
  f("quantity", "u32", "quantity at this price", { unit: "units" }),
  f("price", "i32", "price of the level", price),
  f("orders", "u16", "number of orders"),
  f("padding", "u16", "zero"),
]);

const quoteLtp = record("quoteLtp", "Mode ltp, 12 bytes.", [
  f("token", "u32", "instrument token"),
  f("lastPrice", "i32", "last traded price", price),
  f("close", "i32", "previous session's close", price),
]);

const quoteIndex = record("quoteIndex", "Index quote, modes mini and full, 32 bytes.", [
  f("token", "u32", "instrument token"),
  f("lastPrice", "i32", "index value", price),
  f("high", "i32", "day's high", price),
  f("low", "i32", "day's low", price),
  f("open", "i32", "day's open", price),
  f("close", "i32", "previous session's close", price),
  f("change", "i32", "last price less close", price),
  f("exchangeTime", "u32", "exchange timestamp", { unit: "epoch s" }),
]);

const miniMembers = [
  f("token", "u32", "instrument token"),
  f("lastPrice", "i32", "last traded price", price),
  f("lastQuantity", "u32", "last traded quantity", { unit: "units" }),
  f("averagePrice", "i32", "volume-weighted average price of the day", price),
  f("volume", "u32", "traded today", { unit: "units" }),
  f("buyQuantity", "u32", "total buy quantity in the book", { unit: "units" }),
  f("sellQuantity", "u32", "total sell quantity in the book", { unit: "units" }),
  f("open", "i32", "day's open", price),
  f("high", "i32", "day's high", price),
  f("low", "i32", "day's low", price),
  f("close", "i32", "previous session's close", price),
  f("lastTradeTime", "u32", "time of the last trade, 0 never", { unit: "epoch s" }),
  f("oi", "u32", "open interest", { unit: "units" }),
  f("oiDayHigh", "u32", "day's highest open interest", { unit: "units" }),
  f("oiDayLow", "u32", "day's lowest open interest", { unit: "units" }),
  f("exchangeTime", "u32", "exchange timestamp", { unit: "epoch s" }),
];

const quoteMini = record("quoteMini", "Mode mini, 64 bytes: the first 64 of the full packet.", miniMembers);

const quoteFull = record("quoteFull", "Mode full, 184 bytes.", [
  ...miniMembers,
  group("buy", depthEntry, 5, "bids, best first"),
  group("sell", depthEntry, 5, "asks, best first"),
]);

const quoteTrailer = record("quoteTrailer", "Follows the quotes of packets 1 and 2.", [
  f("epoch", "u32", "feed epoch: a new number is a new feed, whose values replace all older ones"),
  f("sequence", "u32", "counts this connection's quote messages by one within an epoch"),
  f("serverTime", "f64", "server clock when the message was built", { unit: "epoch ms" }),
]);

// --- Our own packets -------------------------------------------------------------------------------

const header = record("header", "Opens every packet of our own.", [
  f("id", "u8", "packet id"),
  f("version", "u8", "version of the packet's table"),
  f("blockLength", "u16", "length of the root block behind this header", { unit: "bytes" }),
  f("epoch", "u32", "stream epoch: a new number starts the stream anew, with a snapshot"),
  f("sequence", "u32", "position in the stream; a delta follows its predecessor by one"),
  f("serverTime", "f64", "server clock when the message was built", { unit: "epoch ms" }),
]);

/** What the IV percentiles of an underlying's expiries rest on. */
const percentileCloses = [
  f("ivCloses", "u16", "daily closes that the IV percentile rests on, or would: it needs 60"),
  f("ivCloseOrigins", "u16", "their origins: bit 0 recorded, 1 source, 2 imported, 3 simulated"),
];

const chainRoot = record("chainRoot", "Header figures of one expiry; sent whole with every chain packet.", [
  f("underlying", "u32", "instrument token of the underlying"),
  f("expiry", "u32", "expiry date as the number YYYYMMDD (IST)"),
  f("priceDivisor", "u32", "divisor of every price in the rows"),
  f("flags", "u16", "bit 0 snapshot (else delta), bit 1 simulated feed, bit 2 delayed"),
  f(
    "state",
    "u8",
    "0 live, 1 before open, 2 spot auction, 3 closed, 4 no underlying, 5 expired, 6 spot closed, 7 settled",
  ),
  f("forwardSource", "u8", "0 none, 1 future, 2 synthetic, 3 carry, 4 settlement (quant §3)"),
  f("rowCount", "u16", "rows in this message"),
  f("totalRows", "u16", "rows of the whole chain"),
  f("rowLength", "u16", "length of one row", { unit: "bytes" }),
  f("discountSource", "u8", "0 none, 1 own pairs, 2 own curve, 3 borrowed (quant §3)"),
  f(
    "discountLender",
    "u8",
    "whose curve it was weighed with: 0 none, 1 NIFTY, 2 BANKNIFTY, 3 FINNIFTY, 4 MIDCPNIFTY, 5 NIFTYNXT50, 6 SENSEX, 7 BANKEX",
  ),
  f("lotSize", "u32", "lot size of the expiry", { unit: "units" }),
  f("futureToken", "u32", "token of the future that shares the expiry, 0 none"),
  f("marketTime", "f64", "market clock (differs from the server's in a replay)", { unit: "epoch ms" }),
  f("expiryInstant", "f64", "instant that fixes the expiry's payoff; its last trade may be later", {
    unit: "epoch ms",
  }),
  f("spot", "f64", "underlying's price, NaN missing", { unit: "rupees" }),
  f("spotPreviousClose", "f64", "underlying's previous close", { unit: "rupees" }),
  f("spotHigh", "f64", "underlying's day high", { unit: "rupees" }),
  f("spotLow", "f64", "underlying's day low", { unit: "rupees" }),
  f("future", "f64", "last price of the nearest future not before the expiry, NaN none", {
    unit: "rupees",
  }),
  f("forward", "f64", "forward of this expiry, what it settles at once its payoff is fixed; NaN none", {
    unit: "rupees",
  }),
  f("synthetic", "f64", "parity-implied forward, NaN none", { unit: "rupees" }),
  f("atmStrike", "f64", "listed strike nearest the forward", { unit: "rupees" }),
  f("atmIv", "f64", "at-the-money IV", { unit: "fraction" }),
  f("atmIvPrevious", "f64", "at-the-money IV at the previous session's close", { unit: "fraction" }),
  f("atmIvPercentile", "f64", "IV percentile, NaN until there is history", { unit: "0 to 100" }),
  f("pcr", "f64", "put OI over call OI"),
  f("pcrChange", "f64", "change of pcr since the previous close, NaN none"),
  f("maxPain", "f64", "max pain strike", { unit: "rupees" }),
  f("vix", "f64", "India VIX, NaN where it does not apply", { unit: "percent" }),
  f("tickSize", "f64", "option tick size", { unit: "rupees" }),
  f("strikeStep", "f64", "regular distance of strikes", { unit: "rupees" }),
  f("discount", "f64", "worth of a rupee on the expiry: 1 up to 45 days and where it cannot be told"),
  f("discountError", "f64", "standard error of the discount, NaN where it is not told"),
  ...percentileCloses,
  f(
    "lastSpot",
    "f64",
    "the underlying's last real price while spot is implied, NaN while spot is itself real",
    {
      unit: "rupees",
    },
  ),
  f(
    "iv30",
    "f32",
    "30-day at-the-money IV of the underlying, of which percentile and rank are; NaN unknown",
    {
      unit: "fraction",
    },
  ),
  f("ivRank", "f32", "IV rank, NaN until there is history", { unit: "0 to 100" }),
]);

const chainSide = record("chainSide", "One option of a strike.", [
  f("token", "u32", "instrument token, 0 when not listed"),
  f("lastPrice", "i32", "last traded price, 0 never traded", price),
  f("close", "i32", "previous session's close", price),
  f("bid", "i32", "best bid, 0 none", price),
  f("ask", "i32", "best ask, 0 none", price),
  f("oi", "u32", "open interest", { unit: "units" }),
  f("previousOi", "u32", "open interest at the previous close", { unit: "units" }),
  f("volume", "u32", "traded today", { unit: "units" }),
  f("lastTradeTime", "u32", "time of the last trade, 0 never", { unit: "epoch s" }),
  f("iv", "f32", "implied volatility of the strike, NaN none", { unit: "fraction" }),
  f("flags", "u32", "liquidity and IV flags (domain/chain/flags.ts)"),
]);

const chainRow = record("chainRow", "One strike, both sides.", [
  f("strike", "i32", "strike", price),
  f("index", "u16", "row number in the chain, strikes ascending from 0"),
  f("previousIv", "u16", "IV at the previous session's close, 65535 unknown", {
    scale: 10000,
    unit: "fraction",
  }),
  group("call", chainSide, 1, "the call"),
  group("put", chainSide, 1, "the put"),
]);

const chainDeltaRoot = record("chainDeltaRoot", "What changed of a chain's root, and in how many rows.", [
  f("underlying", "u32", "instrument token of the underlying"),
  f("expiry", "u32", "expiry date as the number YYYYMMDD (IST)"),
  f("rowCount", "u16", "rows in this message"),
  f("totalRows", "u16", "rows of the whole chain"),
  f("rootWordsLow", "u32", "bit k: the 4 bytes at offset 4 k of chainRoot follow, the lowest bit first"),
  f("rootWordsHigh", "u32", "the same of bit 32 + k"),
]);

const chainDeltaRow = record("chainDeltaRow", "Before the cells of one strike that changed, 4 bytes each.", [
  f("index", "u16", "row number in the chain"),
  f("cells", "u16", "which cells follow, the lowest bit first (see Packet 4)"),
]);

/** Figures of the underlying that stats and screener share (rule LIVE-25). */
const baseStats = [
  f("spot", "f64", "underlying's price", { unit: "rupees" }),
  f("spotPreviousClose", "f64", "underlying's previous close", { unit: "rupees" }),
  f("spotOpen", "f64", "underlying's open", { unit: "rupees" }),
  f("spotHigh", "f64", "underlying's day high", { unit: "rupees" }),
  f("spotLow", "f64", "underlying's day low", { unit: "rupees" }),
  f("volumeSpike", "f64", "volume so far over averageVolume, which is of whole sessions; NaN without one"),
  f("futureOi", "f64", "open interest of the first three futures", { unit: "units" }),
  f("futureOiPrevious", "f64", "the same at the previous close", { unit: "units" }),
];

const statsRoot = record("statsRoot", "Underlying stats.", [
  f("underlying", "u32", "instrument token of the underlying"),
  f("rowCount", "u16", "expiries"),
  f("rowLength", "u16", "length of one row", { unit: "bytes" }),
  ...baseStats,
  ...percentileCloses,
  f(
    "volume",
    "f64",
    "traded today: a share's own, elsewhere of the first three futures; NaN where there are none",
    {
      unit: "units",
    },
  ),
  f(
    "averageVolume",
    "f64",
    "average volume of the last 250 sessions whose volume is kept; NaN of fewer than 10",
    {
      unit: "units",
    },
  ),
  f("volumeDays", "u32", "sessions that averageVolume is of, or would be: it needs 10"),
]);

const statsRow = record("statsRow", "Stats of one expiry.", [
  f("expiry", "u32", "YYYYMMDD"),
  f("lotSize", "u32", "lot size", { unit: "units" }),
  f("forwardSource", "u32", "as in packet 3"),
  f("reserved", "u32", "zero"),
  f("futurePrice", "f64", "last price of the nearest future not before the expiry", { unit: "rupees" }),
  f("forward", "f64", "forward", { unit: "rupees" }),
  f("strikeStep", "f64", "regular distance of strikes", { unit: "rupees" }),
  f("atmStrike", "f64", "listed strike nearest the forward", { unit: "rupees" }),
  f("atmIv", "f64", "at-the-money IV", { unit: "fraction" }),
  f("atmIvPrevious", "f64", "at-the-money IV at the previous session's close", { unit: "fraction" }),
  f("atmIvPercentile", "f64", "IV percentile, NaN until there is history", { unit: "0 to 100" }),
  f("pcr", "f64", "put OI over call OI"),
  f("maxPain", "f64", "max pain strike", { unit: "rupees" }),
  f("callOi", "f64", "open interest of calls", { unit: "units" }),
  f("putOi", "f64", "open interest of puts", { unit: "units" }),
  f("expectedMove", "f64", "one standard deviation until expiry: forward × ATM IV × √T", { unit: "rupees" }),
  f("straddle", "f64", "at-the-money call plus put", { unit: "rupees" }),
  f("callVolume", "f64", "calls traded today", { unit: "units" }),
  f("putVolume", "f64", "puts traded today", { unit: "units" }),
  f("callOiPrevious", "f64", "open interest of calls at the previous close", { unit: "units" }),
  f("putOiPrevious", "f64", "open interest of puts at the previous close", { unit: "units" }),
]);

const screenerRoot = record("screenerRoot", "Screener stats.", [
  f("rowCount", "u16", "underlyings in this message"),
  f("rowLength", "u16", "length of one row", { unit: "bytes" }),
]);

const screenerRow = record("screenerRow", "Stats of one underlying, with those of its nearest expiry.", [
  f("underlying", "u32", "instrument token"),
  f("expiry", "u32", "nearest expiry, YYYYMMDD"),
  ...baseStats,
  f("forward", "f64", "forward of the nearest expiry", { unit: "rupees" }),
  f("atmIv", "f64", "its at-the-money IV", { unit: "fraction" }),
  f("atmIvPrevious", "f64", "the same at the previous session's close", { unit: "fraction" }),
  f("atmIvPercentile", "f64", "IV percentile, NaN until there is history", { unit: "0 to 100" }),
  f("pcr", "f64", "its put OI over call OI"),
  f("maxPain", "f64", "its max pain strike", { unit: "rupees" }),
  f("ivCloses", "f64", "daily closes that the IV percentile rests on, or would: it needs 60"),
]);

const chartRoot = record("chartRoot", "Running bars.", [
  f("rowCount", "u16", "bars in this message"),
  f("rowLength", "u16", "length of one row", { unit: "bytes" }),
]);

const chartRow = record("chartRow", "The running bar of one instrument.", [
  f("token", "u32", "instrument token"),
  f("intervalSeconds", "u32", "length of the bar", { unit: "s" }),
  f("barTime", "f64", "start of the bar", { unit: "epoch ms" }),
  f("open", "i32", "first price", price),
  f("high", "i32", "highest price", price),
  f("low", "i32", "lowest price", price),
  f("close", "i32", "last price", price),
  f("volume", "u32", "traded in the bar", { unit: "units" }),
  f("oi", "u32", "open interest at the last tick", { unit: "units" }),
]);

const textRoot = record("textRoot", "A packet whose content is UTF-8 JSON behind the block.", [
  f("byteLength", "u32", "length of the JSON text", { unit: "bytes" }),
]);

const pingRoot = record("pingRoot", "Ping; the header carries the server's clock.", [
  f("marketTime", "f64", "market clock, NaN before the feed is heard", { unit: "epoch ms" }),
  f("marketSpeed", "f64", "market milliseconds per server millisecond; 0 stopped"),
  f("intervalMs", "u32", "the next ping follows after this", { unit: "ms" }),
  f("feedAgeMs", "u32", "age of the newest tick the relay holds, 4294967295 none", { unit: "ms" }),
]);

export const RECORDS = [
  depthEntry,
  quoteLtp,
  quoteIndex,
  quoteMini,
  quoteFull,
  quoteTrailer,
  header,
  chainRoot,
  chainSide,
  chainRow,
  chainDeltaRoot,
  chainDeltaRow,
  statsRoot,
  statsRow,
  screenerRoot,
  screenerRow,
  chartRoot,
  chartRow,
  textRoot,
  pingRoot,
] as const;

const own = ["header", "root block"];

export const MESSAGES: readonly MessageTable[] = [
  {
    name: "quote",
    id: 1,
    version: null,
    doc: "One quote.",
    layout: ["id u8", "one quote packet of 12, 32, 64 or 184 bytes", "quoteTrailer"],
  },
  {
    name: "quoteBatch",
    id: 2,
    version: null,
    doc: "Quotes of a quote-batch subscription; the first answer to a subscription holds every token of it.",
    layout: ["id u8", "count u16", "count times: length u16, quote packet of that length", "quoteTrailer"],
  },
  {
    name: "optionChain",
    id: 3,
    version: 1,
    doc: "One expiry's option chain: a snapshot holds every row; a delta, which clients before version 6 get, the rows that changed since the sequence before.",
    layout: [...own, "rowCount rows of rowLength bytes"],
    root: chainRoot,
    row: chainRow,
  },
  {
    name: "optionChainDelta",
    id: 4,
    version: 1,
    doc: "What changed of one expiry's option chain since the sequence before, cell by cell.",
    layout: [...own, "words of chainRoot", "rowCount times: chainDeltaRow, its cells of 4 bytes"],
    root: chainDeltaRoot,
    row: chainDeltaRow,
  },
  {
    name: "underlyingStats",
    id: 5,
    version: 1,
    doc: "Stats of one underlying.",
    layout: [...own, "rows"],
    root: statsRoot,
    row: statsRow,
  },
  {
    name: "orderUpdates",
    id: 6,
    version: 1,
    doc: "Order updates of the owner.",
    layout: [...own, "JSON"],
    root: textRoot,
  },
  {
    name: "screenerStats",
    id: 7,
    version: 1,
    doc: "Stats of many underlyings.",
    layout: [...own, "rows"],
    root: screenerRoot,
    row: screenerRow,
  },
  {
    name: "commonEvents",
    id: 8,
    version: 1,
    doc: "Common events, such as BANNER_UPDATED with its etag.",
    layout: [...own, "JSON"],
    root: textRoot,
  },
  {
    name: "nseEvents",
    id: 9,
    version: 1,
    doc: "NSE events, such as QUOTES_UPDATED.",
    layout: [...own, "JSON"],
    root: textRoot,
  },
  {
    name: "orderUpdatesV2",
    id: 10,
    version: 1,
    doc: "Order updates of the owner, second form.",
    layout: [...own, "JSON"],
    root: textRoot,
  },
  {
    name: "chartQuotes",
    id: 101,
    version: 1,
    doc: "Running bars of a quote-chart subscription.",
    layout: [...own, "rows"],
    root: chartRoot,
    row: chartRow,
  },
  { name: "ping", id: 253, version: 1, doc: "Heartbeat every 2 s.", layout: own, root: pingRoot },
];
