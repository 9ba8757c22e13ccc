import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { BrokerTokens } from "../account-tokens.ts";

/** An order whose margin is asked for; it is never placed. */
export interface MarginOrder {
  readonly instrument: InstrumentDetails;
  /** Signed units, bought above 0. */
  readonly quantity: number;
  /** Rupees; null at the market. */
  readonly price: number | null;
  readonly product: "NRML" | "MIS" | "CNC";
}

/** A broker's margin of orders taken together. Rupees. */
export interface BrokerMargins {
  /** All that the broker asks for, premiums included as far as it counts them. */
  readonly total: number;
  /** Net premium within the total, received below 0; null where the broker does not tell it apart. */
  readonly premium: number | null;
  /** Parts of the total where the broker tells them apart, else null. */
  readonly span: number | null;
  readonly exposure: number | null;
  readonly additional: number | null;
}

/**
 * Asks a broker for the margin of orders.
 * @param considersPositions whether the account's own positions may hedge them, where the broker knows such a question
 * @returns null where its interface has no place for such orders: too many of them, or a contract it names by a code of its own
 * @throws AppError `broker.rejected` (`isTokenRefusal` tells whether the session is meant), `broker.unavailable`,
 *   `broker.nonsense`
 */
export type AskMargins = (
  tokens: BrokerTokens,
  orders: readonly MarginOrder[],
  considersPositions: boolean,
) => Promise<BrokerMargins | null>;

/** The same contract bought and sold is one order of the difference: interfaces refuse or double what is named twice. */
export function netOrders(orders: readonly MarginOrder[]): MarginOrder[] {
  const net = new Map<string, MarginOrder>();
  for (const order of orders) {
    const key = `${order.instrument.instrument_token} ${order.product}`;
    const known = net.get(key);
    net.set(key, known === undefined ? order : { ...order, quantity: known.quantity + order.quantity });
  }
  return [...net.values()].filter(({ quantity }) => quantity !== 0);
}
