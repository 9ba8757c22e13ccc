/** What the largest greeks of a chain follow from: those at the money. */
interface GreekTerms {
  /** rupees */
  readonly forward: number;
  /** a year, fraction */
  readonly atmIv: number;
  readonly years: number;
}

/** Decimals of a chain's columns of greeks. */
export interface GreekDecimals {
  readonly gamma: number;
  readonly theta: number;
  readonly vega: number;
}

/** While nothing is known of a chain. */
export const USUAL_DECIMALS: GreekDecimals = { gamma: 4, theta: 2, vega: 2 };

/** Of the standard normal distribution at its middle: 1 / √(2π). */
const PEAK = 0.3989422804014327;

/** Those that write it with so many significant digits; the fewest where it is not known. */
function decimalsOf(largest: number, digits: number, fewest: number, most: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return fewest;
  return Math.min(most, Math.max(fewest, digits - 1 - Math.floor(Math.log10(largest))));
}

/**
 * One precision a column, by its largest figure: the gamma of a contract at lakhs of rupees begins at the fifth decimal, the theta of a
 * dollar at the second. At the money gamma is φ(0) / (F σ √T), vega F φ(0) √T / 100 and theta F φ(0) σ / (2 √T) a year.
 * @param gammaScale what gammas are multiplied by where they are shown; @param lot the others
 */
export function greekDecimals(
  { forward, atmIv, years }: GreekTerms,
  gammaScale: number,
  lot: number,
): GreekDecimals {
  const root = Math.sqrt(years);
  return {
    gamma: decimalsOf((PEAK / (forward * atmIv * root)) * gammaScale, 2, USUAL_DECIMALS.gamma, 8),
    theta: decimalsOf(((forward * PEAK * atmIv) / (2 * root * 365)) * lot, 3, USUAL_DECIMALS.theta, 4),
    vega: decimalsOf(((forward * PEAK * root) / 100) * lot, 3, USUAL_DECIMALS.vega, 4),
  };
}
