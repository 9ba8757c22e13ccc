/** The traded closes of an expiry that say a volatility, and what is left out of them (quant.md §6). */

import { blackPrice } from "#domain/pricing/black76.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";

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

/** A traded price on the out-of-the-money side. */
export interface Print {
  readonly row: number;
  /** ln(K/F) */
  readonly x: number;
  /** Rupees, of the out-of-the-money side. */
  readonly price: number;
  readonly volume: number;
  readonly iv: number;
}

/** Traded closes that do not speak for themselves, by the reason. */
export interface DroppedPrints {
  /** Only the side in the money traded, and less than a tick of time is left of it. */
  worthless: number;
  /** No volatility makes it, be it above every bound or nothing. */
  impossible: number;
  /** Dearer than its neighbour nearer the money. */
  dearer: number;
  /** Off the line through its neighbours. */
  outlying: number;
  /** Of a level that no other expiry's smile allows. */
  unlike: number;
}

export const noneDropped = (): DroppedPrints => ({
  worthless: 0,
  impossible: 0,
  dearer: 0,
  outlying: 0,
  unlike: 0,
});

/** What an expiry's prints are read at. */
export interface PrintTerms {
  /** Rupees. */
  readonly forward: number;
  /** Annual, continuous. */
  readonly rate: number;
}

function printAt(
  chain: ClosingChain,
  row: number,
  { forward, rate }: PrintTerms,
  dropped: DroppedPrints,
): Print | null {
  const { strikes, call, put, years, tickSize } = chain;
  const discount = Math.exp(-rate * years);
  const strike = strikes[row]!;
  const isCall = strike >= forward;
  const [own, other] = isCall ? [call, put] : [put, call];
  let price = own.close[row]!;
  let volume = own.volume[row]!;
  if (!(volume > 0)) {
    // The other side by parity, unless what is left of it is within a tick: then it says nothing (quant.md §6).
    price = other.close[row]! - discount * Math.abs(forward - strike);
    volume = other.volume[row]!;
    if (!(volume > 0)) return null;
    if (!(price >= tickSize)) {
      dropped.worthless += 1;
      return null;
    }
  }
  const iv = impliedVolatility(price / discount, forward, strike, years, isCall);
  if (Number.isNaN(iv)) {
    dropped.impossible += 1;
    return null;
  }
  return { row, x: Math.log(strike / forward), price, volume, iv };
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

export function median(values: readonly number[]): number {
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
function tickError(print: Print, chain: ClosingChain, { forward, rate }: PrintTerms): number {
  const strike = chain.strikes[print.row]!;
  const type = strike >= forward ? "CE" : "PE";
  const bumped = blackPrice(type, forward, strike, chain.years, print.iv * 1.01, rate);
  const perPrice = (0.01 * print.iv) / (bumped - print.price);
  return perPrice > 0 && Number.isFinite(perPrice) ? (chain.tickSize / 2) * perPrice : 0;
}

/** Leaves out, worst first, the prints that their neighbours contradict. */
function withoutOutliers(all: readonly Print[], chain: ClosingChain, terms: PrintTerms): Print[] {
  const prints = [...all];
  const most = Math.floor(all.length / 3);
  while (prints.length >= 5 && all.length - prints.length < most) {
    const misses = prints.map((print, i) => Math.abs(print.iv - expected(prints, i)));
    const usual = median(misses);
    let worst = -1;
    let excess = 1;
    prints.forEach((print, i) => {
      const allowed = OUTLIER_SPREADS * usual + LEAST_OUTLIER * print.iv + 2 * tickError(print, chain, terms);
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

/** The prints of an expiry that its other prints bear out, by strike; what is left out is counted. */
export function soundPrints(chain: ClosingChain, terms: PrintTerms, dropped: DroppedPrints): Print[] {
  const found: Print[] = [];
  for (let row = 0; row < chain.strikes.length; row++) {
    const print = printAt(chain, row, terms, dropped);
    if (print !== null) found.push(print);
  }
  const middle = found.findIndex((print) => print.x >= 0);
  const split = middle < 0 ? found.length : middle;
  const puts = withoutArbitrage(found.slice(0, split).reverse(), chain.tickSize).reverse();
  const calls = withoutArbitrage(found.slice(split), chain.tickSize);
  dropped.dearer += found.length - puts.length - calls.length;
  const kept = withoutOutliers([...puts, ...calls], chain, terms);
  dropped.outlying += puts.length + calls.length - kept.length;
  return kept;
}
