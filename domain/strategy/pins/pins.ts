/** Prices that a trader pinned (rules STRAT-50 and STRAT-51): which they are. Pure. */

/** At most so many. */
export const MOST_PINS = 6;
/** Of two nearer than this one is pinned: less than any tick. */
const SAME = 1e-6;

export type Pins = readonly number[];

export const isPinnable = (price: number): boolean => price > 0 && price <= 1e12;

const has = (pins: Pins, price: number): boolean => pins.some((each) => Math.abs(each - price) < SAME);

/** Ascending. The very pins when there is no room, the price is pinned already, or it is none. */
export function pinned(pins: Pins, price: number): Pins {
  if (!isPinnable(price) || has(pins, price) || pins.length >= MOST_PINS) return pins;
  return [...pins, price].sort((a, b) => a - b);
}

export const unpinned = (pins: Pins, price: number): Pins => pins.filter((each) => each !== price);

/** What one press pins: breakevens and one standard deviation either side. */
export interface Marks {
  readonly breakevens: readonly number[];
  /** null or NaN unknown */
  readonly lower1: number | null;
  readonly upper1: number | null;
}

/**
 * In place of all that was pinned, since the press asks for these. Of more than there is room for, the breakevens nearest to the
 * spot: the deviations have their places.
 */
export function pinsOfMarks({ breakevens, lower1, upper1 }: Marks, spot: number): Pins {
  const sigmas = [lower1, upper1].filter((price): price is number => price !== null && isPinnable(price));
  const near = breakevens
    .filter(isPinnable)
    .toSorted((a, b) => Math.abs(a - spot) - Math.abs(b - spot))
    .slice(0, MOST_PINS - sigmas.length);
  return [...near, ...sigmas].reduce<Pins>(pinned, []);
}
