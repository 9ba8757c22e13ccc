/**
 * Volatilities from an end of day (quant.md §3, §6, §7). Over half of the contracts did not trade and carry an old close,
 * and what traded did not trade at once. So only traded closes speak, from the out-of-the-money side where it traded; a
 * print that no arbitrage-free chain could hold, or that its neighbours contradict, is dropped; the smile through the
 * rest serves every strike.
 */

import { FORWARD_CARRY, FORWARD_FUTURE, FORWARD_NONE, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { carryForward, lowerBound } from "#domain/pricing/forward.ts";
import { atmVolatility, fillSmile } from "#domain/pricing/smile.ts";
import {
  type ClosingChain,
  type DroppedPrints,
  median,
  noneDropped,
  type Print,
  soundPrints,
} from "./closing-prints.ts";

export interface ChainVolatility {
  /** Rupees; NaN unknown. */
  forward: number;
  forwardSource: number;
  /** Annual, continuous; 0 where no interest is told. */
  readonly rate: number;
  /** Fraction; NaN when nothing says. */
  atmIv: number;
  /** By strike; filled everywhere or nowhere. */
  readonly iv: Float64Array;
  /** Strikes whose own print was kept. */
  solved: number;
  readonly dropped: DroppedPrints;
}

/** Strikes that vote on the parity forward: more than live (quant.md §3), for closes are noisier than quotes. */
const PARITY_STRIKES = 9;
/** No expiry's forward is this far from spot, a year and in all: beyond it the print is wrong. */
const MOST_CARRY_A_YEAR = 0.25;
const MOST_CARRY = 0.02;

/** Median of K + (C − P) / D over traded pairs nearest the spot, weighted by the thinner side's volume. */
export function parityForward(chain: ClosingChain, spot: number, discount: number): number {
  const { strikes, call, put } = chain;
  const nearest = Array.from(strikes.keys())
    .filter((i) => call.volume[i]! > 0 && put.volume[i]! > 0)
    .sort((a, b) => Math.abs(strikes[a]! - spot) - Math.abs(strikes[b]! - spot))
    .slice(0, PARITY_STRIKES)
    .map((i) => ({
      value: strikes[i]! + (call.close[i]! - put.close[i]!) / discount,
      weight: Math.sqrt(Math.min(call.volume[i]!, put.volume[i]!)),
    }))
    .sort((a, b) => a.value - b.value);
  const total = nearest.reduce((sum, each) => sum + each.weight, 0);
  let below = 0;
  for (const { value, weight } of nearest) {
    below += weight;
    if (below >= total / 2) return value;
  }
  return Number.NaN;
}

function isPlausible(forward: number, spot: number, years: number): boolean {
  return Math.abs(forward / spot - 1) <= MOST_CARRY + MOST_CARRY_A_YEAR * years;
}

interface Forward {
  readonly forward: number;
  readonly source: number;
}

/** @param before the last earlier expiry with a forward of its own: over a week a tick of basis is a year's carry */
function forwardOf(
  chain: ClosingChain,
  spot: number,
  rate: number,
  before: { forward: number; years: number } | null,
): Forward {
  if (!(spot > 0)) return { forward: Number.NaN, source: FORWARD_NONE };
  const { futureClose, years } = chain;
  if (futureClose !== null && isPlausible(futureClose, spot, years)) {
    return { forward: futureClose, source: FORWARD_FUTURE };
  }
  const parity = parityForward(chain, spot, Math.exp(-rate * years));
  if (isPlausible(parity, spot, years)) return { forward: parity, source: FORWARD_SYNTHETIC };
  const forward = carryForward(spot, years, before?.forward ?? Number.NaN, before?.years ?? Number.NaN);
  return { forward, source: FORWARD_CARRY };
}

/** Fewer prints than this, or none near the money, do not make a smile. */
const LEAST_PRINTS = 3;
const NEAR_MONEY = 1;

function reachesMoney(prints: readonly Print[], years: number): boolean {
  return prints.some(({ x, iv }) => Math.abs(x) <= NEAR_MONEY * iv * Math.sqrt(years));
}

interface Shape {
  readonly atmIv: number;
  readonly years: number;
  /** ln(K/F) ascending, with volatilities */
  readonly x: readonly number[];
  readonly iv: readonly number[];
}

/** Between two prints, and flat beyond the last. @param at ascending */
function between(at: readonly number[], values: readonly number[], x: number): number {
  const last = at.length - 1;
  if (x <= at[0]!) return values[0]!;
  if (x >= at[last]!) return values[last]!;
  let i = 1;
  while (at[i]! < x) i++;
  const w = (x - at[i - 1]!) / (at[i]! - at[i - 1]!);
  return (1 - w) * values[i - 1]! + w * values[i]!;
}

/** Volatility of a smile at `z` standard deviations from the money, relative to the money's. */
function relativeAt(shape: Shape, z: number): number {
  return between(shape.x, shape.iv, z * shape.atmIv * Math.sqrt(shape.years)) / shape.atmIv;
}

/**
 * Another expiry's smile, in standard deviations, at the level of the few prints there are, from one to the next; without
 * any that make sense beside it, as it is.
 */
function borrow(fit: ChainVolatility, chain: ClosingChain, prints: readonly Print[], shape: Shape): void {
  const deviation = shape.atmIv * Math.sqrt(chain.years);
  const levelOf = ({ x, iv }: Print): number => iv / shape.atmIv / relativeAt(shape, x / deviation);
  const alike = prints.filter((print) => isAlike(levelOf(print)));
  fit.dropped.unlike += prints.length - alike.length;
  fit.solved = alike.length;
  const at = alike.map(({ x }) => x);
  const levels = alike.map(levelOf);
  const moneyAt = (x: number): number => shape.atmIv * (at.length === 0 ? 1 : between(at, levels, x));
  chain.strikes.forEach((strike, i) => {
    const x = Math.log(strike / fit.forward);
    fit.iv[i] = moneyAt(x) * relativeAt(shape, x / deviation);
  });
  fit.atmIv = moneyAt(0);
}

/** A smile of fewer prints is not believed against one of more. */
const SOUND_PRINTS = 6;
/** Ratios of at-the-money volatility between one expiry and the next that closes of a session can have. */
const MOST_RATIO = 1.6;

function isAlike(ratio: number): boolean {
  return ratio <= MOST_RATIO && ratio >= 1 / MOST_RATIO;
}

/** The smile through a chain's own prints, null when they do not make one. */
function ownShape(fit: ChainVolatility, chain: ClosingChain, prints: readonly Print[]): Shape | null {
  if (prints.length < LEAST_PRINTS || !reachesMoney(prints, chain.years)) return null;
  const { strikes, years } = chain;
  const iv = new Float64Array(strikes.length).fill(Number.NaN);
  for (const print of prints) iv[print.row] = print.iv;
  fillSmile(strikes.length, strikes, iv, Number.NaN);
  const atmIv = atmVolatility(
    strikes.length,
    strikes,
    iv,
    fit.forward,
    lowerBound(strikes.length, strikes, fit.forward),
  );
  fit.iv.set(iv);
  fit.atmIv = atmIv;
  return { atmIv, years, x: prints.map((print) => print.x), iv: prints.map((print) => print.iv) };
}

function nearestShape(shapes: readonly (Shape | null)[], years: number): Shape | null {
  let nearest: Shape | null = null;
  for (const shape of shapes) {
    if (shape === null) continue;
    if (nearest === null || distance(shape, years) < distance(nearest, years)) nearest = shape;
  }
  return nearest;
}

/** Expiries are alike when the ratio of their lives is near 1. */
function distance(shape: Shape, years: number): number {
  return Math.abs(Math.log(shape.years / years));
}

/** Every expiry its own smile where its prints make one that its neighbours do not contradict, else a neighbour's. */
function fillSurfaces(
  fits: readonly ChainVolatility[],
  chains: readonly ClosingChain[],
  prints: readonly Print[][],
): void {
  const shapes = fits.map((fit, c) => ownShape(fit, chains[c]!, prints[c]!));
  const sound = shapes.map((shape, c) => (prints[c]!.length >= SOUND_PRINTS ? shape : null));
  fits.forEach((fit, c) => {
    const { years } = chains[c]!;
    if (!(fit.forward > 0) || !(years > 0) || sound[c] !== null) return;
    const own = shapes[c] ?? null;
    const neighbour = nearestShape(sound, years);
    if (own !== null && (neighbour === null || isAlike(own.atmIv / neighbour.atmIv))) return;
    const lender = neighbour ?? nearestShape(shapes, years);
    if (lender !== null) borrow(fit, chains[c]!, prints[c]!, lender);
    else flatten(fit, chains[c]!, prints[c]!);
  });
}

/** With a print or two and no smile anywhere, their level serves all strikes. */
function flatten(fit: ChainVolatility, chain: ClosingChain, prints: readonly Print[]): void {
  if (prints.length === 0) return;
  const level = median(prints.map((print) => print.iv));
  borrow(fit, chain, prints, { atmIv: level, years: chain.years, x: [0], iv: [level] });
}

/**
 * Forwards and smiles of all expiries of an underlying.
 * @param chains by expiry, nearest first
 * @param spot close of the underlying, rupees
 * @param rates annual, continuous, by expiry: what each discount is told at (`closing-discounts.ts`)
 */
export function closingVolatilities(
  chains: readonly ClosingChain[],
  spot: number,
  rates: ArrayLike<number>,
): ChainVolatility[] {
  let before: { forward: number; years: number } | null = null;
  const prints: Print[][] = [];
  const fits = chains.map((chain, c): ChainVolatility => {
    const rate = rates[c]!;
    const { forward, source } = forwardOf(chain, spot, rate, before);
    if (source === FORWARD_FUTURE || source === FORWARD_SYNTHETIC) before = { forward, years: chain.years };
    const dropped = noneDropped();
    const kept = forward > 0 && chain.years > 0 ? soundPrints(chain, { forward, rate }, dropped) : [];
    prints.push(kept);
    return {
      forward,
      forwardSource: source,
      rate,
      atmIv: Number.NaN,
      iv: new Float64Array(chain.strikes.length).fill(Number.NaN),
      solved: kept.length,
      dropped,
    };
  });
  fillSurfaces(fits, chains, prints);
  return fits;
}
