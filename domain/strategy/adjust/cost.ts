/** What it takes to get from one strategy to another: the orders, and what they pay, lose and are charged (rule STRAT-38). */

import { istDate } from "../../calendar/ist.ts";
import { brokeragePlan } from "../../charges/brokerage.ts";
import { chargedLeg } from "../../charges/of-leg.ts";
import { chargeRates } from "../../charges/rates.ts";
import { legCharges } from "../../charges/round-trip.ts";
import type { LegContract } from "../contract-list.ts";
import type { Leg, LegQuote } from "../model.ts";
import { type AdjustWorld, isAlive } from "./world.ts";

/** One order, never placed from here. */
export interface AdjustOrder {
  readonly contract: LegContract;
  /** Signed units: bought above 0. */
  readonly quantity: number;
  /** Rupees; NaN = no price at all. */
  readonly price: number;
  /** The side that it would be dealt at is not quoted: the price is the usable one, else the last. */
  readonly isQuoted: boolean;
  readonly isThin: boolean;
}

/** Rupees; NaN where an order has no price or the day's rates are not kept. */
export interface AdjustCost {
  readonly orders: readonly AdjustOrder[];
  /** Paid for options and shares, received below 0; futures are paid for by nothing but their margin. */
  readonly premium: number;
  /** Between the price that stands for a contract and the one it is dealt at. */
  readonly spread: number;
  readonly charges: number;
  /** Spread and charges: gone whatever the market does. The premium buys something that is worth as much. */
  readonly lost: number;
  /** Premium and charges: what leaves the account, comes in below 0. */
  readonly cash: number;
}

/** As the strategy's own warning of illiquid legs has it (rule STRAT-11). */
export const isThin = ({ isLiquid, warnings }: LegQuote): boolean =>
  !isLiquid || warnings.includes("ODD_STRIKE");

function orderOf(leg: Leg, quantity: number): AdjustOrder {
  const { quote } = leg;
  const touch = quantity > 0 ? quote.ask : quote.bid;
  const isQuoted = touch > 0;
  const price = [touch, quote.usablePrice, quote.lastPrice].find((each) => each > 0) ?? Number.NaN;
  return { contract: leg, quantity, price, isQuoted, isThin: isThin(quote) };
}

interface Change {
  readonly leg: Leg;
  readonly order: AdjustOrder;
}

/** By contract, in the order of the legs: first what is left, then what is new. */
function changes(before: readonly Leg[], after: readonly Leg[], now: number): Change[] {
  const units = new Map<number, { leg: Leg; quantity: number }>();
  const count = (legs: readonly Leg[], sign: 1 | -1): void => {
    for (const leg of legs) {
      if (leg.kind !== "trade" || !isAlive(leg, now)) continue;
      const known = units.get(leg.token);
      units.set(leg.token, { leg, quantity: (known?.quantity ?? 0) + sign * leg.quantity });
    }
  };
  count(before, -1);
  count(after, 1);
  return [...units.values()]
    .filter(({ quantity }) => quantity !== 0)
    .map(({ leg, quantity }) => ({ leg, order: orderOf(leg, quantity) }));
}

/** @param after with the quotes of its contracts (`quotedLegs`) */
export function costBetween(before: readonly Leg[], after: readonly Leg[], world: AdjustWorld): AdjustCost {
  const { market, broker } = world;
  const date = istDate(market.now);
  const rates = chargeRates(date);
  const plan = brokeragePlan(broker, date);
  let [premium, spread, charges] = [0, 0, 0];
  const made = changes(before, after, market.now);
  for (const { leg, order } of made) {
    const money = order.quantity * leg.multiplier;
    if (leg.type !== "FUT") premium += money * order.price;
    // Without a price that stands for it the contract loses nothing that is known.
    const { usablePrice } = leg.quote;
    if (usablePrice > 0) spread += Math.max(0, money * (order.price - usablePrice));
    const traded = { ...leg, quantity: order.quantity, entryPrice: order.price };
    const situation = { market, product: "NRML", entered: date, left: date, exit: null } as const;
    charges +=
      rates === null ? Number.NaN : legCharges(chargedLeg(traded, situation), { rates, plan }).entry.total;
  }
  if (made.some(({ order }) => Number.isNaN(order.price))) premium = spread = charges = Number.NaN;
  return {
    orders: made.map(({ order }) => order),
    premium,
    spread,
    charges,
    lost: spread + charges,
    cash: premium + charges,
  };
}
