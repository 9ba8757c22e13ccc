/** ln(F/K), keeping its digits near the money, where F/K rounds to within an ulp of 1. */
export function logMoneyness(forward: number, strike: number): number {
  const excess = (forward - strike) / strike;
  return excess > -0.5 && excess < 1 ? Math.log1p(excess) : Math.log(forward / strike);
}
