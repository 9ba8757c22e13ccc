import type { Figure } from "./chart-columns.ts";

/** Where a day's totals, such as its volume, stood as a bar began. */
export interface BarTotals {
  readonly time: number;
  /** null where it is not known */
  readonly base: readonly Figure[];
  readonly last: readonly Figure[];
}

interface Moment {
  /** start of the bar that it is in */
  readonly time: number;
  /** totals of the day in the columns of `isTotal` */
  readonly values: readonly Figure[];
  /** nothing was missed since the moment before */
  readonly isNext: boolean;
  /** the same bar as it was answered, null where it was not */
  readonly answered: readonly Figure[] | null;
}

const minus = (a: Figure | undefined, b: Figure | undefined): Figure =>
  a == null || b == null ? null : Math.max(0, a - b);

/** The figures of a bar at a moment, of totals what the bar has of them; null where its beginning is not known. */
export function ofBar(
  before: BarTotals | null,
  { time, values, isNext, answered }: Moment,
  isTotal: readonly boolean[],
): { readonly totals: BarTotals; readonly values: readonly Figure[] } {
  const base =
    before?.time === time
      ? before.base
      : isNext && before !== null
        ? before.last
        : values.map((value, c) => (answered === null ? null : minus(value, answered[c])));
  return {
    totals: { time, base, last: values },
    values: values.map((value, c) => (isTotal[c] === true ? minus(value, base[c]) : value)),
  };
}
