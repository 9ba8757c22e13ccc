/** The prices of the heat table: the spot in the middle, five steps either side. Pure. */

export const HEAT_STEPS = ["strikes", "sigma"] as const;
export type HeatSteps = (typeof HEAT_STEPS)[number];

/** Rows on either side of the spot. */
const EACH_SIDE = 5;
/** The last row of strikes is so many standard deviations away, as near as whole steps come. */
const REACH = 2;
/** A multiple nearer to the spot than this share of a step is the spot's own row. */
const NEAR = 0.1;
/** Steps of σ are halves of one. */
const SIGMA_STEP = 0.5;

/**
 * Ascending; what is not above 0 is left out, and without a spot there is none.
 * @param sd one standard deviation, rupees; unknown or 0: steps of strikes, one each
 */
export function heatPrices(
  steps: HeatSteps,
  { spot, strikeStep, sd }: { readonly spot: number; readonly strikeStep: number; readonly sd: number },
): number[] {
  if (!(spot > 0)) return [];
  const sides = Array.from({ length: EACH_SIDE }, (_, k) => k + 1);
  if (steps === "sigma" && sd > 0) {
    const step = sd * SIGMA_STEP;
    return [
      ...sides.map((k) => spot - k * step).reverse(),
      spot,
      ...sides.map((k) => spot + k * step),
    ].filter((price) => price > 0);
  }
  const strikes = sd > 0 ? Math.max(1, Math.round((REACH * sd) / (EACH_SIDE * strikeStep))) : 1;
  const step = strikes * strikeStep;
  // Whole multiples, so that rows stay while the spot moves between two of them.
  const below = Math.ceil(spot / step - NEAR) - 1;
  const above = Math.floor(spot / step + NEAR) + 1;
  return [
    ...sides.map((k) => (below + 1 - k) * step).reverse(),
    spot,
    ...sides.map((k) => (above - 1 + k) * step),
  ].filter((price) => price > 0);
}
