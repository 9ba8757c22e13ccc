/**
 * What a client holds of a contract is one position, whatever number of trades it is made of: clearing corporations margin the
 * net of them, and a contract bought and sold is closed. Brokers keep the positions of two products apart.
 */

import type { Leg } from "../strategy/model.ts";

export type MarginProduct = NonNullable<Leg["product"]>;

export interface NetPosition {
  readonly key: string;
  readonly product: MarginProduct;
  /** A leg with the contract's terms; its quantity is its own. */
  readonly contract: Leg;
  /** Signed units of all its legs; 0: closed. */
  readonly quantity: number;
  readonly legs: readonly Leg[];
}

/** Positions are carried overnight where nothing else is said. */
export const productOf = ({ product }: Pick<Leg, "product">): MarginProduct => product ?? "NRML";

/** By its terms: a contract that is listed no longer has no token of its own. */
export function positionKey(leg: Pick<Leg, "product" | "type" | "strike" | "expiry">): string {
  return `${productOf(leg)} ${leg.expiry} ${leg.type} ${leg.strike}`;
}

/** Units are whole, or nearly: what is left of 0.1 + 0.2 - 0.3 is nothing. */
const NOTHING = 1e-9;

function netOf(legs: readonly Leg[]): number {
  let [sum, size] = [0, 0];
  for (const { quantity } of legs) {
    sum += quantity;
    size += Math.abs(quantity);
  }
  return Math.abs(sum) <= NOTHING * size ? 0 : sum;
}

/** The trader's own volatility, should its legs have several: the highest, whichever comes first. */
function customIvOf(legs: readonly Leg[]): number | null {
  return legs.reduce<number | null>(
    (most, { customIv }) => (most === null || (customIv ?? 0) > most ? customIv : most),
    null,
  );
}

/** Sorted, so that sums over them do not know in which order the legs came. */
export function netPositions(legs: readonly Leg[]): NetPosition[] {
  const byKey = new Map<string, Leg[]>();
  for (const leg of legs) {
    const key = positionKey(leg);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [leg]);
    else known.push(leg);
  }
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => ({
      key,
      product: productOf(own[0]!),
      contract: { ...own[0]!, customIv: customIvOf(own) },
      quantity: netOf(own),
      legs: own,
    }));
}
