/** What a trader asks about a margin beside its size: the money needed on the way, and what leaving a position would change. */

import { combine, type HeldPosition } from "./combine.ts";
import type { BookedPosition, MarginBook } from "./margin.ts";

/** Margin of the rest, rupees. */
interface MarginAfterExit {
  readonly position: BookedPosition;
  readonly marginRequired: number;
  /** Margin set free by leaving the position; below 0 where it hedges the others. */
  readonly released: number;
}

/** For each open position in turn: the margin of the strategy without it. Legs of one contract are left together. */
export function marginAfterExits({ positions, context }: MarginBook): MarginAfterExit[] {
  const open = positions.filter(({ quantity }) => quantity !== 0);
  const whole = combine(open, context).marginRequired;
  return open.map((position) => {
    const rest = open.filter((other) => other !== position);
    const { marginRequired } = combine(rest, context);
    return { position, marginRequired, released: whole - marginRequired };
  });
}

/** The margin of positions that come and go. */
interface RunningMargin {
  /** So many more signed units of a contract. */
  deal(position: Omit<HeldPosition, "quantity">, quantity: number): void;
  /** Of what is open now, rupees. */
  required(): number;
}

/** Nothing is held at first. */
export function createRunningMargin(context: MarginBook["context"]): RunningMargin {
  const held = new Map<string, HeldPosition>();
  return {
    deal(position, quantity) {
      const before = held.get(position.key)?.quantity ?? 0;
      const { key, product, risk } = position;
      held.set(key, { key, product, risk, quantity: before + quantity });
    },
    required: () => combine([...held.values()], context).marginRequired,
  };
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
  const baskets = books.map(({ legs, context }) => {
    const margin = createRunningMargin(context);
    const orders = legs.filter(({ leg }) => leg.kind === "trade");
    for (const { leg, position } of legs) {
      if (leg.kind === "position" && position !== null) margin.deal(position, leg.quantity);
    }
    return { margin, now: margin.required(), orders };
  });
  const before = baskets.reduce((sum, { now }) => sum + now, 0);
  const orders: PlacedOrder[] = [];
  let funds = before;
  for (const isBuy of [true, false]) {
    for (const basket of baskets) {
      for (const { leg, position, outlay } of basket.orders) {
        if (leg.quantity > 0 !== isBuy) continue;
        if (position !== null) basket.margin.deal(position, leg.quantity);
        const then = basket.margin.required();
        funds += then - basket.now + outlay;
        basket.now = then;
        orders.push({ legId: leg.id, funds });
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
