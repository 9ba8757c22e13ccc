/** Stock contracts end in shares: what is asked for as delivery comes near. */

import { istDate } from "../calendar/ist.ts";
import { nextTradingDay } from "../calendar/market-sessions.ts";
import type { Leg, StrategyMarket } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import type { MarginMarket } from "./margin-market.ts";
import type { MarginRates } from "./rate-row.ts";

/** Steps of the ladder: E-4 is the first day it asks for something. */
const LADDER_DAYS = 4;

/** Trading days from one date to the expiry, 0 on its day; `most + 1` for any number beyond. */
export function tradingDaysTo(
  expiry: IsoDate,
  from: IsoDate,
  exchange: StrategyMarket["derivativeExchange"],
  most: number,
): number {
  let days = 0;
  for (let day = from; day < expiry && days <= most; days++) day = nextTradingDay(exchange, day);
  return days;
}

/**
 * VaR and ELM margin of the share in the cash market, as a part of its price.
 * @param dailyVolatility NaN leaves the floor alone
 */
export function cashMargin({ delivery }: MarginRates, dailyVolatility: number): number {
  if (delivery === null) return 0;
  const value = delivery.varSigmas * dailyVolatility;
  return (value > delivery.varFloor ? value : delivery.varFloor) + delivery.extremeLoss;
}

/** Of a bought option in the money, from E-4 on: rupees a unit, multiplier counted. */
export function deliveryMargin(
  { type, strike, expiry, multiplier }: Pick<Leg, "type" | "strike" | "expiry" | "multiplier">,
  spot: number,
  { market, rates, cashMargin: cash }: MarginMarket,
): number {
  if (rates.delivery === null || expiry === null) return 0;
  const isInTheMoney = (type === "CE" && spot > strike) || (type === "PE" && spot < strike);
  if (!isInTheMoney) return 0;
  const days = tradingDaysTo(expiry, istDate(market.now), market.derivativeExchange, LADDER_DAYS);
  if (days > LADDER_DAYS) return 0;
  return rates.delivery.ladder[LADDER_DAYS - days]! * cash * spot * multiplier;
}
