/** A payoff as a drawing without figures: what is shown of a shared strategy where no figure may be (rule KEEP-12). */

/** x from 0 to 1 from the lowest price to the highest, y from -1 to 1 with neither profit nor loss at 0. */
export type SketchPoint = readonly [x: number, y: number];

export const MOST_SKETCH_POINTS = 64;

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

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
  const count = Math.min(points.length, MOST_SKETCH_POINTS);
  return Array.from({ length: count }, (_, i) => {
    const [price, payoff] = points[Math.round((i * (points.length - 1)) / (count - 1))]!;
    return [rounded((price - first) / width), rounded(payoff / most)] as const;
  });
}
