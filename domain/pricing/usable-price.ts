/** The price that stands for an option in IV and greeks, and what its book says about it (quant.md §4). */

import {
  FLAG_CROSSED,
  FLAG_IS_LIQUID,
  FLAG_NO_ASK,
  FLAG_NO_BID,
  FLAG_NO_OI,
  FLAG_NO_QUOTES,
  FLAG_NO_VOLUME,
  FLAG_ODD_STRIKE,
  FLAG_STALE_LTP,
  FLAG_WIDE_SPREAD,
} from "../chain/flags.ts";

/** A trade older than this no longer says where the market is. */
export const FRESH_TRADE_MS = 60_000;
/** A trade older than this earns a warning. */
export const STALE_TRADE_MS = 15 * 60_000;

interface Book {
  /** Best bid and ask, rupees; 0 or NaN = none. */
  bid: number;
  ask: number;
  /** Last traded price; 0 or NaN = never. */
  ltp: number;
  /** Age of the last trade, against the session close once it has passed; Infinity = never traded. */
  ageMs: number;
  tick: number;
}

/** The usable price (NaN = none) and the book flags. */
export function usablePrice(book: Book): { price: number; flags: number } {
  const { bid, ask, ltp, ageMs, tick } = book;
  return { price: usablePriceOf(bid, ask, ltp, ageMs, tick), flags: bookFlags(bid, ask, tick) };
}

/** `a <= b` for multiples of a tick held in doubles: 10.30 - 10.05 is not quite 5 x 0.05. */
function withinTicks(spread: number, limit: number, tick: number): boolean {
  return spread <= limit + 1e-6 * tick;
}

/** Widest spread whose middle is a price: five ticks or a fifth of the middle. */
function widestUsableSpread(price: number, tick: number): number {
  return Math.max(5 * tick, 0.2 * price);
}

function isWide(bid: number, ask: number, tick: number): boolean {
  return !withinTicks(ask - bid, widestUsableSpread(0.5 * (bid + ask), tick), tick);
}

/** Which price of its book stands for an option. */
export type PriceKind = "middle" | "last" | "bid" | "ask" | "none";

/** The kind of a usable price; where two of its book are the same the first of middle, last, bid, ask. */
export function priceKindOf(usable: number, bid: number, ask: number, ltp: number): PriceKind {
  if (Number.isNaN(usable)) return "none";
  if (bid > 0 && ask >= bid && usable === 0.5 * (bid + ask)) return "middle";
  if (usable === ltp) return "last";
  return usable === bid ? "bid" : "ask";
}

/** The usable price alone, without an object: the chain solver's form. NaN = none. */
export function usablePriceOf(bid: number, ask: number, ltp: number, ageMs: number, tick: number): number {
  const traded = ltp > 0;
  const fresh = traded && ageMs <= FRESH_TRADE_MS;
  if (bid > 0 && ask > 0) {
    if (bid > ask) return traded ? ltp : Number.NaN;
    const wide = isWide(bid, ask, tick);
    return wide && fresh && bid <= ltp && ltp <= ask ? ltp : 0.5 * (bid + ask);
  }
  if (bid > 0) return fresh ? Math.max(ltp, bid) : bid;
  if (!fresh) return Number.NaN;
  return ask > 0 ? Math.min(ltp, ask) : ltp;
}

/** The book flag that goes with the row of the table used; 0 for a good two-sided book. */
export function bookFlags(bid: number, ask: number, tick: number): number {
  if (bid > 0) {
    if (!(ask > 0)) return FLAG_NO_ASK;
    if (bid > ask) return FLAG_CROSSED;
    return isWide(bid, ask, tick) ? FLAG_WIDE_SPREAD : 0;
  }
  return ask > 0 ? FLAG_NO_BID : FLAG_NO_QUOTES;
}

/**
 * FLAG_IS_LIQUID and the warnings that come from trading rather than from the book.
 * @param silenceMs time in session without a trade; @param volume traded today; @param oi units
 */
export function activityFlags(
  bid: number,
  ask: number,
  silenceMs: number,
  volume: number,
  oi: number,
  tick: number,
): number {
  const traded = volume > 0;
  const held = oi > 0;
  let flags = (traded ? 0 : FLAG_NO_VOLUME) | (held ? 0 : FLAG_NO_OI);
  if (!(silenceMs <= STALE_TRADE_MS)) flags |= FLAG_STALE_LTP;
  if (traded && held && bid > 0 && ask >= bid) {
    const limit = Math.max(2 * tick, 0.03 * 0.5 * (bid + ask));
    if (withinTicks(ask - bid, limit, tick)) flags |= FLAG_IS_LIQUID;
  }
  return flags;
}

/** FLAG_ODD_STRIKE for an odd multiple of half the round step (NIFTY 24,050 at 100); 0 when it is 0. */
export function strikeFlags(strike: number, roundStep: number): number {
  if (!(roundStep > 0)) return 0;
  const halves = strike / (0.5 * roundStep);
  const nearest = Math.round(halves);
  return Math.abs(halves - nearest) < 1e-6 && nearest % 2 !== 0 ? FLAG_ODD_STRIKE : 0;
}

/**
 * Rupees between a book's sides. Without two of them it is unknown and may be all of the price: such a price hardly votes
 * on a forward.
 */
export function spreadOf(bid: number, ask: number, price: number, tick: number): number {
  return bid > 0 && ask >= bid ? Math.max(ask - bid, tick) : Math.max(price, 5 * tick);
}
