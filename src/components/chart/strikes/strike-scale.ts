/** Where figures of strikes lie in the plot. Pure. */

import { firstFrom } from "../frame/window.ts";
import type { StrikeBarsProps, StrikeSides } from "../types.ts";

/** CSS pixels of a row of words over the bars. */
export const ROW = 16;
/** Two rows for what is marked. */
const HEAD = ROW * 2 + 6;
/** The axis of strikes between mirrored sides. */
export const MIDDLE = 22;
const FOOT = 4;
/** The longest bar leaves so much of its room. */
const AIR = 0.06;

/** One side's figures grow away from `zero`, up or down. */
export interface Zone {
  readonly top: number;
  readonly bottom: number;
  /** canvas or CSS pixels from the plot's upper edge, as it was asked for */
  y(value: number): number;
}

export interface StrikePlaces {
  readonly call: Zone;
  readonly put: Zone;
  /** Ends of the axis. */
  readonly least: number;
  readonly most: number;
}

type Sided = Pick<StrikeBarsProps, "now" | "before" | "layout">;

/** Least and greatest figure of the strikes in view, with zero. @param to after the last */
export function figureRange(
  sides: readonly (StrikeSides | null)[],
  from: number,
  to: number,
): readonly [number, number] {
  let [least, most] = [0, 0];
  for (const side of sides) {
    for (const column of side === null ? [] : [side.call, side.put]) {
      for (let i = from; i < to; i++) {
        const value = column[i];
        if (value === null || value === undefined || !Number.isFinite(value)) continue;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
  }
  if (least === 0 && most === 0) return [0, 1];
  const room = (most - least) * AIR;
  return [least < 0 ? least - room : 0, most > 0 ? most + room : 0];
}

/** @param height CSS pixels of the plot; @param scale pixels asked for a CSS pixel */
export function placeStrikes(
  { now, before, layout }: Sided,
  from: number,
  to: number,
  height: number,
  scale: number,
): StrikePlaces {
  const [least, most] = figureRange([now, before], from, to);
  const span = most - least;
  if (layout === "beside") {
    const [top, bottom] = [HEAD * scale, (height - FOOT) * scale];
    const zone = {
      top,
      bottom,
      y: (value: number): number => bottom - ((value - least) / span) * (bottom - top),
    };
    return { call: zone, put: zone, least, most };
  }
  const middle = (HEAD + (height - HEAD - FOOT) / 2) * scale;
  const half = ((height - HEAD - FOOT - MIDDLE) / 2) * scale;
  const [upper, lower] = [middle - (MIDDLE / 2) * scale, middle + (MIDDLE / 2) * scale];
  return {
    call: { top: upper - half, bottom: upper, y: (value) => upper - ((value - least) / span) * half },
    put: { top: lower, bottom: lower + half, y: (value) => lower + ((value - least) / span) * half },
    least,
    most,
  };
}

/** A price between strikes lies between their places; NaN where it is further outside than half a place. */
export function placeOfPrice(strikes: readonly number[], price: number | null): number {
  if (price === null || !Number.isFinite(price) || strikes.length < 2) return Number.NaN;
  const last = strikes.length - 1;
  const after = Math.min(Math.max(firstFrom(strikes, price), 1), last);
  const [low, high] = [strikes[after - 1]!, strikes[after]!];
  const place = after - 1 + (price - low) / (high - low);
  return place < -0.5 || place > last + 0.5 ? Number.NaN : place;
}

/** The least step between strikes: what most of them are apart near the money. */
export const strikeStep = (strikes: readonly number[]): number =>
  strikes.reduce(
    (least, strike, i) => (i === 0 ? least : Math.min(least, strike - strikes[i - 1]!)),
    Infinity,
  );

const MULTIPLES = [1, 2, 5, 10, 20, 50, 100];

/** Strikes that are labelled: whole multiples of the step, as many as have room. @returns places */
export function labelledStrikes(
  strikes: readonly number[],
  from: number,
  to: number,
  most: number,
): number[] {
  const step = strikeStep(strikes);
  let found: number[] = [];
  for (const multiple of MULTIPLES) {
    found = [];
    for (let i = from; i < to; i++) {
      const steps = strikes[i]! / (step * multiple);
      if (multiple === 1 || Math.abs(steps - Math.round(steps)) < 1e-6) found.push(i);
    }
    if (found.length <= most) return found;
  }
  return found;
}

interface MarkLabel {
  /** Of what it names. */
  readonly x: number;
  readonly width: number;
}

/**
 * Words of one or two marks in a row, off their lines: the lower mark's to its left, the higher one's to its right, pushed inside where
 * they would be cut off, and off one another. One alone stands on the side away from `middle`.
 * @param middle what other words are about, NaN nothing @returns left edges
 */
export function besideMarks(
  labels: readonly MarkLabel[],
  from: number,
  to: number,
  gap: number,
  middle = Number.NaN,
): number[] {
  const lefts = labels.map(({ x, width }) => {
    const [before, after] = [x - gap - width, x + gap];
    const isLeft = after + width > to || (x < middle && before >= from);
    return isLeft ? before : after;
  });
  if (labels.length !== 2) return lefts;
  const [low, high] = labels[0]!.x <= labels[1]!.x ? [0, 1] : [1, 0];
  const [a, b] = [labels[low]!, labels[high]!];
  let left = Math.max(from, a.x - gap - a.width);
  let right = Math.max(b.x + gap, left + a.width + gap);
  const between = b.x - gap - b.width;
  if (right + b.width > to) right = between > Math.max(a.x, left + a.width) + gap ? between : to - b.width;
  left = Math.min(left, right - gap - a.width);
  lefts[low] = left;
  lefts[high] = right;
  return lefts;
}
