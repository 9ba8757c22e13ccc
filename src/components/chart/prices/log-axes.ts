/** Axes on which equal ratios are equally far apart; their figures are above zero. Pure. */

import { axisTicks, type Ticks } from "../frame/ticks.ts";
import { type PanePlace, SCALES, spread as spreadEvenly } from "../time/pane-scale.ts";
import type { LogAxes } from "../time/time-state.ts";

/** CSS pixels from tick to tick. */
const SPACE = 16;
/** Between ends so far apart steps of one size would crowd at one of them. */
const WIDE = 4;
const FACTORS = [1, 2, 5];

/** Figures of an axis: whole steps, or where its ends are far apart 1, 2 and 5 of each power of ten. */
export function logTicks(least: number, most: number, pixels: number): Ticks {
  if (!(least > 0) || !(most > least)) return { at: [], step: 1 };
  if (most / least < WIDE) return axisTicks(least, most, pixels);
  const first = Math.floor(Math.log10(least));
  const powers = Array.from({ length: Math.ceil(Math.log10(most)) - first + 1 }, (_, i) => 10 ** (first + i));
  const all = powers
    .flatMap((power) => FACTORS.map((factor) => Number((factor * power).toPrecision(12))))
    .filter((tick) => tick >= least && tick <= most);
  const each = Math.max(1, Math.ceil((all.length * SPACE) / Math.max(1, pixels)));
  const at = all.filter((_, i) => i % each === 0);
  return { at, step: at[0] ?? 1 };
}

/** Range of an axis around its figures; null without any. */
export function logRange(least: number | null, most: number | null): readonly [number, number] {
  if (least === null || most === null || !(least > 0) || !Number.isFinite(most)) return [1, 10];
  const room = (most / least) ** 0.1;
  const by = room > 1 ? room : 1.05;
  return [least / by, most * by];
}

/** Ends of the scale over the whole plot, so that the axis' own ends are those of its pane. */
export function logSpread(
  [low, high]: readonly [number, number],
  place: PanePlace,
  height: number,
): readonly [number, number] {
  const [least, most] = spreadEvenly([Math.log(low), Math.log(high)], place, height);
  return [Math.exp(least), Math.exp(most)];
}

export const LOG_AXES: LogAxes = {
  scales: SCALES.map((scale) => `log-${scale}`),
  range: logRange,
  spread: logSpread,
  ticks: logTicks,
};
