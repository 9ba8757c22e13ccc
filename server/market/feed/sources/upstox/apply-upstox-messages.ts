import { priceDivisor } from "#domain/units/segments.ts";
import { toWirePrice } from "#domain/units/tick.ts";
import { DEPTH_WORDS, QUOTE_WORD as WORD } from "#wasm/words.ts";
import type { StreamSink } from "../broker/broker-protocol.ts";
import {
  decodeFeedResponse,
  type FullFeed,
  type Level,
  type Ltpc,
  numberOf,
  type Ohlc,
} from "./upstox-feed-schema.ts";

const LEVELS = 5;
const DAY = "1d";
const MOST_PRICE = 0x7fffffff;
const MOST_COUNT = 0xffffffff;
const MARKET_INFO = 2;
const FUTURE_MS = 3_600_000;

/** A count in units; what is no number, negative or too large for the wire is unknown. */
function count(value: number): number {
  return Number.isFinite(value) && value >= 0 && value <= MOST_COUNT ? Math.round(value) : 0;
}

/** Epoch ms as the wire's seconds; an impossible time is unknown. */
function seconds(ms: number, now: number): number {
  return Number.isFinite(ms) && ms > 0 && ms <= now + FUTURE_MS ? Math.floor(ms / 1000) : 0;
}

/** Writes one instrument's figures. Prices that make no sense are unknown (0), as everywhere on the wire. */
class RowWriter {
  private readonly sink: StreamSink;
  private readonly row: number;
  private readonly divisor: number;

  constructor(sink: StreamSink, row: number) {
    this.sink = sink;
    this.row = row;
    this.divisor = priceDivisor(sink.table.universe.instruments[row]!.token);
  }

  price(word: number, rupees: number): void {
    const wire = toWirePrice(rupees, this.divisor);
    this.set(word, wire > 0 && wire <= MOST_PRICE ? wire : 0);
  }

  set(word: number, value: number): void {
    this.sink.table.set(this.row, word, value);
  }

  ltpc(from: Ltpc | null | undefined): void {
    if (from == null) return;
    this.price(WORD.lastPrice, from.ltp);
    this.price(WORD.close, from.cp);
    this.set(WORD.lastQuantity, count(numberOf(from.ltq)));
    this.set(WORD.lastTradeTime, seconds(numberOf(from.ltt), this.sink.now));
  }

  day(bars: readonly Ohlc[] | undefined): void {
    const bar = bars?.find(({ interval }) => interval === DAY);
    if (bar === undefined) return;
    this.price(WORD.open, bar.open);
    this.price(WORD.high, bar.high);
    this.price(WORD.low, bar.low);
  }

  book(levels: readonly Level[] | undefined): void {
    if (levels === undefined) return;
    for (let n = 0; n < LEVELS; n++) {
      const level = levels[n];
      const buy = WORD.buy + n * DEPTH_WORDS;
      const sell = WORD.sell + n * DEPTH_WORDS;
      this.set(buy, level === undefined ? 0 : count(numberOf(level.bidQ)));
      this.price(buy + 1, level?.bidP ?? 0);
      this.set(sell, level === undefined ? 0 : count(numberOf(level.askQ)));
      this.price(sell + 1, level?.askP ?? 0);
    }
  }
}

function writeFull(full: FullFeed, to: RowWriter): void {
  const { marketFF, indexFF } = full;
  to.ltpc(marketFF?.ltpc ?? indexFF?.ltpc);
  to.day((marketFF ?? indexFF)?.marketOHLC?.ohlc);
  if (marketFF == null) return;
  to.book(marketFF.marketLevel?.bidAskQuote);
  to.price(WORD.averagePrice, marketFF.atp);
  to.set(WORD.volume, count(numberOf(marketFF.vtt)));
  to.set(WORD.oi, count(marketFF.oi));
  to.set(WORD.buyQuantity, count(marketFF.tbq));
  to.set(WORD.sellQuantity, count(marketFF.tsq));
}

/**
 * Writes a message of the feed into the table. Upstox's own greeks and IV are not read: chains have the feed's. It does
 * not say the orders of a level, nor the day's range of open interest.
 * @param tokenOfKey token of an instrument key, undefined for what is not carried
 * @returns instruments of ours the message had prices of; null when it is no message
 */
export function applyUpstoxMessage(
  message: Uint8Array,
  sink: StreamSink,
  tokenOfKey: (key: string) => number | undefined,
): number | null {
  let response: ReturnType<typeof decodeFeedResponse>;
  try {
    response = decodeFeedResponse(message);
  } catch {
    sink.garbled(`a message of ${message.length} bytes that is not the feed's`);
    return null;
  }
  if (response.type === MARKET_INFO) return 0;
  const { table, now } = sink;
  const stamp = seconds(numberOf(response.currentTs), now);
  let applied = 0;
  for (const [key, feed] of Object.entries(response.feeds)) {
    const token = tokenOfKey(key);
    const row = token === undefined ? undefined : table.rows.get(token);
    if (row === undefined) continue;
    const { ltpc, fullFeed } = feed;
    const last = ltpc?.ltp ?? fullFeed?.marketFF?.ltpc?.ltp ?? fullFeed?.indexFF?.ltpc?.ltp;
    if (last !== undefined && !(Number.isFinite(last) && last >= 0)) {
      sink.garbled(`a last price of ${last}`);
      continue;
    }
    const to = new RowWriter(sink, row);
    if (fullFeed != null) writeFull(fullFeed, to);
    else if (ltpc != null) to.ltpc(ltpc);
    else continue;
    if (stamp > 0) to.set(WORD.exchangeTime, stamp);
    applied++;
  }
  return applied;
}
