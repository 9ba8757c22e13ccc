/**
 * The strike that typed digits mean: of those that begin with them the nearest to the money, the first of two that are as near.
 * @param strikes rupees ascending
 * @param decimals of the strikes as they are written
 * @param atRow row of the at-the-money strike, -1 unknown: the middle stands for it
 * @returns its row, -1 none
 */
export function findStrike(typed: string, strikes: Float64Array, decimals: number, atRow: number): number {
  const centre = atRow < 0 ? (strikes.length - 1) / 2 : atRow;
  let best = -1;
  strikes.forEach((strike, row) => {
    if (!strike.toFixed(decimals).startsWith(typed)) return;
    if (best < 0 || Math.abs(row - centre) < Math.abs(best - centre)) best = row;
  });
  return best;
}
