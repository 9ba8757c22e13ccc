/** Labels in one row of a plot: none over another, none cut off. Pure. */

interface RowLabel {
  /** What it stands at. */
  readonly at: number;
  readonly width: number;
}

/**
 * Centred on what they stand at, pushed inside where they would be cut off. Given in order of weight: one that would touch
 * an earlier one is left out, and so is one whose place is outside.
 * @returns left edge of each; NaN left out
 */
export function placeLabels(labels: readonly RowLabel[], from: number, to: number, gap: number): number[] {
  const taken: (readonly [number, number])[] = [];
  return labels.map(({ at, width }) => {
    if (!(at >= from && at <= to) || width > to - from) return Number.NaN;
    const left = Math.min(Math.max(at - width / 2, from), to - width);
    const touches = taken.some(([start, end]) => left < end + gap && left + width > start - gap);
    if (touches) return Number.NaN;
    taken.push([left, left + width]);
    return left;
  });
}

/** Those of one row, and of the rows after it what would have touched there: each label in the first row that has room. */
export function stackLabels(
  labels: readonly RowLabel[],
  from: number,
  to: number,
  gap: number,
  rows: number,
): { readonly left: number; readonly row: number }[] {
  const places = labels.map(() => ({ left: Number.NaN, row: 0 }));
  let rest = labels.map((_, i) => i);
  for (let row = 0; row < rows && rest.length > 0; row++) {
    const lefts = placeLabels(
      rest.map((i) => labels[i]!),
      from,
      to,
      gap,
    );
    rest.forEach((i, at) => {
      places[i] = { left: lefts[at]!, row };
    });
    rest = rest.filter((_, at) => Number.isNaN(lefts[at]!));
  }
  return places;
}
