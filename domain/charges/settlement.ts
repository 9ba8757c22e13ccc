/** What it costs to let a contract expire instead of trading out of it (quant.md §11). */

import { intrinsicValue } from "../pricing/black76.ts";
import type { LegType } from "../strategy/model.ts";
import { brokerage } from "./brokerage.ts";
import { type Charges, type ChargeTerms, NO_CHARGES, withGst } from "./charges.ts";
import type { ChargeSegment } from "./market.ts";

/** A contract held to its last minute. */
export interface SettledContract {
  readonly segment: ChargeSegment;
  /** As in `ChargeMarket`. */
  readonly isAgricultural: boolean;
  readonly type: LegType;
  /** Rupees; 0 for futures. */
  readonly strike: number;
  /** Signed units: held above 0, written or sold below. */
  readonly quantity: number;
  readonly multiplier: number;
  /** Final settlement price of the underlying, rupees; NaN = not known. */
  readonly settlementPrice: number;
  /** Shares change hands: contracts on stocks. */
  readonly isPhysical: boolean;
  /** As in `ChargedTrade`. */
  readonly orders: number;
}

/** Worth of one unit at settlement, rupees: an option's intrinsic value, anything else the underlying's price. */
export function settlementValue({
  type,
  strike,
  settlementPrice,
}: Pick<SettledContract, "type" | "strike" | "settlementPrice">): number {
  return type === "CE" || type === "PE" ? intrinsicValue(type, settlementPrice, strike) : settlementPrice;
}

/**
 * Charges of settlement.
 *
 * Nothing is due on an option that ends worthless, nor on a future settled in cash (no order, no sale). An option in the
 * money is exercised: its holder pays STT on the intrinsic value, holder and writer the broker's fee. Where shares change
 * hands, taker and giver also pay the delivery STT on the value paid for them, strike × quantity, and the broker's fee for it.
 * MCX options devolve into the future at the strike, which is no trade and, as far as is published, costs no fee; their
 * holder pays CTT on the future's settlement price. STT is a tax on securities, so only equity's options pay it.
 */
export function settlementCharges(contract: SettledContract, { rates, plan }: ChargeTerms): Charges {
  const { segment, type, strike, quantity, multiplier, settlementPrice, isPhysical, orders } = contract;
  const isTaxedCommodity = segment === "COMMODITY_OPTION" && !contract.isAgricultural;
  const isOption = type === "CE" || type === "PE";
  if (type === "EQ") return NO_CHARGES;
  const units = Math.abs(quantity) * multiplier;
  const worth = settlementValue(contract);
  if (isOption && worth === 0) return NO_CHARGES;

  let fee = 0;
  let tax = 0;
  if (isOption && segment !== "COMMODITY_OPTION") {
    fee += brokerage(plan.exercise, worth * units, orders);
    if (segment === "EQUITY_OPTION" && quantity > 0) tax += worth * units * (rates.exercisePct / 100);
  }
  if (isTaxedCommodity && quantity > 0) tax += settlementPrice * units * (rates.commodityExercisePct / 100);
  if (isPhysical && (segment === "EQUITY_OPTION" || segment === "EQUITY_FUTURE")) {
    const paid = (isOption ? strike : settlementPrice) * units;
    const { taxOnBuyPct, taxOnSellPct } = rates.segments.EQUITY_DELIVERY;
    const takesShares = (type !== "PE") === quantity > 0;
    tax += paid * ((takesShares ? taxOnBuyPct : taxOnSellPct) / 100);
    fee += brokerage(plan.physicalDelivery, paid, 1);
  }
  // A price that is not known hides behind no flat fee.
  const known = Number.isNaN(worth) ? Number.NaN : fee;
  return withGst({ brokerage: known, transactionTax: tax, exchange: 0, sebi: 0, stampDuty: 0 }, rates.gstPct);
}
