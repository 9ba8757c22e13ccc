/**
 * Volatilities from an end of day (quant.md §3, §6, §7). Over half of the contracts did not trade and carry an old close,
 * and what traded did not trade at once. So only traded closes speak, from the out-of-the-money side where it traded; a
 * print that no arbitrage-free chain could hold, or that its neighbours contradict, is dropped; the smile through the
 * rest serves every strike.
 */

import { FORWARD_CARRY, FORWARD_FUTURE, FORWARD_NONE, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { carryForward, lowerBound } from "#domain/pricing/forward.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { atmVolatility, fillSmile } from "#domain/pricing/smile.ts";

/** One side of an expiry at the close: rupees and lots by strike, NaN and 0 where not listed. */
interface ClosingSide {
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

export interface ClosingChain {
  /** Rupees, ascending. */
  readonly strikes: Float64Array;
  readonly call: ClosingSide;
  readonly put: ClosingSide;
  /** Of the same expiry; null when there is none or it did not trade. */
  readonly futureClose: number | null;
  readonly years: number;
  readonly tickSize: number;
}

export interface ChainVolatility {
  /** Rupees; NaN unknown. */
  forward: number;
  forwardSource: number;
  /** Fraction; NaN when nothing says. */
  atmIv: number;
  /** By strike; filled everywhere or nowhere. */
  readonly iv: Float64Array;
  /** Strikes whose own print was kept. */
  solved: number;
  /** Prints dropped as stale or noise. */
  dropped: number;
}

/** Strikes that vote on the parity forward: more than live (quant.md §3), for closes are noisier than quotes. */
const PARITY_STRIKES = 9;
/** No expiry's forward is this far from spot, a year and in all: beyond it the print is wrong. */
const MOST_CARRY_A_YEAR = 0.25;
const MOST_CARRY = 0.02;

/** Median of K + C − P over traded pairs nearest the spot, weighted by the thinner side's volume. */
export function parityForward(chain: ClosingChain, spot: number): number {
  const { strikes, call, put } = chain;
  const nearest = Array.from(strikes.keys())
    .filter((i) => call.volume[i]! > 0 && put.volume[i]! > 0)
    .sort((a, b) => Math.abs(strikes[a]! - spot) - Math.abs(strikes[b]! - spot))
    .slice(0, PARITY_STRIKES)
    .map((i) => ({
      value: strikes[i]! + call.close[i]! - put.close[i]!,
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
  before: { forward: number; years: number } | null,
): Forward {
  if (!(spot > 0)) return { forward: Number.NaN, source: FORWARD_NONE };
  const { futureClose, years } = chain;
  if (futureClose !== null && isPlausible(futureClose, spot, years)) {
    return { forward: futureClose, source: FORWARD_FUTURE };
  }
  const parity = parityForward(chain, spot);
  if (isPlausible(parity, spot, years)) return { forward: parity, source: FORWARD_SYNTHETIC };
  const forward = carryForward(spot, years, before?.forward ?? Number.NaN, before?.years ?? Number.NaN);
  return { forward, source: FORWARD_CARRY };
}

/** A traded price on the out-of-the-money side. */
interface Print {
  readonly row: number;
  /** ln(K/F) */
  readonly x: number;
  readonly price: number;
  readonly volume: number;
  readonly iv: number;
}

function printAt(chain: ClosingChain, row: number, forward: number): Print | null {
  const { strikes, call, put, years, tickSize } = chain;
  const strike = strikes[row]!;
  const isCall = strike >= forward;
  const [own, other] = isCall ? [call, put] : [put, call];
  let price = own.close[row]!;
  let volume = own.volume[row]!;
  if (!(volume > 0)) {
    // The other side by parity, unless what is left of it is within a tick: then it says nothing (quant.md §6).
    price = other.close[row]! - Math.abs(forward - strike);
    volume = other.volume[row]!;
    if (!(volume > 0) || !(price >= tickSize)) return null;
  }
  const iv = impliedVolatility(price, forward, strike, years, isCall);
  return Number.isNaN(iv) ? null : { row, x: Math.log(strike / forward), price, volume, iv };
}

/**
 * Away from the money an option cannot cost more: of two neighbours that say so, the less traded one goes.
 * @param wing prints of one side, from the money outwards
 */
function withoutArbitrage(wing: readonly Print[], tickSize: number): Print[] {
  const kept: Print[] = [];
  for (const print of wing) {
    let isKept = true;
    while (kept.length > 0 && print.price > kept[kept.length - 1]!.price + tickSize / 2) {
      if (print.volume <= kept[kept.length - 1]!.volume) {
        isKept = false;
        break;
      }
      kept.pop();
    }
    if (isKept) kept.push(print);
  }
  return kept;
}

/** A print may differ from the line through its neighbours by this many times the chain's usual difference … */
const OUTLIER_SPREADS = 4;
/** … and by so much of its volatility, whatever else. */
const LEAST_OUTLIER = 0.015;
/** Neighbours on either side that say what a strike's volatility should be. */
const NEIGHBOURS = 3;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : 0.5 * (sorted[middle - 1]! + sorted[middle]!);
}

/** Volatility at a print from a line through its neighbours, heavier where more was traded. */
function expected(prints: readonly Print[], at: number): number {
  const x0 = prints[at]!.x;
  let sw = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let sxy = 0;
  const from = Math.max(0, Math.min(at - NEIGHBOURS, prints.length - 1 - 2 * NEIGHBOURS));
  const to = Math.min(prints.length - 1, Math.max(at + NEIGHBOURS, 2 * NEIGHBOURS));
  for (let i = from; i <= to; i++) {
    if (i === at) continue;
    const { x, iv, volume } = prints[i]!;
    const weight = Math.log1p(volume) / (1 + Math.abs(i - at));
    const dx = x - x0;
    sw += weight;
    sx += weight * dx;
    sy += weight * iv;
    sxx += weight * dx * dx;
    sxy += weight * dx * iv;
  }
  const determinant = sw * sxx - sx * sx;
  return determinant > 1e-12 * sw * sxx ? (sy * sxx - sx * sxy) / determinant : sy / sw;
}

/** Half a tick of price in volatility: no print is more exact. */
function tickError(print: Print, chain: ClosingChain, forward: number): number {
  const strike = chain.strikes[print.row]!;
  const type = strike >= forward ? "CE" : "PE";
  const bumped = blackPrice(type, forward, strike, chain.years, print.iv * 1.01, 0);
  const perPrice = (0.01 * print.iv) / (bumped - print.price);
  return perPrice > 0 && Number.isFinite(perPrice) ? (chain.tickSize / 2) * perPrice : 0;
}

/** Leaves out, worst first, the prints that their neighbours contradict. */
function withoutOutliers(all: readonly Print[], chain: ClosingChain, forward: number): Print[] {
  const prints = [...all];
  const most = Math.floor(all.length / 3);
  while (prints.length >= 5 && all.length - prints.length < most) {
    const misses = prints.map((print, i) => Math.abs(print.iv - expected(prints, i)));
    const usual = median(misses);
    let worst = -1;
    let excess = 1;
    prints.forEach((print, i) => {
      const allowed =
        OUTLIER_SPREADS * usual + LEAST_OUTLIER * print.iv + 2 * tickError(print, chain, forward);
      if (misses[i]! > excess * allowed) {
        worst = i;
        excess = misses[i]! / allowed;
      }
    });
    if (worst < 0) break;
    prints.splice(worst, 1);
  }
  return prints;
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

/** Volatility of a smile at `z` standard deviations from the money, relative to the money's. */
function relativeAt(shape: Shape, z: number): number {
  const x = z * shape.atmIv * Math.sqrt(shape.years);
  const { x: xs, iv } = shape;
  const last = xs.length - 1;
  if (x <= xs[0]!) return iv[0]! / shape.atmIv;
  if (x >= xs[last]!) return iv[last]! / shape.atmIv;
  let i = 1;
  while (xs[i]! < x) i++;
  const w = (x - xs[i - 1]!) / (xs[i]! - xs[i - 1]!);
  return ((1 - w) * iv[i - 1]! + w * iv[i]!) / shape.atmIv;
}

/**
 * Another expiry's smile, in standard deviations, at the level of the few prints there are; without any that make sense
 * beside it, as it is.
 */
function borrow(fit: ChainVolatility, chain: ClosingChain, prints: readonly Print[], shape: Shape): void {
  const deviation = shape.atmIv * Math.sqrt(chain.years);
  const levels = prints
    .map(({ x, iv }) => iv / shape.atmIv / relativeAt(shape, x / deviation))
    .filter(isAlike);
  const level = levels.length === 0 ? 1 : median(levels);
  fit.dropped += prints.length - levels.length;
  fit.solved = 0;
  chain.strikes.forEach((strike, i) => {
    fit.iv[i] = level * shape.atmIv * relativeAt(shape, Math.log(strike / fit.forward) / deviation);
  });
  fit.atmIv = level * shape.atmIv;
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
    else flatten(fit, prints[c]!);
  });
}

/** With a print or two and no smile anywhere, their level serves all strikes. */
function flatten(fit: ChainVolatility, prints: readonly Print[]): void {
  if (prints.length === 0) return;
  fit.atmIv = median(prints.map((print) => print.iv));
  fit.iv.fill(fit.atmIv);
}

/**
 * Forwards and smiles of all expiries of an underlying.
 * @param chains by expiry, nearest first
 * @param spot close of the underlying, rupees
 */
export function closingVolatilities(chains: readonly ClosingChain[], spot: number): ChainVolatility[] {
  let before: { forward: number; years: number } | null = null;
  const prints: Print[][] = [];
  const fits = chains.map((chain): ChainVolatility => {
    const count = chain.strikes.length;
    const { forward, source } = forwardOf(chain, spot, before);
    if (source === FORWARD_FUTURE || source === FORWARD_SYNTHETIC) before = { forward, years: chain.years };
    const fit: ChainVolatility = {
      forward,
      forwardSource: source,
      atmIv: Number.NaN,
      iv: new Float64Array(count).fill(Number.NaN),
      solved: 0,
      dropped: 0,
    };
    const found: Print[] = [];
    if (forward > 0 && chain.years > 0) {
      for (let row = 0; row < count; row++) {
        const print = printAt(chain, row, forward);
        if (print !== null) found.push(print);
      }
    }
    const middle = found.findIndex((print) => print.x >= 0);
    const split = middle < 0 ? found.length : middle;
    const puts = withoutArbitrage(found.slice(0, split).reverse(), chain.tickSize).reverse();
    const calls = withoutArbitrage(found.slice(split), chain.tickSize);
    const kept = withoutOutliers([...puts, ...calls], chain, forward);
    fit.solved = kept.length;
    fit.dropped = found.length - kept.length;
    prints.push(kept);
    return fit;
  });
  fillSurfaces(fits, chains, prints);
  return fits;
}
