import {
  QUOTE_FULL_BUY,
  QUOTE_FULL_BUY_QUANTITY,
  QUOTE_FULL_SELL,
  QUOTE_FULL_SELL_QUANTITY,
} from "#protocol/generated/layout.ts";
import { ROW_WORDS } from "../../market-table.ts";
import type { Random } from "./random.ts";
import { KIND, type MarketState, SHAPE } from "./state.ts";

/** Words of a row. */
export const BUY = QUOTE_FULL_BUY / 4;
export const SELL = QUOTE_FULL_SELL / 4;
const BUY_QUANTITY = QUOTE_FULL_BUY_QUANTITY / 4;
const SELL_QUANTITY = QUOTE_FULL_SELL_QUANTITY / 4;
export const LEVELS = 5;

/** Lots behind one order, on average; shares have no lots. */
const LOTS_AN_ORDER = 2.6;
const SHARES_AN_ORDER = 45;
/** A level whose price stays keeps its quantity this often: books change by a level or two at a time. */
const KEEP_LEVEL = 0.62;

/** Best bid's word holding the price; 0 when that side is empty. */
export function bestBid(words: Int32Array, row: number): number {
  return words[row * ROW_WORDS + BUY + 1]!;
}

export function bestAsk(words: Int32Array, row: number): number {
  return words[row * ROW_WORDS + SELL + 1]!;
}

/** Old levels of one side, kept while the new ones are laid over them. */
const oldQuantity = new Int32Array(LEVELS);
const oldPrice = new Int32Array(LEVELS);
const oldOrders = new Int32Array(LEVELS);

function clearSide(words: Int32Array, at: number): void {
  words.fill(0, at, at + LEVELS * 3);
}

/** Usual lots of a level: busy contracts carry deep books. */
function levelLots(state: MarketState, row: number): number {
  return 1.5 + 2.2 * state.lotsATick[row]! ** 0.7 * (0.4 + state.rate[row]!);
}

/**
 * Lays five levels from the best price outwards.
 * @param direction  -1 bids, +1 asks
 * @param gap  ticks between levels, at least 1
 * @returns units in the five levels
 */
function laySide(
  state: MarketState,
  row: number,
  at: number,
  best: number,
  direction: -1 | 1,
  gap: number,
  random: Random,
): number {
  const words = state.table.words;
  const lot = state.lot[row]!;
  for (let i = 0; i < LEVELS; i++) {
    oldQuantity[i] = words[at + 3 * i]!;
    oldPrice[i] = words[at + 3 * i + 1]!;
    oldOrders[i] = words[at + 3 * i + 2]!;
  }
  const usual = levelLots(state, row);
  const perOrder = state.kind[row] === KIND.SHARE ? SHARES_AN_ORDER : LOTS_AN_ORDER;
  let ticks = best;
  let sum = 0;
  for (let i = 0; i < LEVELS; i++) {
    const price = ticks * state.tickWire[row]!;
    if (ticks < 1) {
      words[at + 3 * i] = 0;
      words[at + 3 * i + 1] = 0;
      words[at + 3 * i + 2] = 0;
      continue;
    }
    let quantity = 0;
    let orders = 0;
    for (let k = 0; k < LEVELS; k++) {
      if (oldPrice[k] === price && oldQuantity[k]! > 0 && random.next() < KEEP_LEVEL) {
        quantity = oldQuantity[k]!;
        orders = oldOrders[k]!;
        break;
      }
    }
    if (quantity === 0) {
      const lots = 1 + Math.floor(usual * (0.7 + 0.25 * i) * random.exponential());
      orders = Math.max(1, Math.min(lots, Math.round(lots / (perOrder * (0.6 + random.next())))));
      quantity = lots * lot;
    }
    words[at + 3 * i] = quantity;
    words[at + 3 * i + 1] = price;
    words[at + 3 * i + 2] = orders;
    sum += quantity;
    ticks +=
      direction *
      (gap <= 1.5
        ? 1 + (random.next() < gap - 1 ? 1 : 0)
        : Math.max(1, Math.round(gap * (0.5 + random.next()))));
  }
  return sum;
}

/** Units queued beyond the five levels; a lasting multiple of each instrument's own, so that totals move slowly. */
function beyond(state: MarketState, row: number, side: number): number {
  const own = 3 + (((row * 2654435761 + side * 40503) >>> 7) % 9);
  return state.kind[row] === KIND.SHARE ? 12 * own : own;
}

/**
 * A new book around a fair value: bids strictly below asks, all on the tick grid, a side missing where the shape says so
 * or where it would fall below one tick.
 * @param fair rupees
 * @param half rupees from fair value to either best price
 */
export function layBook(state: MarketState, row: number, fair: number, half: number, random: Random): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  const tick = state.tick[row]!;
  const shape = state.shape[row]!;
  // Tight books jump about their fair value by whole ticks; wide ones are a market maker's, and even.
  const jitter = Math.min(0.25 * half, 4 * tick + 0.05 * half);
  const bid = Math.floor((fair - half + jitter * (1 - 2 * random.next())) / tick + 1e-9);
  let ask = Math.ceil((fair + half - jitter * (1 - 2 * random.next())) / tick - 1e-9);
  if (ask <= bid) ask = bid + 1;
  if (ask < 1) ask = 1;
  const gap = Math.max(1, (0.45 * half) / tick);
  let bought = 0;
  let sold = 0;
  if (shape === SHAPE.NO_BID || shape === SHAPE.NONE || bid < 1) clearSide(words, base + BUY);
  else bought = laySide(state, row, base + BUY, bid, -1, gap, random);
  if (shape === SHAPE.NO_ASK || shape === SHAPE.NONE) clearSide(words, base + SELL);
  else sold = laySide(state, row, base + SELL, ask, 1, gap, random);
  words[base + BUY_QUANTITY] = bought * beyond(state, row, 0);
  words[base + SELL_QUANTITY] = sold * beyond(state, row, 1);
}

/** The same best prices with other orders behind them: most changes of a book move no price. */
export function refreshBook(state: MarketState, row: number, random: Random): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  const gap = Math.max(1, (0.45 * state.halfSpread[row]!) / state.tick[row]!);
  const best = (side: number): number => Math.round(words[base + side + 1]! / state.tickWire[row]!);
  const [bid, ask] = [best(BUY), best(SELL)];
  if (bid > 0)
    words[base + BUY_QUANTITY] =
      laySide(state, row, base + BUY, bid, -1, gap, random) * beyond(state, row, 0);
  if (ask > 0)
    words[base + SELL_QUANTITY] =
      laySide(state, row, base + SELL, ask, 1, gap, random) * beyond(state, row, 1);
}

/** Takes traded units from the best level, which keeps at least a lot: the rest of the order flow refills it. */
export function takeFromBest(state: MarketState, row: number, isBuyer: boolean, units: number): void {
  const words = state.table.words;
  const base = row * ROW_WORDS;
  const level = base + (isBuyer ? SELL : BUY);
  const totals = base + (isBuyer ? SELL_QUANTITY : BUY_QUANTITY);
  const taken = Math.min(units, words[level]! - state.lot[row]!);
  if (taken <= 0) return;
  words[level] = words[level]! - taken;
  words[level + 2] = Math.max(1, Math.min(words[level + 2]!, Math.floor(words[level]! / state.lot[row]!)));
  words[totals] = words[totals]! - taken;
}
