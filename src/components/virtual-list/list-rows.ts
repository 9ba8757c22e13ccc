/** Options under one heading. */
export interface ListSection<T> {
  readonly id: string;
  readonly title: string;
  readonly options: readonly T[];
}

/** A line of a list as it scrolls: a section's heading, or one of its options. */
export type ListRow<T> =
  | { readonly section: number; readonly heading: string; readonly option: null }
  | {
      readonly section: number;
      readonly heading: null;
      readonly option: T /** among all options */;
      readonly place: number;
    };

/** All lines one below another. */
export function rowsOf<T>(sections: readonly ListSection<T>[]): readonly ListRow<T>[] {
  const rows: ListRow<T>[] = [];
  let place = 0;
  sections.forEach(({ title, options }, section) => {
    if (options.length === 0) return;
    rows.push({ section, heading: title, option: null });
    for (const option of options) rows.push({ section, heading: null, option, place: place++ });
  });
  return rows;
}

/**
 * The option that a step leads to from the one at `place`: round the ends by one, but not past them by more.
 * @param place -1 for none: the step is counted from before the first
 * @returns -1 where there is no option
 */
export function stepFrom(place: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (place < 0) return step > 0 ? Math.min(step, count) - 1 : count - 1;
  const to = place + step;
  if (Math.abs(step) === 1) return (to + count) % count;
  return Math.max(0, Math.min(count - 1, to));
}
