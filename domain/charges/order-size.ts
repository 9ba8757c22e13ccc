import type { Exchange } from "../calendar/exchange.ts";
import { contractSpec, largestOrder } from "../instruments/specs.ts";
import type { UnderlyingKind } from "../instruments/types.ts";
import { underlyingBySymbol } from "../instruments/underlyings.ts";
import type { LegType } from "../strategy/model.ts";
import type { IsoDate } from "../units/iso-date.ts";

/** Executed orders that one contract takes: brokers charge each, and the exchange's freeze quantity makes several of one. */
export interface OrderCount {
  readonly entry: number;
  /** Traded out of or exercised: the freeze quantity of that day counts, which may be another one. */
  readonly exit: number;
  /** They rest on no published freeze quantity. */
  readonly isAssumed: boolean;
}

export const ONE_ORDER: OrderCount = { entry: 1, exit: 1, isAssumed: false };

interface OrderedContract {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly type: LegType;
  /** Units, of either sign. */
  readonly quantity: number;
}

interface OrderLimit {
  /** Units. */
  readonly largest: number;
  readonly kind: UnderlyingKind;
}

/** What one order in contracts of an underlying may have on a day; null where no freeze quantity of it is kept. */
export function orderLimit(symbol: string, exchange: Exchange, on: IsoDate): OrderLimit | null {
  if (underlyingBySymbol(symbol)?.isNonFno !== false) return null;
  const spec = contractSpec(symbol, on);
  // The same name at another exchange is another contract: USDINR is listed by NSE and by BSE.
  return spec.derivativeExchange === exchange ? { largest: largestOrder(spec), kind: spec.kind } : null;
}

const ordersOf = (quantity: number, { largest }: OrderLimit): number =>
  Math.max(1, Math.ceil(Math.abs(quantity) / largest));

/**
 * How many orders a contract takes when none may pass the freeze quantity. An exercise counts alike: "since the quantity held is
 * over the freeze limit, it'll be 2 orders" (Zerodha on tradingqna.com/t/151973, 24 Aug 2023, of 3,000 NIFTY).
 */
export function orderCount(
  { exchange, symbol, type, quantity }: OrderedContract,
  entered: IsoDate,
  left: IsoDate,
): OrderCount {
  // Freeze quantities are of contracts; no exchange slices a share's order that an account could place.
  if (type === "EQ") return ONE_ORDER;
  const [before, after] = [orderLimit(symbol, exchange, entered), orderLimit(symbol, exchange, left)];
  if (before === null || after === null) return { ...ONE_ORDER, isAssumed: true };
  const [entry, exit] = [ordersOf(quantity, before), ordersOf(quantity, after)];
  // A stock's freeze quantity follows from its price of the table, which is near enough unless it slices.
  return { entry, exit, isAssumed: after.kind === "stock" && Math.max(entry, exit) > 1 };
}
