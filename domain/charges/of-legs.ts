/** What a strategy costs: to enter at its prices, and to leave at those of now. Pure: a page computes it as the server does. */

import type { BrokerId } from "../access/brokers.ts";
import type { Leg } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { assumedFees } from "./assumptions.ts";
import { type AssumedFee, brokeragePlan } from "./brokerage.ts";
import { type Charges, NO_CHARGES, sumCharges } from "./charges.ts";
import { type ChargeSituation, chargedLeg } from "./of-leg.ts";
import { chargeRates } from "./rates.ts";
import { legCharges } from "./round-trip.ts";

/** A leg with the prices that it is charged at: what it is entered at, and what it fetches now. NaN unknown. */
export interface PricedLeg {
  readonly leg: Leg;
  readonly entry: number;
  readonly price: number;
}

export interface StrategyChargeTerms extends Pick<ChargeSituation, "market"> {
  /** Whose price list: the account's own, a visitor's the usual one. */
  readonly broker: BrokerId;
  /** Day of the rates. */
  readonly date: IsoDate;
}

/** Of one leg: entering it, unless it is a position, which has paid; and leaving it now. */
export interface LegCost {
  readonly legId: string;
  readonly entry: Charges;
  readonly exit: Charges;
  readonly total: Charges;
}

export interface StrategyCharges {
  readonly entry: Charges;
  readonly exit: Charges;
  readonly total: Charges;
  readonly legs: readonly LegCost[];
  /** Name of the price list. */
  readonly plan: string;
  /** First day of these rates. */
  readonly ratesFrom: IsoDate;
  /** Fees in it that the broker's list does not name. */
  readonly assumed: readonly AssumedFee[];
}

/**
 * Of the legs that are selected and alive: what has expired is not left any more.
 * @returns null without such a leg, without a price of one, and for a day whose rates are not kept
 */
export function chargesOfLegs(
  legs: readonly PricedLeg[],
  { market, broker, date }: StrategyChargeTerms,
): StrategyCharges | null {
  const rates = chargeRates(date);
  const counted = legs.filter(
    ({ leg: { isSelected, settlement, quantity } }) => isSelected && settlement === null && quantity !== 0,
  );
  if (counted.length === 0 || rates === null) return null;
  const terms = { rates, plan: brokeragePlan(broker, date) };
  const days = { entered: date, left: date };
  const assumed = new Set<AssumedFee>();
  const costs = counted.map(({ leg, entry: entryPrice, price }): LegCost => {
    const exit = { kind: "trade", price } as const;
    const product = leg.product ?? "NRML";
    const charged = chargedLeg({ ...leg, entryPrice }, { market, product, ...days, exit });
    for (const fee of assumedFees(charged, terms.plan)) assumed.add(fee);
    const whole = legCharges(charged, terms);
    const entry = leg.kind === "position" ? NO_CHARGES : whole.entry;
    return { legId: leg.id, entry, exit: whole.exit, total: sumCharges([entry, whole.exit]) };
  });
  const sum = (of: (cost: LegCost) => Charges): Charges => sumCharges(costs.map(of));
  const total = sum((cost) => cost.total);
  if (Number.isNaN(total.total)) return null;
  return {
    entry: sum((cost) => cost.entry),
    exit: sum((cost) => cost.exit),
    total,
    legs: costs,
    plan: terms.plan.name,
    ratesFrom: rates.validFrom,
    assumed: [...assumed],
  };
}
