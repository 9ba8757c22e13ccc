/** An axis of market bars: one place each, so that nights and holidays take no room. Pure. */

import { istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatExpiry } from "#domain/format/date.ts";

interface TimeTick {
  /** Of the bar. */
  readonly index: number;
  readonly text: string;
}

/** Minutes that ticks inside a day may be apart. */
const MINUTES = [15, 30, 60, 120, 180];
const MINUTE_MS = 60_000;

/** First bars of days. @param times starts of bars, ascending */
export function dayStarts(times: readonly number[]): number[] {
  const starts: number[] = [];
  let day = "";
  times.forEach((time, i) => {
    const date = istDate(time);
    if (date !== day) starts.push(i);
    day = date;
  });
  return starts;
}

const thinned = (indices: readonly number[], most: number): number[] => {
  const each = Math.max(1, Math.ceil(indices.length / Math.max(1, most)));
  return indices.filter((_, i) => i % each === 0);
};

/** Days by their date where there are several, else whole quarters, halves or hours. @param most that have room */
export function timeTicks(times: readonly number[], most: number): TimeTick[] {
  const days = dayStarts(times);
  if (days.length > 1) {
    return thinned(days, most).map((index) => ({ index, text: formatExpiry(istDate(times[index]!)) }));
  }
  for (const minutes of MINUTES) {
    // India's half hour is whole in every step below an hour; whole hours are counted from its own.
    const isWhole = (time: number): boolean => (time / MINUTE_MS + 330) % minutes === 0;
    const found = times.flatMap((time, index) => (isWhole(time) ? [{ index, text: formatClock(time) }] : []));
    if (found.length > 0 && found.length <= most) return found;
  }
  return thinned([...times.keys()], most).map((index) => ({ index, text: formatClock(times[index]!) }));
}

/** Points with a gap on both sides: no line shows them. */
export function lonePoints(values: ArrayLike<number | null>): number[] {
  const lone: number[] = [];
  const isKnown = (i: number): boolean => values[i] !== null && values[i] !== undefined;
  for (let i = 0; i < values.length; i++) {
    if (isKnown(i) && !isKnown(i - 1) && !isKnown(i + 1)) lone.push(i);
  }
  return lone;
}

/** Stretches of bars of which something is true: first and last index of each. */
export function stretches<T>(bars: readonly T[], isIn: (bar: T) => boolean): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let from = -1;
  for (let i = 0; i <= bars.length; i++) {
    const isOn = i < bars.length && isIn(bars[i]!);
    if (isOn && from < 0) from = i;
    if (!isOn && from >= 0) {
      found.push([from, i - 1]);
      from = -1;
    }
  }
  return found;
}

/**
 * Middles of labels beside the ends of lines, in the order of the lines and no nearer than `gap`; each as near to its line
 * as the others leave room. Those for which there is no room at all are NaN.
 */
export function spreadLabels(places: readonly number[], gap: number, from: number, to: number): number[] {
  const room = Math.floor((to - from) / gap) + 1;
  const order = places
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => Number.isFinite(place))
    .sort((a, b) => a.place - b.place)
    .slice(0, Math.max(0, room));
  const spread = places.map(() => Number.NaN);
  let least = from;
  for (const { place, index } of order) {
    spread[index] = Math.max(least, place);
    least = spread[index]! + gap;
  }
  let most = to;
  for (const { index } of order.reverse()) {
    spread[index] = Math.min(most, spread[index]!);
    most = spread[index]! - gap;
  }
  return spread;
}

/** Range of an axis around its figures, which need not hold zero; null without any. */
export function valueRange(least: number | null, most: number | null): readonly [number, number] {
  if (least === null || most === null || !Number.isFinite(least) || !Number.isFinite(most)) return [0, 1];
  const room = (most - least) * 0.1 || Math.abs(most) * 0.05 || 1;
  return [least - room, most + room];
}
