import { istDate } from "#domain/calendar/ist.ts";
import { formatExpiry, formatSpan, formatTime } from "#domain/format/date.ts";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import type { ContractStory } from "#protocol/frames/cell-story.ts";
import type { DepthLevel, DepthSnapshot } from "#workers/engine/api.ts";
import { TEXTS } from "./texts.ts";

/** Rows of a ladder, whether or not there are orders for them. */
export const LEVELS = 5;

/** What is known of a contract: its book, or what its chain knows until the book has come. */
export interface KnownQuote
  extends Omit<DepthSnapshot, "token" | "stale" | "bid" | "ask" | "buy" | "sell" | "lastTradeTime"> {
  /** Of market time, epoch ms; 0 never, NaN not known. */
  readonly lastTradeTime: number;
  /** Best first; null: its levels are not known. */
  readonly buy: readonly DepthLevel[] | null;
  readonly sell: readonly DepthLevel[] | null;
  readonly bid: number;
  readonly ask: number;
}

const positive = (price: number | undefined): number =>
  price !== undefined && price > 0 ? price : Number.NaN;

/** @param depth null: not told yet; @param first as its chain had it, null not known; @param now market time */
export function quoteOf(
  depth: DepthSnapshot | null,
  first: ContractStory | null,
  now: number,
): KnownQuote | null {
  if (depth !== null) {
    // A quote without its book is beside the best prices that the chain had.
    const { buy, sell } = depth;
    return {
      ...depth,
      bid: positive(buy === null ? first?.bid : buy[0]?.price),
      ask: positive(sell === null ? first?.ask : sell[0]?.price),
    };
  }
  if (first === null) return null;
  const unknown = Number.NaN;
  return {
    lastPrice: first.ltp,
    previousClose: first.previousClose,
    open: unknown,
    high: unknown,
    low: unknown,
    averagePrice: unknown,
    volume: first.volume,
    oi: first.oi,
    lastTradeTime: now - first.tradeAge,
    lastQuantity: unknown,
    buyQuantity: unknown,
    sellQuantity: unknown,
    oiDayHigh: unknown,
    oiDayLow: unknown,
    buy: null,
    sell: null,
    bid: first.bid,
    ask: first.ask,
  };
}

/** One side of a row: texts, "" where nothing stands, and how far its bar goes. */
export interface LadderCell {
  readonly price: string;
  readonly quantity: string;
  readonly orders: string;
  /** Of the largest quantity in sight, 0 to 1. */
  readonly share: number;
}

export interface LadderRow {
  readonly buy: LadderCell;
  readonly sell: LadderCell;
}

const NOTHING: LadderCell = { price: "", quantity: "", orders: "", share: 0 };

const countText = (count: number): string => formatFixed(count, 0);

function cellOf(level: DepthLevel | undefined, largest: number, decimals: number): LadderCell {
  if (level === undefined) return NOTHING;
  const { price, quantity, orders } = level;
  return {
    price: formatFixed(price, decimals),
    quantity: countText(quantity),
    orders: countText(orders),
    share: largest > 0 ? quantity / largest : 0,
  };
}

/** Before its levels are known the best price stands alone. */
const bestOf = (price: number, decimals: number): LadderCell =>
  price > 0
    ? { ...NOTHING, price: formatFixed(price, decimals), quantity: UNKNOWN, orders: UNKNOWN }
    : NOTHING;

/** Always as many rows: nothing moves as orders come and go. */
export function ladderRows(quote: KnownQuote | null, decimals: number): LadderRow[] {
  if (quote === null) return Array.from({ length: LEVELS }, () => ({ buy: NOTHING, sell: NOTHING }));
  const { buy, sell, bid, ask } = quote;
  const largest = Math.max(0, ...[...(buy ?? []), ...(sell ?? [])].map(({ quantity }) => quantity));
  return Array.from({ length: LEVELS }, (_, at) => ({
    buy: buy === null && at === 0 ? bestOf(bid, decimals) : cellOf(buy?.[at], largest, decimals),
    sell: sell === null && at === 0 ? bestOf(ask, decimals) : cellOf(sell?.[at], largest, decimals),
  }));
}

/** What a trader pays to go in and out: offer less bid, in rupees and in percent of their mid. */
export function spreadText(quote: KnownQuote | null, decimals: number): string {
  if (quote === null) return UNKNOWN;
  const { spread } = TEXTS;
  const { bid, ask } = quote;
  if (!(bid > 0 && ask > 0)) return spread.none;
  const gap = ask - bid;
  const figure = spread.figure(formatFixed(gap, decimals), formatFixed((200 * gap) / (bid + ask), 2));
  return gap < 0 ? spread.crossed : figure;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** A time that has passed; a trade that the clocks put into the future is new. */
export function ageText(ms: number): string {
  const { facts } = TEXTS;
  if (!Number.isFinite(ms)) return UNKNOWN;
  if (ms < MINUTE) return facts.seconds(countText(Math.max(0, Math.floor(ms / SECOND))));
  return ms < 2 * DAY ? formatSpan(ms) : facts.days(countText(Math.floor(ms / DAY)));
}

function tradedText(at: number, now: number): string {
  const { facts } = TEXTS;
  if (!Number.isFinite(at)) return UNKNOWN;
  if (at <= 0) return facts.never;
  const day = istDate(at);
  const time = day === istDate(now) ? formatTime(at) : `${formatExpiry(day)} ${formatTime(at)}`;
  return facts.traded(time, ageText(now - at));
}

/** Of the day, as label and figure: five of prices, five of interest and trade. */
export function factsOf(quote: KnownQuote | null, now: number, decimals: number): [string, string][] {
  const { facts } = TEXTS;
  const price = (rupees: number | undefined): string => formatFixed(positive(rupees), decimals);
  const hasRange = quote !== null && quote.oiDayHigh > 0;
  return [
    [facts.open, price(quote?.open)],
    [facts.high, price(quote?.high)],
    [facts.low, price(quote?.low)],
    [facts.previousClose, price(quote?.previousClose)],
    [facts.lastQuantity, countText(positive(quote?.lastQuantity))],
    [facts.oi, countText(quote?.oi ?? Number.NaN)],
    [facts.oiRange, hasRange ? facts.range(countText(quote.oiDayLow), countText(quote.oiDayHigh)) : UNKNOWN],
    [facts.volume, countText(quote?.volume ?? Number.NaN)],
    [facts.average, price(quote?.averagePrice)],
    [facts.lastTrade, tradedText(quote?.lastTradeTime ?? Number.NaN, now)],
  ];
}
