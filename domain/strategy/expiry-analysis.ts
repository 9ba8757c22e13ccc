/** What the expiry curve says: breakevens, extremes, and where it pays (quant.md §9). */

import type { StrategyCurve } from "./curve.ts";
import { mergedPoints } from "./payoff-grid.ts";
import { brentRoot } from "./root.ts";

interface ExpiryAnalysis {
  /** S' > 0 where the P&L is 0, ascending; of a flat stretch both ends. */
  readonly breakevens: readonly number[];
  /** Infinity when the right tail rises. */
  readonly maxProfit: number;
  /** -Infinity when the right tail falls. */
  readonly maxLoss: number;
  /** Where the P&L is above 0: from, to; the last may reach Infinity. */
  readonly profits: readonly (readonly [from: number, to: number])[];
}

/** Several expiries: the curve is searched this far, in spots. */
const SEARCH_REACH = 4;
const SEARCH_POINTS = 400;
/** Breakevens of several expiries, in spots: 1e-8 is asked for, and the last step there mostly lands far nearer. */
export const ROOT_TOLERANCE = 1e-12;
/** Extremes between samples are looked for by cutting the stretch around the best one in so many, so often. */
const CUTS = 32;
const ZOOMS = 3;

const UNKNOWN: ExpiryAnalysis = {
  breakevens: [],
  maxProfit: Number.NaN,
  maxLoss: Number.NaN,
  profits: [],
};

/**
 * @param spot S, rupees
 * @param grid prices the curve will be drawn at: no extreme is below or above what is drawn
 */
export function analyseExpiry(curve: StrategyCurve, spot: number, grid: () => Float64Array): ExpiryAnalysis {
  const samples = curve.isPiecewiseLinear ? knots(curve) : searchPoints(curve, spot, grid);
  if (samples === null) return UNKNOWN;
  const values = curve.values(samples);
  if (values.some(Number.isNaN)) return UNKNOWN;
  const signs = Array.from(values, (value, i) =>
    Math.abs(value) <= curve.rounding(samples[i]!) ? 0 : Math.sign(value),
  );
  const breakevens = breakevensOf(curve, samples, values, signs, spot);
  const [low, high] = extremes(curve, samples, values);
  const { tailSlope } = curve;
  return {
    breakevens,
    maxProfit: tailSlope > 0 ? Infinity : high,
    maxLoss: tailSlope < 0 ? -Infinity : low,
    profits: profitsOf(curve, breakevens, samples[samples.length - 1]!),
  };
}

/** 0 and every kink: between them the curve is straight. */
function knots(curve: StrategyCurve): Float64Array {
  return Float64Array.of(0, ...curve.kinks);
}

/** Prices between which a curve of several expiries is looked at. */
export function searchPoints(
  curve: StrategyCurve,
  spot: number,
  grid: () => Float64Array,
): Float64Array | null {
  if (!(spot > 0)) return null;
  const reach = (SEARCH_REACH * spot) / SEARCH_POINTS;
  const coarse = new Float64Array(SEARCH_POINTS + 1);
  for (let i = 0; i <= SEARCH_POINTS; i++) coarse[i] = i * reach;
  return mergedPoints(mergedPoints(coarse, grid()), curve.kinks);
}

function breakevensOf(
  curve: StrategyCurve,
  samples: Float64Array,
  values: Float64Array,
  signs: readonly number[],
  spot: number,
): number[] {
  const found: number[] = [];
  const one = new Float64Array(1);
  const at = new Float64Array(1);
  const value = (x: number): number => {
    at[0] = x;
    return curve.values(at, one)[0]!;
  };
  for (let i = 0; i < samples.length; i++) {
    const [x, y] = [samples[i]!, values[i]!];
    const isInsideFlat = signs[i] === 0 && signs[i - 1] === 0 && (signs[i + 1] ?? tailSign(curve)) === 0;
    if (signs[i] === 0 && !isInsideFlat && x > 0) found.push(x);
    if (i + 1 === samples.length || signs[i]! * signs[i + 1]! >= 0) continue;
    const [nextX, nextY] = [samples[i + 1]!, values[i + 1]!];
    found.push(
      curve.isPiecewiseLinear
        ? x + ((nextX - x) * y) / (y - nextY)
        : brentRoot(value, x, nextX, y, nextY, ROOT_TOLERANCE * spot),
    );
  }
  const last = samples.length - 1;
  if (curve.isPiecewiseLinear && signs[last]! * tailSign(curve) < 0) {
    const root = samples[last]! - values[last]! / curve.tailSlope;
    // Beyond what a double can say there is no price.
    if (Number.isFinite(root)) found.push(root);
  }
  return found;
}

const tailSign = (curve: StrategyCurve): number => Math.sign(curve.tailSlope);

/** Least and greatest value; between samples only where the curve bends. */
function extremes(curve: StrategyCurve, samples: Float64Array, values: Float64Array): [number, number] {
  let low = 0;
  let high = 0;
  for (let i = 1; i < values.length; i++) {
    if (values[i]! < values[low]!) low = i;
    if (values[i]! > values[high]!) high = i;
  }
  if (curve.isPiecewiseLinear) return [values[low]!, values[high]!];
  return [-zoom(curve, samples, low, -1, -values[low]!), zoom(curve, samples, high, 1, values[high]!)];
}

/** Greatest sign × value around a sample, never less than `best`. */
export function zoom(
  curve: Pick<StrategyCurve, "values">,
  samples: Float64Array,
  at: number,
  sign: 1 | -1,
  best: number,
): number {
  let from = samples[Math.max(at - 1, 0)]!;
  let to = samples[Math.min(at + 1, samples.length - 1)]!;
  let greatest = best;
  for (let n = 0; n < ZOOMS; n++) {
    const step = (to - from) / CUTS;
    const points = Float64Array.from({ length: CUTS + 1 }, (_, i) => from + i * step);
    const values = curve.values(points);
    let peak = 0;
    for (let i = 1; i <= CUTS; i++) if (sign * values[i]! > sign * values[peak]!) peak = i;
    greatest = Math.max(greatest, sign * values[peak]!);
    [from, to] = [points[Math.max(peak - 1, 0)]!, points[Math.min(peak + 1, CUTS)]!];
  }
  return greatest;
}

/** The curve keeps its sign between breakevens, so one look at each stretch tells. */
function profitsOf(
  curve: StrategyCurve,
  breakevens: readonly number[],
  lastSample: number,
): (readonly [number, number])[] {
  const ends = [0, ...breakevens, Infinity];
  const looks = Float64Array.from({ length: ends.length - 1 }, (_, i) => {
    const from = ends[i]!;
    const to = ends[i + 1]!;
    if (to < Infinity) return 0.5 * (from + to);
    if (!curve.isPiecewiseLinear && from < lastSample) return 0.5 * (from + lastSample);
    return 2 * Math.max(from, lastSample, 1);
  });
  const values = curve.values(looks);
  const profits: (readonly [number, number])[] = [];
  for (let i = 0; i < looks.length; i++) {
    if (values[i]! > curve.rounding(looks[i]!)) profits.push([ends[i]!, ends[i + 1]!]);
  }
  return profits;
}
