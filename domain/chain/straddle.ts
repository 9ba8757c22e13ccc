/** What a strike's call and put say together, as one holding of both (quant.md §8). Prices in rupees, unknown is NaN. */

/**
 * One standard deviation of the underlying until expiry, rupees: F σ √T with the at-the-money IV.
 * @param atmIv fraction; @param years to expiry, 0 once it is there
 */
export function expectedMove(forward: number, atmIv: number, years: number): number {
  return forward > 0 && atmIv >= 0 && years >= 0 ? forward * atmIv * Math.sqrt(years) : Number.NaN;
}

const positive = (price: number): number => (price > 0 ? price : Number.NaN);

/** Change of the premium against the previous close of both options, rupees; NaN without either close. */
export function premiumChange(premium: number, callClose: number, putClose: number): number {
  return premium - (positive(callClose) + positive(putClose));
}

/** That change over the previous closes, a fraction. */
export function premiumChangeFraction(premium: number, callClose: number, putClose: number): number {
  const before = positive(callClose) + positive(putClose);
  return (premium - before) / before;
}

/** Level below which a straddle gains at expiry, rupees; NaN where it would be 0 or less, which no price falls below. */
export const lowerBreakeven = (strike: number, premium: number): number => positive(strike - premium);

/** Level above which it gains, rupees. */
export const upperBreakeven = (strike: number, premium: number): number => strike + premium;

/** The move that a premium pays for, a fraction of the forward; NaN without a forward. */
export function impliedMove(premium: number, forward: number): number {
  return forward > 0 ? premium / forward : Number.NaN;
}
