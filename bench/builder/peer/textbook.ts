/** What one would write first: textbook Black-Scholes in plain JavaScript, point by point and leg by leg. */

import { greeks, type TextbookLeg, value } from "../../lib/textbook.ts";

export type Leg = TextbookLeg;

export interface World {
  readonly spot: number;
  readonly forward: number;
  readonly years: number;
  /** Share of the spot that the curves go to either side. */
  readonly reach: number;
}

const POINTS = 401;

/** Both curves, breakevens, ends, and what each leg does at the target price. */
export function analyse(legs: readonly Leg[], { spot, forward, years, reach }: World, target: number) {
  const basis = forward - spot;
  const prices = Array.from(
    { length: POINTS },
    (_, i) => spot * (1 - reach + (2 * reach * i) / (POINTS - 1)),
  );
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

export const WORLD: World = { spot: SPOT, forward: SPOT + 22, years: 6 / 365, reach: 0.05 };
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

/** What a trader has changed by hand. */
export interface Choices {
  readonly target: number;
  readonly strikes: readonly number[];
  /** Share of the time to the expiry that has gone by. */
  readonly gone: number;
  /** Vol points added to every IV. */
  readonly ivOffset: number;
}

export const UNTOUCHED: Choices = {
  target: SPOT,
  strikes: IRON_CONDOR.map(({ strike }) => strike),
  gone: 0,
  ivOffset: 0,
};

const MINUTE = 1 / (365 * 24 * 60);

/** The condor as it was changed, analysed in this market; a strike of another place costs what it is worth there. */
export function analyseChoices({ target, strikes, gone, ivOffset }: Choices, world: World) {
  const legs = IRON_CONDOR.map((leg, i): Leg => {
    const moved = { ...leg, strike: strikes[i]! };
    const price = moved.strike === leg.strike ? leg.price : value(moved, WORLD.forward, WORLD.years);
    return { ...moved, price, iv: leg.iv + ivOffset / 100 };
  });
  return analyse(legs, { ...world, years: Math.max(MINUTE, world.years * (1 - gone)) }, target);
}
