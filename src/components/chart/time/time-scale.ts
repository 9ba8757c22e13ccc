/** An axis of market bars: one place each, so that nights and holidays take no room. Pure. */

import { DAY_MS, IST_OFFSET_MS, istDate } from "#domain/calendar/ist.ts";
import { formatClock, formatDate, formatExpiry } from "#domain/format/date.ts";
import { firstFrom } from "../frame/window.ts";

interface TimeTick {
  /** Of the bar. */
  readonly index: number;
  readonly text: string;
}

/** Minutes that ticks inside a day may be apart. */
const MINUTES = [1, 5, 15, 30, 60, 120, 180];
const MINUTE_MS = 60_000;
/** Days with fewer bars have no breaks between them: they are the bars. */
const BARS_OF_DAY = 3;

const dayOf = (time: number): number => Math.floor((time + IST_OFFSET_MS) / DAY_MS);
const startOf = (day: number): number => day * DAY_MS - IST_OFFSET_MS;

/** First bars of days. @param times starts of bars, ascending */
export function dayStarts(times: ArrayLike<number>): number[] {
  const starts: number[] = [];
  for (let i = 0; i < times.length; i = firstFrom(times, startOf(dayOf(times[i]!) + 1))) starts.push(i);
  return starts;
}

/** First bars of days where a day is several bars, the very first left out: where a break is drawn. */
export function dayBreaks(times: ArrayLike<number>): number[] {
  const starts = dayStarts(times);
  return times.length < starts.length * BARS_OF_DAY ? [] : starts.slice(1);
}

const thinned = (indices: readonly number[], most: number): number[] => {
  const each = Math.max(1, Math.ceil(indices.length / Math.max(1, most)));
  return indices.filter((_, i) => i % each === 0);
};

/** "24 Nov"; where the year is another than that of the tick before, with it. */
function dateTicks(times: ArrayLike<number>, indices: readonly number[]): TimeTick[] {
  let year = istDate(times[0]!).slice(0, 4);
  return indices.map((index) => {
    const date = istDate(times[index]!);
    const isOther = date.slice(0, 4) !== year;
    year = date.slice(0, 4);
    return { index, text: isOther ? formatDate(date) : formatExpiry(date) };
  });
}

/** Bars at whole steps of the clock, days apart from one another; null when they are more than `most`. */
function clockTicks(
  times: ArrayLike<number>,
  starts: readonly number[],
  minutes: number,
  most: number,
): TimeTick[] | null {
  const step = minutes * MINUTE_MS;
  const found: TimeTick[] = [];
  for (const [i, start] of starts.entries()) {
    const midnight = startOf(dayOf(times[start]!));
    const last = times[(starts[i + 1] ?? times.length) - 1]!;
    // Whole steps are counted from India's midnight, whose half hour no step but an hour's would notice.
    let instant = midnight + Math.ceil((times[start]! - midnight) / step) * step;
    if ((last - instant) / step > most * 2) return null;
    for (; instant <= last; instant += step) {
      const index = firstFrom(times, instant);
      if (times[index]! - instant < step / 4) found.push({ index, text: formatClock(instant) });
    }
    if (found.length > most) return null;
  }
  return found;
}

/** Of the room of a tick, what a date takes. */
const NAME_SHARE = 0.75;

/**
 * Days by their date where there are several, else whole quarters, halves or hours; both where there is room for both.
 * @param times starts of the bars in view, ascending; @param most that have room
 */
export function timeTicks(times: ArrayLike<number>, most: number): TimeTick[] {
  if (times.length === 0) return [];
  const days = dayStarts(times);
  if (days.length === 1) {
    for (const minutes of MINUTES) {
      const found = clockTicks(times, days, minutes, most);
      if (found !== null && found.length > 0) return found;
    }
    const all = thinned(
      Array.from(times, (_, i) => i),
      most,
    );
    return all.map((index) => ({ index, text: formatClock(times[index]!) }));
  }
  const room = times.length / Math.max(1, most);
  const all = dateTicks(times, thinned(days, most));
  // A day of which only the last bars are in view leaves the room to the name of the next one.
  const isTouched = all.length > 1 && all[1]!.index - all[0]!.index < NAME_SHARE * room;
  const dates = isTouched ? all.slice(1) : all;
  if (all.length < days.length) return dates;
  for (const minutes of MINUTES.slice(MINUTES.indexOf(30))) {
    const clocks = clockTicks(times, days, minutes, most - dates.length);
    if (clocks === null || clocks.length === 0) continue;
    // A clock as near to its day's date as to the next clock would touch it.
    const apart = clocks.filter(({ index }) =>
      dates.every((date) => Math.abs(date.index - index) > room / 2),
    );
    return [...dates, ...apart].sort((a, b) => a.index - b.index);
  }
  return dates;
}

/** Points with a gap on both sides: no line shows them. */
export function lonePoints(values: ArrayLike<number | null | undefined>): number[] {
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
