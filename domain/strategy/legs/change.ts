/**
 * What a trader does to the legs of a strategy. Every action answers a new list, or the very list it was given when nothing
 * comes of it: an unknown leg, a figure that is none, a change that would hold one contract in two legs. Positions are what
 * they are: they can be selected and given an IV, nothing else.
 */

import type { OptionType } from "../../pricing/black76.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { Leg, LegQuote, TradeAction } from "../model.ts";

type Legs = readonly Leg[];

/** Of an instrument whose prices are still to come. */
export const NO_QUOTE: LegQuote = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
};

function changed(legs: Legs, id: string, change: (leg: Leg) => Leg): Legs {
  const before = legs.find((leg) => leg.id === id);
  if (before === undefined) return legs;
  const after = change(before);
  return after === before ? legs : legs.map((leg) => (leg === before ? after : leg));
}

function changedTrade(legs: Legs, id: string, change: (leg: Leg) => Leg): Legs {
  return changed(legs, id, (leg) => (leg.kind === "trade" ? change(leg) : leg));
}

export function tradeOf(legs: Legs, token: number): Leg | undefined {
  return legs.find((leg) => leg.kind === "trade" && leg.token === token);
}

/** The IV that a trader set for the strike and expiry of a contract, by any leg there. */
function customIvAt(legs: Legs, { type, strike, expiry }: LegContract): number | null {
  if (type !== "CE" && type !== "PE") return null;
  const twin = legs.find(
    (leg) =>
      (leg.type === "CE" || leg.type === "PE") &&
      leg.strike === strike &&
      leg.expiry === expiry &&
      leg.customIv !== null,
  );
  return twin?.customIv ?? null;
}

/** A trade of so many units, at the market's price unless one is given. */
export function newTrade(
  legs: Legs,
  contract: LegContract,
  id: string,
  { action, quantity, entryPrice }: Deal,
): Leg {
  return {
    ...contract,
    id,
    quantity: action === "BUY" ? quantity : -quantity,
    entryPrice,
    customIv: customIvAt(legs, contract),
    isSelected: true,
    kind: "trade",
    bookedPnl: 0,
    quote: NO_QUOTE,
    settlement: null,
  };
}

/** What was agreed on: units above 0, rupees or the market's price. */
export interface Deal {
  readonly action: TradeAction;
  readonly quantity: number;
  readonly entryPrice: number | null;
}

export function isQuantity(units: number): boolean {
  return Number.isSafeInteger(units) && units > 0;
}

/** Rupees, typed in a field or in words: far above any contract's price. */
export const MOST_PRICE = 1e7;

/** Nothing is sold below nothing: 0 is a price, a negative one is not. */
export function isEntryPrice(price: number | null): boolean {
  return price === null || (Number.isFinite(price) && price >= 0);
}

export function toggleSelection(legs: Legs, id: string): Legs {
  return changed(legs, id, (leg) => ({ ...leg, isSelected: !leg.isSelected }));
}

/** Bought becomes sold, and the other way round. */
export function flip(legs: Legs, id: string): Legs {
  return changedTrade(legs, id, (leg) => ({ ...leg, quantity: -leg.quantity }));
}

/** @param price rupees; null returns to the market's */
export function setEntryPrice(legs: Legs, id: string, price: number | null): Legs {
  if (!isEntryPrice(price)) return legs;
  return changedTrade(legs, id, (leg) => (leg.entryPrice === price ? leg : { ...leg, entryPrice: price }));
}

/** @param units above 0; bought stays bought. Odd lots are let through: see `lot-rule.ts` */
export function setQuantity(legs: Legs, id: string, units: number): Legs {
  if (!isQuantity(units)) return legs;
  return changedTrade(legs, id, (leg) =>
    Math.abs(leg.quantity) === units ? leg : { ...leg, quantity: leg.quantity < 0 ? -units : units },
  );
}

/** A leg on another contract: as many lots of it, at the market's price, with the IV set for its strike. */
export function placedOn<L extends Leg>(legs: Legs, leg: L, contract: LegContract): L {
  const lots = leg.quantity / leg.lotSize;
  return {
    ...leg,
    ...contract,
    quantity: Number.isInteger(lots) ? lots * contract.lotSize : leg.quantity,
    entryPrice: null,
    customIv: customIvAt(legs, contract),
    quote: NO_QUOTE,
    settlement: null,
  };
}

/** Puts a leg on another contract. Ignored when it is not listed or another trade holds it. */
export function moveTo(legs: Legs, id: string, contract: LegContract | null): Legs {
  if (contract === null || tradeOf(legs, contract.token) !== undefined) return legs;
  return changedTrade(legs, id, (leg) => placedOn(legs, leg, contract));
}

/**
 * The contract of a leg on another expiry: the same strike, or the nearest that is listed there; the future of that expiry.
 */
export function onExpiry(leg: LegContract, expiry: IsoDate, contracts: ContractList): LegContract | null {
  if (leg.type === "EQ" || leg.expiry === expiry) return null;
  if (leg.type === "FUT") return contracts.future(expiry);
  const strikes = contracts.strikes(leg.type, expiry);
  const strike = nearestOf(strikes, leg.strike, () => true);
  return strike === null ? null : contracts.option(leg.type, expiry, strike);
}

export function changeExpiry(legs: Legs, id: string, expiry: IsoDate, contracts: ContractList): Legs {
  const leg = legs.find((each) => each.id === id);
  return leg === undefined ? legs : moveTo(legs, id, onExpiry(leg, expiry, contracts));
}

/** A call becomes the put of its strike, and the other way round; futures and shares stay. */
export function swapType(legs: Legs, id: string, contracts: ContractList): Legs {
  const leg = legs.find((each) => each.id === id);
  if (leg === undefined || leg.expiry === null || (leg.type !== "CE" && leg.type !== "PE")) return legs;
  const other: OptionType = leg.type === "CE" ? "PE" : "CE";
  return moveTo(legs, id, contracts.option(other, leg.expiry, leg.strike));
}

/** The strike nearest a level among those that may be taken, of two as near the lower; null of none. */
export function nearestOf(
  strikes: readonly number[],
  level: number,
  isFree: (strike: number) => boolean,
): number | null {
  let best: number | null = null;
  for (const strike of strikes) {
    if (!isFree(strike)) continue;
    if (best === null || Math.abs(strike - level) < Math.abs(best - level)) best = strike;
  }
  return best;
}
