/** Which of the charges of a trade rest on no published rate: they are marked wherever they are shown. */

import type { AssumedFee, BrokeragePlan } from "./brokerage.ts";
import type { ChargedLeg } from "./round-trip.ts";
import { settlementValue } from "./settlement.ts";

/** @param plan of the day on which it is left */
export function assumedFees(leg: ChargedLeg, plan: BrokeragePlan): AssumedFee[] {
  const { exit, market, type } = leg;
  if (exit?.kind !== "expiry" || type === "EQ") return [];
  const isOption = type === "CE" || type === "PE";
  const { segment, isAgricultural } = market;
  if (isOption && settlementValue({ ...leg, ...exit, segment, isAgricultural }) === 0) return [];
  const isCommodity = segment === "COMMODITY_OPTION" || segment === "COMMODITY_FUTURE";
  const due: AssumedFee[] = [];
  if (segment === "COMMODITY_OPTION") due.push("devolvement_fee");
  else if (isOption && plan.assumed.includes("exercise_fee")) due.push("exercise_fee");
  const isDelivered = exit.isPhysical && !isCommodity;
  if (isDelivered && plan.assumed.includes("delivery_fee")) due.push("delivery_fee");
  return due;
}
