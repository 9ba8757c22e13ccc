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
import type { OrderCount } from "./order-size.ts";
import { type SettledContract, settlementCharges, settlementValue } from "./settlement.ts";

/** How a leg is left: traded out of, or held to expiry. */
export type Exit =
  | { readonly kind: "trade"; readonly price: number }
  | { readonly kind: "expiry"; readonly settlementPrice: number; readonly isPhysical: boolean };

/** What is traded, whatever its price. */
export interface ChargedContract {
  readonly market: ChargeMarket;
  readonly type: LegType;
  /** Rupees; 0 for futures and equity. */
  readonly strike: number;
  /** Signed units: bought above 0, sold below. */
  readonly quantity: number;
  readonly multiplier: number;
  readonly orders: OrderCount;
}

export interface ChargedLeg extends ChargedContract {
  /** Rupees. */
  readonly entryPrice: number;
  /** null: not left yet, so no P&L either. */
  readonly exit: Exit | null;
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

function trade(leg: ChargedContract, isBuy: boolean, price: number, orders: number): ChargedTrade {
  const { market, quantity, multiplier, strike } = leg;
  return {
    market,
    action: isBuy ? "BUY" : "SELL",
    quantity: Math.abs(quantity),
    multiplier,
    price,
    strike,
    orders,
  };
}

/** Charges of entering it. @param price rupees */
export function chargesOfEntry(leg: ChargedContract, price: number, terms: ChargeTerms): Charges {
  return tradeCharges(trade(leg, leg.quantity > 0, price, leg.orders.entry), terms);
}

const settled = (leg: ChargedContract, exit: Extract<Exit, { kind: "expiry" }>): SettledContract => ({
  segment: leg.market.segment,
  isAgricultural: leg.market.isAgricultural,
  type: leg.type,
  strike: leg.strike,
  quantity: leg.quantity,
  multiplier: leg.multiplier,
  settlementPrice: exit.settlementPrice,
  isPhysical: exit.isPhysical,
  orders: leg.orders.exit,
});

/** Charges of leaving it so. */
export function chargesOfExit(leg: ChargedContract, exit: Exit, terms: ChargeTerms): Charges {
  return exit.kind === "trade"
    ? tradeCharges(trade(leg, leg.quantity < 0, exit.price, leg.orders.exit), terms)
    : settlementCharges(settled(leg, exit), terms);
}

function worthOf(leg: ChargedLeg, exit: Exit): number {
  return exit.kind === "trade" ? exit.price : settlementValue(settled(leg, exit));
}

/** @param exitTerms of the day on which it is left, where that is another one: rates and price lists change between */
export function legCharges(leg: ChargedLeg, terms: ChargeTerms, exitTerms: ChargeTerms = terms): LegCharges {
  const { exit: left } = leg;
  const entry = chargesOfEntry(leg, leg.entryPrice, terms);
  const exit = left === null ? NO_CHARGES : chargesOfExit(leg, left, exitTerms);
  const worth = left === null ? Number.NaN : worthOf(leg, left);
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
