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
 * @param books one an underlying; their margins add up
 * @returns rupees; the capital required itself where there is nothing to place
 */
export function peakFunds(books: readonly MarginBook[]): number {
  const baskets = books.map(({ risks, context, shares }) => {
    const placed: LegRisk[] = risks.filter(({ leg }) => leg.kind === "position");
    const need = () => {
      const { marginRequired, outlay } = combine(placed, context, shares);
      return marginRequired + outlay;
    };
    return { placed, need, now: need(), orders: risks.filter(({ leg }) => leg.kind === "trade") };
  });
  let running = baskets.reduce((sum, { now }) => sum + now, 0);
  let peak = Math.max(0, running);
  for (const isBuy of [true, false]) {
    for (const basket of baskets) {
      for (const risk of basket.orders) {
        if (risk.leg.quantity > 0 !== isBuy) continue;
        basket.placed.push(risk);
        const then = basket.need();
        running += then - basket.now;
        basket.now = then;
        peak = Math.max(peak, running);
      }
    }
  }
  return peak;
}
