/** What a trader asks about a margin beside its size: the money needed on the way, and what leaving a position would change. */

import { type MarketGroup, marketGroup } from "../calendar/exchange.ts";
import { combine, type HeldPosition } from "./combine.ts";
import type { BookedLeg, BookedPosition, MarginBook } from "./margin.ts";

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
      const { key, product, risk } = position;
      const then = (held.get(key)?.quantity ?? 0) + quantity;
      // What is closed is not carried along: hundreds of contracts are tried one after another.
      if (then === 0) held.delete(key);
      else held.set(key, { key, product, risk, quantity: then });
    },
    required: () => combine([...held.values()], context).marginRequired,
  };
}

/** Money needed once an order has been placed, rupees. */
interface PlacedOrder {
  readonly legId: string;
  readonly funds: number;
}

interface Basket {
  readonly margin: RunningMargin;
  readonly segment: MarketGroup;
  now: number;
}

/** An order of a basket. */
interface Order extends BookedLeg {
  readonly basket: Basket;
}

/**
 * Money of one's own that premiums have taken. What is received for options sold pays for options bought after it, on the same day and in
 * the same segment, and for nothing else: it never lowers a margin on its day. Brokers' help pages say so (Fyers, "Why is my margin
 * requirement showing zero in the order window"; Zerodha, "Final margin calculated in options basket orders").
 */
function createPurse() {
  const credit = new Map<MarketGroup, number>();
  let own = 0;
  return {
    own: () => own,
    pay(segment: MarketGroup, { leg, outlay }: BookedLeg) {
      const received = credit.get(segment) ?? 0;
      if (outlay < 0) return void credit.set(segment, received - outlay);
      const used = leg.type === "EQ" ? 0 : Math.min(received, outlay);
      credit.set(segment, received - used);
      own += outlay - used;
    },
  };
}

/** Brokers place a basket's bought legs first, for its hedges to count. */
const boughtFirst = (orders: readonly Order[]): readonly Order[] => [
  ...orders.filter(({ leg }) => leg.quantity > 0),
  ...orders.filter(({ leg }) => !(leg.quantity > 0)),
];

/**
 * Money needed while the orders of the new trades are placed one after another: the margin of what is open then, and the premiums
 * paid until then. Positions are there from the start, and what was paid for them is paid.
 * @param books one an underlying; their margins add up
 * @param inTurn in which order they are placed; bought ones first where nothing is said
 * @returns `before`: of the positions alone
 */
export function fundsByOrder(
  books: readonly MarginBook[],
  inTurn: (orders: readonly Order[]) => readonly Order[] = boughtFirst,
): { readonly before: number; readonly orders: readonly PlacedOrder[] } {
  const all: Order[] = [];
  let margins = 0;
  for (const { legs, context } of books) {
    const margin = createRunningMargin(context);
    for (const { leg, position } of legs) {
      if (leg.kind === "position" && position !== null) margin.deal(position, leg.quantity);
    }
    const basket = {
      margin,
      segment: marketGroup(context.market.derivativeExchange),
      now: margin.required(),
    };
    margins += basket.now;
    for (const each of legs) if (each.leg.kind === "trade") all.push({ ...each, basket });
  }
  const before = margins;
  const purse = createPurse();
  const orders = inTurn(all).map((order) => {
    const { leg, position, basket } = order;
    if (position !== null) basket.margin.deal(position, leg.quantity);
    const then = basket.margin.required();
    margins += then - basket.now;
    basket.now = then;
    purse.pay(basket.segment, order);
    return { legId: leg.id, funds: margins + purse.own() };
  });
  return { before, orders };
}

/**
 * The largest of them; the margin of the positions where there is nothing to place. NaN where a contract that nothing values is open on
 * the way, though it is closed in the end.
 */
export function peakFunds(books: readonly MarginBook[]): number {
  const { before, orders } = fundsByOrder(books);
  return orders.reduce((peak, { funds }) => Math.max(peak, funds), before);
}
