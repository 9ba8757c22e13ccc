/** A change of several trades at once: what is previewed, what it costs and what is applied are made of the same one. */

import type { LegContract } from "../contract-list.ts";
import { newTrade, placedOn, tradeOf } from "../legs/change.ts";
import type { NewId } from "../legs/list.ts";
import type { Leg } from "../model.ts";

export interface Adjustment {
  /** Trades that go to another contract, as many lots of it. */
  readonly moves: readonly { readonly id: string; readonly contract: LegContract }[];
  /** Trades that become so many signed units; 0 closes one. */
  readonly quantities: readonly { readonly id: string; readonly quantity: number }[];
  /** New trades, of signed units. */
  readonly adds: readonly { readonly contract: LegContract; readonly quantity: number }[];
}

export const NO_ADJUSTMENT: Adjustment = { moves: [], quantities: [], adds: [] };

function areSound(legs: readonly Leg[], { moves, quantities, adds }: Adjustment): boolean {
  const ids = [...moves, ...quantities].map(({ id }) => id);
  const trades = new Set(legs.filter(({ kind }) => kind === "trade").map(({ id }) => id));
  return (
    new Set(ids).size === ids.length &&
    ids.every((id) => trades.has(id)) &&
    quantities.every(({ quantity }) => Number.isSafeInteger(quantity)) &&
    adds.every(({ quantity }) => Number.isSafeInteger(quantity) && quantity !== 0)
  );
}

/**
 * All of it or nothing (rule STRAT-37): the very list that was given where a trade is gone, or where two would hold one contract.
 * What is not named stays the very leg it was.
 */
export function adjusted(legs: readonly Leg[], adjustment: Adjustment, newId: NewId): readonly Leg[] {
  const { moves, quantities, adds } = adjustment;
  if (moves.length + quantities.length + adds.length === 0 || !areSound(legs, adjustment)) return legs;
  const contracts = new Map(moves.map(({ id, contract }) => [id, contract]));
  const units = new Map(quantities.map(({ id, quantity }) => [id, quantity]));
  const kept = legs.flatMap((leg) => {
    const contract = contracts.get(leg.id);
    if (contract !== undefined) return [placedOn(legs, leg, contract)];
    const quantity = units.get(leg.id);
    if (quantity === undefined || quantity === leg.quantity) return [leg];
    return quantity === 0 ? [] : [{ ...leg, quantity }];
  });
  const after = [...kept];
  for (const { contract, quantity } of adds) {
    const action = quantity > 0 ? "BUY" : "SELL";
    const deal = { action, quantity: Math.abs(quantity), entryPrice: null } as const;
    after.push(newTrade(after, contract, newId(), deal));
  }
  const tokens = after.filter(({ kind }) => kind === "trade").map(({ token }) => token);
  return new Set(tokens).size === tokens.length ? after : legs;
}

/** So many more units of a contract: of the trade that holds it, or of a new one. */
export function tradeMore(legs: readonly Leg[], contract: LegContract, quantity: number): Adjustment {
  const held = tradeOf(legs, contract.token);
  if (held === undefined) return { ...NO_ADJUSTMENT, adds: [{ contract, quantity }] };
  return { ...NO_ADJUSTMENT, quantities: [{ id: held.id, quantity: held.quantity + quantity }] };
}
