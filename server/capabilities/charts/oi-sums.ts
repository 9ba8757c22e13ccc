import type { OptionTable } from "./chart-expiries.ts";

/** Open interest by strike, units, a row each of the table's strikes; NaN where no option of a side is known. */
export interface ByStrikeSums {
  readonly call: Float64Array;
  readonly put: Float64Array;
}

/** What is known of two; NaN where neither is. */
const add = (sum: number, value: number): number =>
  Number.isNaN(value) ? sum : Number.isNaN(sum) ? value : sum + value;

/** @param oi units of the n-th option of the table, NaN unknown */
export function sumsByStrike(
  { strikes, options }: OptionTable,
  oi: (option: number) => number,
): ByStrikeSums {
  const call = new Float64Array(strikes.length).fill(Number.NaN);
  const put = new Float64Array(strikes.length).fill(Number.NaN);
  for (const [i, { isCall, row }] of options.entries()) {
    const side = isCall ? call : put;
    side[row] = add(side[row]!, oi(i));
  }
  return { call, put };
}

/** Adds to each place what is known there. */
export function addTo(sums: Float64Array, valueAt: (place: number) => number): void {
  for (let place = 0; place < sums.length; place++) sums[place] = add(sums[place]!, valueAt(place));
}

/** Units of a whole side; NaN where none of it is known. */
export const totalOf = (side: Float64Array): number => side.reduce(add, Number.NaN);
