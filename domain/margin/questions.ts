/** What a trader asks about a margin beside its size: the money needed on the way, and what leaving a leg would change. */

import { createRunningMargin } from "./combine.ts";
import type { MarginBook } from "./margin.ts";

/** Margin of the rest, rupees. */
interface MarginAfterExit {
  readonly legId: string;
  readonly marginRequired: number;
  /** Margin set free by leaving the leg; below 0 where it hedges the others. */
  readonly released: number;
}

/** For each leg in turn: the margin of the strategy without it. */
export function marginAfterExits({ risks, context }: MarginBook): MarginAfterExit[] {
  const margin = createRunningMargin(context, 0);
  for (const risk of risks) margin.add(risk);
  const whole = margin.breakdown().marginRequired;
  return risks.map((risk) => {
    margin.remove(risk);
    // Taking away leaves the rounding of what was added: below a millionth of a rupee, and never a negative margin.
    const marginRequired = Math.max(0, margin.breakdown().marginRequired);
    margin.add(risk);
    return { legId: risk.leg.id, marginRequired, released: whole - marginRequired };
  });
}

/** Money needed once an order has been placed, rupees. */
interface PlacedOrder {
  readonly legId: string;
  readonly funds: number;
}

/**
 * Money needed while the orders of the new trades are placed one after another, bought ones first, which is the order that brokers place a
 * basket in for its hedges to count. Positions are there from the start.
 * @param books one an underlying; their margins add up
 * @returns `before`: of the positions alone
 */
export function fundsByOrder(books: readonly MarginBook[]): {
  readonly before: number;
  readonly orders: readonly PlacedOrder[];
} {
  const baskets = books.map(({ risks, context, shares }) => {
    const margin = createRunningMargin(context, shares);
    for (const risk of risks) if (risk.leg.kind === "position") margin.add(risk);
    const need = () => {
      const { marginRequired, outlay } = margin.breakdown();
      return marginRequired + outlay;
    };
    return { margin, need, now: need(), orders: risks.filter(({ leg }) => leg.kind === "trade") };
  });
  const before = baskets.reduce((sum, { now }) => sum + now, 0);
  const orders: PlacedOrder[] = [];
  let running = before;
  for (const isBuy of [true, false]) {
    for (const basket of baskets) {
      for (const risk of basket.orders) {
        if (risk.leg.quantity > 0 !== isBuy) continue;
        basket.margin.add(risk);
        const then = basket.need();
        running += then - basket.now;
        basket.now = then;
        orders.push({ legId: risk.leg.id, funds: running });
      }
    }
  }
  return { before, orders };
}

/** The largest of them; the capital required itself where there is nothing to place. */
export function peakFunds(books: readonly MarginBook[]): number {
  const { before, orders } = fundsByOrder(books);
  return orders.reduce((peak, { funds }) => Math.max(peak, funds), Math.max(0, before));
}
