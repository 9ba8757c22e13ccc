/** Decimals that figures of a column carry on the wire. */

/** Whole numbers below it are exact in a double. */
export const EXACT_BELOW = 2 ** 53;
const MOST_DECIMALS = 15;
/** Of rupees on a payoff curve: no figure is further than half a hundredth of a paisa from what was computed. */
export const CURVE_DECIMALS = 4;
export const POWERS_OF_TEN = Float64Array.from({ length: 17 }, (_, k) => 10 ** k);

/** Most decimals with which every figure of a column is a whole number of units that a double holds: 15 or 16 digits of the largest. */
export function decimalsOf(column: ArrayLike<number | null>): number {
  let most = 0;
  for (let i = 0; i < column.length; i++) {
    const size = Math.abs(column[i] ?? 0);
    if (size > most) most = size;
  }
  let decimals = MOST_DECIMALS;
  while (decimals > 0 && !(most * POWERS_OF_TEN[decimals]! < EXACT_BELOW)) decimals--;
  return decimals;
}
