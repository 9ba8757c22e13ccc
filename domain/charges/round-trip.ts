/** A leg from its entry to its (planned) exit: charges of both and the P&L that is left (quant.md §11). */

import type { LegType } from "../strategy/model.ts";
import {
  type ChargedTrade,
  type Charges,
  type ChargeTerms,
  NO_CHARGES,
  sumCharges,
  tradeCharges,
} from "./charges.ts";
import type { ChargeMarket } from "./market.ts";
import { settlementCharges, settlementValue } from "./settlement.ts";

/** How a leg is left: traded out of, or held to expiry. */
export type Exit =
  | { readonly kind: "trade"; readonly price: number }
  | { readonly kind: "expiry"; readonly settlementPrice: number; readonly isPhysical: boolean };

export interface ChargedLeg {
  readonly market: ChargeMarket;
  readonly type: LegType;
  /** Rupees; 0 for futures and equity. */
  readonly strike: number;
  /** Signed units: bought above 0, sold below. */
  readonly quantity: number;
  readonly multiplier: number;
  /** Rupees. */
  readonly entryPrice: number;
  /** null: not left yet, so no P&L either. */
  readonly exit: Exit | null;
  readonly orders: number;
}

export interface LegCharges {
  readonly entry: Charges;
  readonly exit: Charges;
  readonly total: Charges;
  /** Rupees before charges; NaN without an exit. */
  readonly grossPnl: number;
  /** Gross less the charges of entry and exit. */
  readonly netPnl: number;
}

function trade(leg: ChargedLeg, isBuy: boolean, price: number): ChargedTrade {
  const { market, quantity, multiplier, orders } = leg;
  return {
    market,
    action: isBuy ? "BUY" : "SELL",
    quantity: Math.abs(quantity),
    multiplier,
    price,
    orders,
  };
}

/** @param exitTerms of the day on which it is left, where that is another one: rates and price lists change between */
export function legCharges(leg: ChargedLeg, terms: ChargeTerms, exitTerms: ChargeTerms = terms): LegCharges {
  const { exit: left } = leg;
  const entry = tradeCharges(trade(leg, leg.quantity > 0, leg.entryPrice), terms);
  let exit = NO_CHARGES;
  let worth = Number.NaN;
  if (left?.kind === "trade") {
    worth = left.price;
    exit = tradeCharges(trade(leg, leg.quantity < 0, left.price), exitTerms);
  } else if (left?.kind === "expiry") {
    const { segment, isAgricultural } = leg.market;
    const contract = { ...leg, ...left, segment, isAgricultural };
    worth = settlementValue(contract);
    exit = settlementCharges(contract, exitTerms);
  }
  const total = sumCharges([entry, exit]);
  const grossPnl = leg.quantity * leg.multiplier * (worth - leg.entryPrice);
  return { entry, exit, total, grossPnl, netPnl: grossPnl - total.total };
}

/** Of a strategy; its P&L is NaN when that of one leg is not known. */
export function totalCharges(legs: readonly LegCharges[]): LegCharges {
  const sum = (of: (leg: LegCharges) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  return {
    entry: sumCharges(legs.map(({ entry }) => entry)),
    exit: sumCharges(legs.map(({ exit }) => exit)),
    total: sumCharges(legs.map(({ total }) => total)),
    grossPnl: sum(({ grossPnl }) => grossPnl),
    netPnl: sum(({ netPnl }) => netPnl),
  };
}
