/** Which of the charges of a trade rest on no published rate: they are marked wherever they are shown. */

import type { AssumedFee, BrokeragePlan } from "./brokerage.ts";
import type { ChargedLeg } from "./round-trip.ts";
import { settlementValue } from "./settlement.ts";

/** @param plan of the day on which it is left */
export function assumedFees(leg: ChargedLeg, plan: BrokeragePlan): AssumedFee[] {
  const { exit, market, type, strike } = leg;
  const due: AssumedFee[] = leg.orders.isAssumed ? ["order_count"] : [];
  if (exit?.kind !== "expiry" || type === "EQ") return due;
  const isOption = type === "CE" || type === "PE";
  const { segment } = market;
  if (isOption && settlementValue({ type, strike, settlementPrice: exit.settlementPrice }) === 0) return due;
  const isCommodity = segment === "COMMODITY_OPTION" || segment === "COMMODITY_FUTURE";
  if (segment === "COMMODITY_OPTION") due.push("devolvement_fee");
  else if (isOption && plan.assumed.includes("exercise_fee")) due.push("exercise_fee");
  const isDelivered = exit.isPhysical && !isCommodity;
  if (isDelivered && plan.assumed.includes("delivery_fee")) due.push("delivery_fee");
  return due;
}
