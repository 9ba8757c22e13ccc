import { roundToTick, toWirePrice } from "#domain/units/tick.ts";
import {
  QUOTE_FULL_AVERAGE_PRICE,
  QUOTE_FULL_CLOSE,
  QUOTE_FULL_EXCHANGE_TIME,
  QUOTE_FULL_HIGH,
  QUOTE_FULL_LAST_PRICE,
  QUOTE_FULL_LAST_QUANTITY,
  QUOTE_FULL_LAST_TRADE_TIME,
  QUOTE_FULL_LOW,
  QUOTE_FULL_OPEN,
  QUOTE_FULL_VOLUME,
} from "#protocol/generated/layout.ts";
import { markDirty, ROW_WORDS } from "../../market-table.ts";
import { BUY, bestAsk, bestBid, SELL, takeFromBest } from "./books.ts";
import { changeOpenInterest } from "./open-interest.ts";
import type { Random } from "./random.ts";
import type { MarketState } from "./state.ts";

/** Positions of the figures of the day in a row. */
export const WORD = {
  LAST: QUOTE_FULL_LAST_PRICE / 4,
  LAST_QUANTITY: QUOTE_FULL_LAST_QUANTITY / 4,
  AVERAGE: QUOTE_FULL_AVERAGE_PRICE / 4,
  VOLUME: QUOTE_FULL_VOLUME / 4,
  OPEN: QUOTE_FULL_OPEN / 4,
  HIGH: QUOTE_FULL_HIGH / 4,
  LOW: QUOTE_FULL_LOW / 4,
  CLOSE: QUOTE_FULL_CLOSE / 4,
  TRADED_AT: QUOTE_FULL_LAST_TRADE_TIME / 4,
  AT: QUOTE_FULL_EXCHANGE_TIME / 4,
} as const;

/** u32 on the wire: a day's volume stops there (65 million lots of NIFTY in one contract). */
const MOST_UNITS = 4_294_967_295;

/**
 * Books trades at one price.
 * @param price wire units
 * @param units of all of them
 * @param last units of the last one
 */
export function bookTrades(
  state: MarketState,
  row: number,
  price: number,
  units: number,
  last: number,
  at: number,
): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  const volume = Math.min(MOST_UNITS - (MOST_UNITS % state.lot[row]!), state.volume[row]! + units);
  state.notional[row]! += price * (volume - state.volume[row]!);
  const isFirst = state.volume[row] === 0;
  state.volume[row] = volume;
  const seconds = Math.floor(at / 1000);
  words[base + WORD.LAST] = price;
  words[base + WORD.LAST_QUANTITY] = last;
  words[base + WORD.VOLUME] = volume;
  words[base + WORD.AVERAGE] = Math.round(state.notional[row]! / volume);
  if (isFirst) words[base + WORD.OPEN] = price;
  if (isFirst || price > words[base + WORD.HIGH]!) words[base + WORD.HIGH] = price;
  if (isFirst || price < words[base + WORD.LOW]!) words[base + WORD.LOW] = price;
  words[base + WORD.TRADED_AT] = seconds;
  words[base + WORD.AT] = seconds;
  markDirty(state.table, row);
}

/** Lots behind one tick: mostly small, sometimes many. At least one. */
function drawLots(mean: number, random: Random): number {
  return Math.max(1, Math.round(mean * random.exponential()));
}

/** Books an order against the best price of the other side. */
function execute(
  state: MarketState,
  row: number,
  at: number,
  isBuyer: boolean,
  lots: number,
  random: Random,
): void {
  const words = state.table.words;
  const lot = state.lot[row]!;
  const available = words[row * ROW_WORDS + (isBuyer ? SELL : BUY)]! / lot;
  const last = Math.max(1, Math.min(lots, available, 1 + Math.floor(3 * random.exponential())));
  const price = isBuyer ? bestAsk(words, row) : bestBid(words, row);
  bookTrades(state, row, price, lots * lot, Math.floor(last) * lot, at);
  takeFromBest(state, row, isBuyer, Math.floor(last) * lot);
  changeOpenInterest(state, row, lots, random);
}

/**
 * Trades at the bid or the ask, whichever the taker hits.
 * @returns false when the other side is not quoted
 */
export function trade(state: MarketState, row: number, at: number, size: number, random: Random): boolean {
  const bid = bestBid(state.table.words, row);
  const ask = bestAsk(state.table.words, row);
  if (bid === 0 && ask === 0) return false;
  const isBuyer = ask > 0 && (bid === 0 || random.next() < 0.5);
  const drawn = drawLots(state.lotsATick[row]! * size, random);
  const before = Math.min(state.ahead[row]!, drawn - 1);
  state.ahead[row]! -= before;
  execute(state, row, at, isBuyer, drawn - before, random);
  return true;
}

/** Lots of a trade that follows the book, as a share of a usual tick's. */
const FOLLOW_SIZE = 0.25;
/** A contract trades at most this many ticks' worth ahead of its pace, and this share of its day. */
const MOST_TICKS_AHEAD = 4;
const MOST_DAY_AHEAD = 0.02;
/** The trader who pushed the book past the last price mostly also trades on its far side. */
const PUSHING_SHARE = 0.65;

/**
 * A book that moves past the last price does so because a trade went through it: in a busy contract a small
 * trade follows at the new touch, so that the last price lies in its book nearly always. The lots are taken
 * off later trades: a contract that hardly trades soon has none left to follow with, and its last price
 * stays behind.
 * @param size lots behind a tick relative to a usual step's
 */
export function follow(state: MarketState, row: number, at: number, size: number, random: Random): void {
  const words = state.table.words;
  const bid = bestBid(words, row);
  const ask = bestAsk(words, row);
  const last = words[row * ROW_WORDS + WORD.LAST]!;
  if (bid === 0 || ask === 0 || (bid <= last && last <= ask)) return;
  const most = Math.min(
    MOST_TICKS_AHEAD * state.lotsATick[row]! * size,
    MOST_DAY_AHEAD * state.dayLots[row]!,
  );
  if (most < 1) return;
  if (random.next() * most >= 2 * (most - state.ahead[row]!)) return;
  const lots = drawLots(FOLLOW_SIZE * state.lotsATick[row]!, random);
  state.ahead[row]! += lots;
  execute(state, row, at, last < bid === random.next() < PUSHING_SHARE, lots, random);
}

/** Rupees on the tick grid as the wire has them; India VIX's tick is finer than its wire unit. */
export function toWire(state: MarketState, row: number, rupees: number): number {
  return toWirePrice(roundToTick(rupees, state.tick[row]!), state.divisor[row]!);
}

/** Moves an index or reference: a value, no book. */
export function setIndex(state: MarketState, row: number, rupees: number, at: number): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  const price = toWire(state, row, rupees);
  if (words[base + WORD.OPEN] === 0) {
    words[base + WORD.OPEN] = price;
    words[base + WORD.HIGH] = price;
    words[base + WORD.LOW] = price;
  } else if (price === words[base + WORD.LAST]) {
    return;
  }
  words[base + WORD.LAST] = price;
  if (price > words[base + WORD.HIGH]!) words[base + WORD.HIGH] = price;
  if (price < words[base + WORD.LOW]!) words[base + WORD.LOW] = price;
  words[base + WORD.AT] = Math.floor(at / 1000);
  markDirty(state.table, row);
}

/** Widens an index's day range by values it had in between, rupees. */
export function widenIndex(state: MarketState, row: number, low: number, high: number): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  words[base + WORD.HIGH] = Math.max(words[base + WORD.HIGH]!, toWire(state, row, high));
  words[base + WORD.LOW] = Math.min(words[base + WORD.LOW]!, toWire(state, row, low));
}
