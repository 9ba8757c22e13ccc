/** The strike nearest to a level, rupees; NaN of none. */
export const nearestStrike = (strikes: readonly number[], level: number): number =>
  strikes.reduce(
    (best, strike) => (Math.abs(strike - level) < Math.abs(best - level) ? strike : best),
    strikes[0] ?? Number.NaN,
  );
