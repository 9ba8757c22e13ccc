/**
 * What the expiry curve says once charges are taken off it: breakevens, extremes, and where it pays. Charges jump at strikes, so the curve
 * has two ends there; between its samples it is continuous.
 */

import { ROOT_TOLERANCE, searchPoints, zoom } from "../expiry-analysis.ts";
import { mergedPoints, type PayoffRange } from "../payoff-grid.ts";
import { brentRoot } from "../root.ts";
import type { NetCurve } from "./net-curve.ts";
import type { NetBreakeven } from "./net-types.ts";

interface Found {
  /** Ascending. */
  readonly breakevens: readonly NetBreakeven[];
  readonly maxProfit: number;
  readonly maxLoss: number;
  /** Where the P&L is above 0: from, to; the last may reach Infinity. */
  readonly profits: readonly (readonly [from: number, to: number])[];
}

const UNKNOWN: Found = { breakevens: [], maxProfit: Number.NaN, maxLoss: Number.NaN, profits: [] };

/** The curve at its samples: what it comes from, and what it goes to. */
interface Sampled {
  readonly price: Float64Array;
  readonly values: Float64Array;
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly signs: { readonly left: Int8Array; readonly right: Int8Array };
}

/** How far beyond the last breakeven before charges one after charges may lie. */
const BEYOND = 1.25;

/** Where the curve is looked at: a side on which nothing changes before charges is looked at as far as it is drawn. */
function endsOf({ gross }: NetCurve, last: number, range: PayoffRange): readonly [low: number, high: number] {
  const [first] = gross.kinks;
  const drawn = range.max > range.min;
  const [atZero, atFirst, atLast] = gross.values(Float64Array.of(0, first ?? 0, last));
  const isFlatBelow = first !== undefined && Math.abs(atZero! - atFirst!) <= gross.rounding(first);
  const low = isFlatBelow && drawn ? Math.min(range.min, first) : 0;
  const high = Math.max(drawn ? range.max : 0, last + 1);
  if (gross.tailSlope === 0) return [low, high];
  const root = last - atLast! / gross.tailSlope;
  return [low, Number.isFinite(root) ? Math.max(high, BEYOND * root) : high];
}

/** Straight pieces end at kinks, jumps and turns. */
function knots(curve: NetCurve, range: PayoffRange): Float64Array {
  const { gross, jumps, turns } = curve;
  const all = mergedPoints(
    gross.kinks,
    [...jumps, ...turns].filter((each) => each > 0),
  );
  const [low, high] = endsOf(curve, gross.kinks.at(-1) ?? 0, range);
  return Float64Array.of(low, ...all.filter((each) => each > low && each < high), high);
}

function sampled(curve: NetCurve, price: Float64Array): Sampled | null {
  const values = curve.values(price);
  if (values.some(Number.isNaN)) return null;
  const { left, right } = curve.limits(price, values);
  const signsOf = (all: Float64Array) =>
    Int8Array.from(all, (value, i) =>
      Math.abs(value) <= curve.gross.rounding(price[i]!) ? 0 : Math.sign(value),
    );
  return { price, values, left, right, signs: { left: signsOf(left), right: signsOf(right) } };
}

/** Between two samples the P&L goes through 0 once. */
function rootBetween(curve: NetCurve, { price, left, right }: Sampled, i: number, spot: number): number {
  const [x, nextX] = [price[i]!, price[i + 1]!];
  const [y, nextY] = [right[i]!, left[i + 1]!];
  if (curve.gross.isPiecewiseLinear) return x + ((nextX - x) * y) / (y - nextY);
  const [one, at] = [new Float64Array(1), new Float64Array(1)];
  const value = (where: number): number => {
    // At the ends it is the limit that counts, not what a jump makes of the value.
    if (where === x) return y;
    if (where === nextX) return nextY;
    at[0] = where;
    return curve.values(at, one)[0]!;
  };
  return brentRoot(value, x, nextX, y, nextY, ROOT_TOLERANCE * spot);
}

/** Where the P&L is 0 at a sample, or passes 0 in a jump; null neither, nor inside of a flat stretch of nothing. */
function breakevenAt({ price, signs }: Sampled, i: number): NetBreakeven | null {
  const [before, after] = [signs.left[i]!, signs.right[i]!];
  const at = price[i]!;
  if (!(at > 0) || i === 0) return null;
  if (before * after < 0) return { at, kind: "jump" };
  if (before !== 0 && after !== 0) return null;
  const isInsideFlat = before === 0 && after === 0 && signs.right[i - 1] === 0 && signs.left[i + 1] === 0;
  return isInsideFlat ? null : { at, kind: "root" };
}

function walk(curve: NetCurve, samples: Sampled, spot: number) {
  const { price, signs } = samples;
  const breakevens: NetBreakeven[] = [];
  const profits: [number, number][] = [];
  const profit = (from: number, to: number): void => {
    const last = profits.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to;
    else profits.push([from, to]);
  };
  for (let i = 0; i < price.length - 1; i++) {
    const here = breakevenAt(samples, i);
    if (here !== null) breakevens.push(here);
    // Beyond its ends the curve keeps the sign that it has there.
    const [from, to] = [i === 0 ? 0 : price[i]!, i + 2 === price.length ? Infinity : price[i + 1]!];
    const [starts, ends] = [signs.right[i]!, signs.left[i + 1]!];
    if (starts * ends < 0) {
      const root = rootBetween(curve, samples, i, spot);
      breakevens.push({ at: root, kind: "root" });
      if (starts > 0) profit(from, root);
      else profit(root, to);
    } else if (starts + ends > 0) profit(from, to);
  }
  return { breakevens, profits };
}

function extremesOf(curve: NetCurve, { price, values, left, right }: Sampled): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  let [lowAt, highAt] = [0, 0];
  for (let i = 0; i < price.length; i++) {
    const least = Math.min(values[i]!, left[i]!, right[i]!);
    const most = Math.max(values[i]!, left[i]!, right[i]!);
    if (least < low) [low, lowAt] = [least, i];
    if (most > high) [high, highAt] = [most, i];
  }
  if (curve.gross.isPiecewiseLinear) return [low, high];
  return [-zoom(curve, price, lowAt, -1, -low), zoom(curve, price, highAt, 1, high)];
}

/**
 * A tax on what is settled grows without end with it. So a figure has no end where it has none before charges; else it is that of the
 * prices at which the payoff is drawn (rule STRAT-31).
 * @param spot S, rupees; @param grid prices that the curve will be drawn at
 */
export function analyseNet(
  curve: NetCurve,
  spot: number,
  range: PayoffRange,
  grid: () => Float64Array,
): Found {
  const { gross, jumps } = curve;
  const search = gross.isPiecewiseLinear ? knots(curve, range) : searchPoints(gross, spot, grid);
  if (search === null) return UNKNOWN;
  const samples = sampled(curve, gross.isPiecewiseLinear ? search : mergedPoints(search, jumps));
  if (samples === null) return UNKNOWN;
  const [low, high] = extremesOf(curve, samples);
  const { tailSlope } = gross;
  return {
    ...walk(curve, samples, spot),
    maxProfit: tailSlope > 0 ? Infinity : high,
    maxLoss: tailSlope < 0 ? -Infinity : low,
  };
}
