/** Legs that come and go. */

import type { LegContract } from "../contract-list.ts";
import type { Leg, LegType } from "../model.ts";
import type { PlacedLeg } from "../presets/build.ts";
import { type Deal, isEntryPrice, isQuantity, newTrade, tradeOf } from "./change.ts";

type Legs = readonly Leg[];

/** Names of legs, each given once. */
export type NewId = () => string;

/** Adds a trade; one that holds the contract already takes the action, entry price and quantity instead. */
export function addOrUpdate(legs: Legs, contract: LegContract, deal: Deal, newId: NewId): Legs {
  const { action, quantity, entryPrice } = deal;
  if (!isQuantity(quantity) || !isEntryPrice(entryPrice)) return legs;
  const held = tradeOf(legs, contract.token);
  if (held === undefined) return [...legs, newTrade(legs, contract, newId(), deal)];
  const signed = action === "BUY" ? quantity : -quantity;
  return legs.map((leg) => (leg === held ? { ...leg, quantity: signed, entryPrice } : leg));
}

/** The trades of a ready-made strategy, `lots` of it, at the market's prices. */
export function tradesOf(placed: readonly PlacedLeg[], lots: number, newId: NewId): Legs {
  return placed.reduce<Legs>(
    (legs, { contract, action, lots: ratio }) =>
      addOrUpdate(
        legs,
        contract,
        { action, quantity: ratio * lots * contract.lotSize, entryPrice: null },
        newId,
      ),
    [],
  );
}

/** Removes a trade; positions are closed in the market, not here. */
export function deleteTrade(legs: Legs, id: string): Legs {
  const left = legs.filter((leg) => leg.id !== id || leg.kind === "position");
  return left.length === legs.length ? legs : left;
}

/** Removes every trade and leaves the positions. */
export function clearTrades(legs: Legs): Legs {
  return legs.every(({ kind }) => kind === "position")
    ? legs
    : legs.filter(({ kind }) => kind === "position");
}

/** Removes every position and leaves the trades. */
export function clearPositions(legs: Legs): Legs {
  return legs.every(({ kind }) => kind === "trade") ? legs : legs.filter(({ kind }) => kind === "trade");
}

/** All trades back at the market's price. */
export function resetPrices(legs: Legs): Legs {
  const isSet = (leg: Leg) => leg.kind === "trade" && leg.entryPrice !== null;
  return legs.some(isSet) ? legs.map((leg) => (isSet(leg) ? { ...leg, entryPrice: null } : leg)) : legs;
}

const ORDER: Readonly<Record<LegType, number>> = { FUT: 0, CE: 1, PE: 2, EQ: 3 };

/** Futures, then calls, then puts, then shares; by expiry and strike within. */
export function compareLegs(a: LegContract, b: LegContract): number {
  const byType = ORDER[a.type] - ORDER[b.type];
  if (byType !== 0) return byType;
  if (a.expiry !== b.expiry) return (a.expiry ?? "") < (b.expiry ?? "") ? -1 : 1;
  return a.strike - b.strike;
}
