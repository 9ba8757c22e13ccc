/** What a leg is entered at where its trader has set no price (rules STRAT-25 to STRAT-27). Rupees. */

import { quotedPrice } from "./leg-forward.ts";
import type { EntryPricing, Leg } from "./model.ts";

export const MOST_SLIPPAGE_TICKS = 1_000;

export const AT_LTP: EntryPricing = { mode: "ltp", slippageTicks: 0 };

export const PRICE_SOURCES = ["OWN", "MID", "TOUCH", "USABLE", "LAST", "MODEL", "SETTLED"] as const;
/** `OWN`: the trader's; `MODEL`: by its own IV, for nothing is quoted. */
export type PriceSource = (typeof PRICE_SOURCES)[number];

export const UNQUOTED_SIDES = ["BID", "ASK", "BOTH", "CROSSED"] as const;
/** Which side of the book the mode wanted and did not find. */
export type UnquotedSide = (typeof UNQUOTED_SIDES)[number];

interface EntryPrice {
  readonly price: number;
  /** null: no price at all. */
  readonly source: PriceSource | null;
  /** null: the mode had what it wants. */
  readonly unquoted: UnquotedSide | null;
}

export function isSlippage(ticks: number): boolean {
  return Number.isInteger(ticks) && ticks >= 0 && ticks <= MOST_SLIPPAGE_TICKS;
}

/** Rounded where sums of ticks end: 100.05 + 0.05 is 100.1. */
const tidy = (price: number): number => Math.round(price * 1e6) / 1e6;

const NO_BOOK = { price: Number.NaN, source: null } as const;

function midOf(bid: number, ask: number): EntryPrice {
  const [hasBid, hasAsk] = [bid > 0, ask > 0];
  if (!hasBid || !hasAsk) return { ...NO_BOOK, unquoted: hasBid ? "ASK" : hasAsk ? "BID" : "BOTH" };
  // Between quotes that cross there is no price.
  if (bid > ask) return { ...NO_BOOK, unquoted: "CROSSED" };
  return { price: tidy((bid + ask) / 2), source: "MID", unquoted: null };
}

function touchOf(isBuy: boolean, { bid, ask }: Leg["quote"], slippage: number, tick: number): EntryPrice {
  const best = isBuy ? ask : bid;
  if (!(best > 0)) return { ...NO_BOOK, unquoted: isBuy ? "ASK" : "BID" };
  // Nothing is sold below a tick.
  const price = isBuy ? best + slippage : Math.max(tick, best - slippage);
  return { price: tidy(price), source: "TOUCH", unquoted: null };
}

/** By the book and the mode alone. @param tickSize of the options, for legs that do not tell their own */
function bookedPrice(leg: Leg, { mode, slippageTicks }: EntryPricing, tickSize: number): EntryPrice {
  const { quote, quantity } = leg;
  if (mode === "ltp") return { ...NO_BOOK, unquoted: null };
  if (mode === "mid") return midOf(quote.bid, quote.ask);
  const tick = leg.tickSize !== undefined && leg.tickSize > 0 ? leg.tickSize : tickSize;
  return touchOf(quantity > 0, quote, slippageTicks * tick, tick);
}

/** What a leg would be dealt at now, and where that comes from. @param model its price by its own IV; NaN none */
export function worthNow(
  leg: Leg,
  model: number,
): { readonly price: number; readonly source: PriceSource | null } {
  const quoted = quotedPrice(leg);
  if (quoted > 0) return { price: quoted, source: leg.quote.usablePrice > 0 ? "USABLE" : "LAST" };
  return { price: model, source: Number.isNaN(model) ? null : "MODEL" };
}

/** The trader's price, else the mode's, else what the leg is worth now. @param now `worthNow` of the leg */
export function entryPriceOf(
  leg: Leg,
  pricing: EntryPricing,
  tickSize: number,
  now: { readonly price: number; readonly source: PriceSource | null },
): EntryPrice {
  if (leg.entryPrice !== null) return { price: leg.entryPrice, source: "OWN", unquoted: null };
  const booked = bookedPrice(leg, pricing, tickSize);
  return booked.source === null ? { ...now, unquoted: booked.unquoted } : booked;
}
