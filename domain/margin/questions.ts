/** What a trader asks about a margin beside its size: the money needed on the way, and what leaving a leg would change. */

import { combine } from "./combine.ts";
import type { LegRisk } from "./leg-risk.ts";
import type { MarginBook } from "./margin.ts";

/** Margin of the rest, rupees. */
export interface MarginAfterExit {
  readonly legId: string;
  readonly marginRequired: number;
  /** Margin set free by leaving the leg; below 0 where it hedges the others. */
  readonly released: number;
}

/** For each leg in turn: the margin of the strategy without it. */
export function marginAfterExits({ risks, context }: MarginBook): MarginAfterExit[] {
  const whole = combine(risks, context).marginRequired;
  return risks.map(({ leg }, i) => {
    const { marginRequired } = combine(
      risks.filter((_, j) => j !== i),
      context,
    );
    return { legId: leg.id, marginRequired, released: whole - marginRequired };
  });
}

/**
 * Largest sum of money needed at any moment while the orders of the new trades are placed one after another, bought ones
 * first, which is the order that brokers place a basket in for its hedges to count. Positions are there from the start.
 * @returns rupees; the capital required itself where there is nothing to place
 */
export function peakFunds({ risks, context, shares }: MarginBook): number {
  const placed: LegRisk[] = risks.filter(({ leg }) => leg.kind === "position");
  const orders = risks.filter(({ leg }) => leg.kind === "trade");
  let peak = combine(placed, context, shares).capitalRequired;
  for (const isBuy of [true, false]) {
    for (const risk of orders) {
      if (risk.leg.quantity > 0 !== isBuy) continue;
      placed.push(risk);
      peak = Math.max(peak, combine(placed, context, shares).capitalRequired);
    }
  }
  return peak;
}
