/** What one would write first: textbook Black-Scholes in plain JavaScript, point by point and leg by leg. */

import { greeks, type TextbookLeg, value } from "../../lib/textbook.ts";

export type Leg = TextbookLeg;

export interface World {
  readonly spot: number;
  readonly forward: number;
  readonly years: number;
}

const POINTS = 401;

/** Both curves, breakevens, ends, and what each leg does at the target price. */
export function analyse(legs: readonly Leg[], { spot, forward, years }: World, target: number) {
  const basis = forward - spot;
  const prices = Array.from({ length: POINTS }, (_, i) => spot * (0.95 + (0.1 * i) / (POINTS - 1)));
  const at = (price: number, left: number, above: number) =>
    legs.reduce((sum, leg) => sum + leg.quantity * (value(leg, price + above, left) - leg.price), 0);
  const expiry = prices.map((price) => at(price, 0, 0));
  const now = prices.map((price) => at(price, years, basis));
  const breakevens = prices.flatMap((price, i) => {
    const before = expiry[i - 1];
    if (before === undefined || before * expiry[i]! >= 0) return [];
    return [prices[i - 1]! + ((price - prices[i - 1]!) * before) / (before - expiry[i]!)];
  });
  return {
    prices,
    expiry,
    now,
    breakevens,
    most: Math.max(...expiry),
    least: Math.min(...expiry),
    legs: legs.map((leg) => ({
      leg,
      price: value(leg, target + basis, years),
      pnl: leg.quantity * (value(leg, target + basis, years) - leg.price),
      ...greeks(leg, target + basis, years),
    })),
    pnl: at(target, years, basis),
  };
}
export type Analysis = ReturnType<typeof analyse>;

const SPOT = 24_800;
const wing = (type: Leg["type"], strike: number, lots: number, iv: number, price: number): Leg => ({
  type,
  strike,
  iv,
  quantity: lots * 65,
  price,
});

export const WORLD: World = { spot: SPOT, forward: SPOT + 22, years: 6 / 365 };
export const IRON_CONDOR: readonly Leg[] = [
  wing("PE", SPOT - 400, 1, 0.138, 32),
  wing("PE", SPOT - 200, -1, 0.131, 78),
  wing("CE", SPOT + 200, -1, 0.124, 84),
  wing("CE", SPOT + 400, 1, 0.126, 36),
];
/** Open interest by strike, as the bars behind the payoff show it. */
export const OPEN_INTEREST = Array.from({ length: 41 }, (_, i) => {
  const strike = SPOT + (i - 20) * 50;
  const near = Math.exp(-(((i - 20) / 12) ** 2));
  return {
    strike,
    call: Math.round(9e6 * near * (1 + (i % 3))),
    put: Math.round(8e6 * near * (1 + ((i + 1) % 4))),
  };
});
