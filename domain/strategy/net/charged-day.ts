/**
 * What legs are charged by the rules of one day, worked out once: curves of the same legs are asked for again with every move of the
 * market, and the rules are longer than the curves.
 */

import type { BrokerId } from "../../access/brokers.ts";
import { brokeragePlan } from "../../charges/brokerage.ts";
import type { ChargeTerms } from "../../charges/charges.ts";
import { chargedContract } from "../../charges/of-leg.ts";
import { chargeRates } from "../../charges/rates.ts";
import { type ChargedContract, chargesOfEntry } from "../../charges/round-trip.ts";
import { type ChargeSchedule, settlementSchedule, tradeSchedule } from "../../charges/schedule.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { Leg, StrategyMarket } from "../model.ts";

export interface ChargedDay {
  /** Rupees of entering a leg at a price. */
  entry(leg: Leg, price: number): number;
  /** Of trading out of it. */
  trade(leg: Leg): ChargeSchedule;
  /** Of holding it to expiry. */
  settlement(leg: Leg): ChargeSchedule;
}

interface Known {
  readonly contract: ChargedContract;
  trade: ChargeSchedule | null;
  settlement: ChargeSchedule | null;
}

/** More are hardly looked at in turn; what is forgotten is worked out again. */
const MOST_DAYS = 100;
const MOST_LEGS = 1_000;

/** Null: rates of the day are not kept. */
const days = new Map<string, ChargedDay | null>();

function remember<T>(all: Map<string, T>, key: string, value: T, most: number): T {
  if (all.size >= most) all.clear();
  all.set(key, value);
  return value;
}

function createDay(market: StrategyMarket, terms: ChargeTerms, date: IsoDate): ChargedDay {
  const isPhysical = market.kind === "stock";
  const legs = new Map<string, Known>();

  function knownOf(leg: Leg): Known {
    const product = leg.product ?? "NRML";
    const key = `${leg.type} ${leg.strike} ${leg.quantity} ${leg.multiplier} ${product}`;
    const known = legs.get(key);
    if (known !== undefined) return known;
    const contract = chargedContract(leg, { market, product, entered: date, left: date });
    return remember(legs, key, { contract, trade: null, settlement: null }, MOST_LEGS);
  }

  return {
    entry: (leg, price) => chargesOfEntry(knownOf(leg).contract, price, terms).total,
    trade(leg) {
      const known = knownOf(leg);
      known.trade ??= tradeSchedule(known.contract, terms);
      return known.trade;
    },
    settlement(leg) {
      const known = knownOf(leg);
      known.settlement ??= settlementSchedule(known.contract, isPhysical, terms);
      return known.settlement;
    },
  };
}

/** Null where the day's rates are not kept. */
export function chargedDay(market: StrategyMarket, broker: BrokerId, date: IsoDate): ChargedDay | null {
  const key = `${market.symbol} ${market.kind} ${market.derivativeExchange} ${broker} ${date}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const rates = chargeRates(date);
  const day = rates === null ? null : createDay(market, { rates, plan: brokeragePlan(broker, date) }, date);
  return remember(days, key, day, MOST_DAYS);
}
