/** A payoff as a drawing without figures: what is shown of a shared strategy where no figure may be (rule KEEP-12). */

/** x from 0 to 1 from the lowest price to the highest, y from -1 to 1 with neither profit nor loss at 0. */
export type SketchPoint = readonly [x: number, y: number];

export const MOST_SKETCH_POINTS = 64;

/** Of the drawing's height: a smaller bend is not seen. */
const FLAT = 0.0005;

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/**
 * The ends, and time and again the point that is farthest from the line through its neighbours of those taken: kinks first.
 * @param most at least 2
 */
function telling(points: readonly SketchPoint[], most: number): readonly SketchPoint[] {
  const taken = [0, points.length - 1];
  /** Between two that were taken: the farthest in there. */
  const farthest = (from: number, to: number) => {
    const [[x0, y0], [x1, y1]] = [points[from]!, points[to]!];
    let found = { at: -1, off: FLAT };
    for (let i = from + 1; i < to; i++) {
      const [x, y] = points[i]!;
      const off = Math.abs(y - (y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)));
      if (off > found.off) found = { at: i, off };
    }
    return { from, to, ...found };
  };
  const open = [farthest(0, points.length - 1)];
  while (taken.length < most) {
    let next = -1;
    for (const [i, { off }] of open.entries()) if (off > (open[next]?.off ?? FLAT)) next = i;
    const [span] = next < 0 ? [] : open.splice(next, 1);
    if (span === undefined) break;
    taken.push(span.at);
    open.push(farthest(span.from, span.at), farthest(span.at, span.to));
  }
  return taken.sort((a, b) => a - b).map((i) => points[i]!);
}

/** @returns null where there is nothing to draw */
export function sketchOf(
  prices: readonly number[],
  payoffs: readonly number[],
): readonly SketchPoint[] | null {
  const points = prices.flatMap((price, i) => {
    const payoff = payoffs[i] ?? Number.NaN;
    return Number.isFinite(price) && Number.isFinite(payoff) ? [[price, payoff] as const] : [];
  });
  const first = points[0]?.[0] ?? Number.NaN;
  const width = (points.at(-1)?.[0] ?? Number.NaN) - first;
  if (!(width > 0)) return null;
  const most = points.reduce((sofar, [, payoff]) => Math.max(sofar, Math.abs(payoff)), 0) || 1;
  const scaled = points.map(([price, payoff]): SketchPoint => [(price - first) / width, payoff / most]);
  return telling(scaled, MOST_SKETCH_POINTS).map(([x, y]) => [rounded(x), rounded(y)]);
}
