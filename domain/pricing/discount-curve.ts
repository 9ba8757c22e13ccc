/**
 * The interest of all expiries of an underlying, of what the put-call pairs of each of them say (quant.md §3). Every
 * expiry is a witness of a rate with a standard error; a rate is their mean, weighted by how well and how near to it they
 * know. Nothing here is switched on or off by a threshold that a day's trade may cross: evidence fades in and out.
 */

import type { FittedDiscount } from "./discount.ts";
import { entryWeight, smoothStep } from "./discount-entry.ts";
import {
  DISCOUNT_BORROWED,
  DISCOUNT_NONE,
  DISCOUNT_OWN_CURVE,
  DISCOUNT_OWN_PAIRS,
  type DiscountSource,
} from "./discount-origin.ts";

/** A year. Money is never cheaper than free in India, and what costs more than this is a bad price. */
export const MOST_RATE = 0.15;
/** Standard deviation of the difference between the rates of two expiries, a unit of the logarithm of their lives' ratio. */
const DRIFT = 0.02;
/** The same between a borrower and its lender. */
const BETWEEN_UNDERLYINGS = 0.01;
/** A witness so many of its errors, with this spread added, from the middle is half disbelieved. */
const SPREAD = 0.02;
const HALF_BELIEVED = 2;
/** Error of the best known rate up to which an underlying's rates are told in full, and from which not at all. */
const KNOWN = 0.02;
const UNKNOWN = 0.04;
/** No pairs know a rate better than this: keeps weights finite. */
const LEAST_VARIANCE = 1e-12;

/** What is told of one expiry. */
export interface ToldDiscount {
  /** A year, continuous, so that D = e^(−rate × years); 0 where nothing is known. */
  rate: number;
  /** One standard error of D; NaN where nothing is known. */
  error: number;
  source: DiscountSource;
}

/** A rate a year with its variance; Infinity where nothing is known. */
interface Level {
  rate: number;
  variance: number;
}

export interface DiscountCurve {
  /** Takes note of what an expiry's own pairs say. @param expiry its place, near to far */
  witness(expiry: number, years: number, own: Readonly<FittedDiscount>): void;
  /** Weighs the witnesses. @param lender a curve that has none itself, or null */
  weigh(lender: DiscountCurve | null): void;
  /** All expiries anew. @param years by expiry, ascending; what is over is not told */
  fit(count: number, years: ArrayLike<number>): void;
  /** What the last fit says of an expiry; its own until the next call. */
  at(expiry: number): Readonly<ToldDiscount>;
  /** Rate for any life as the weighed witnesses know it, before order and entry; its own until the next call. */
  levelAt(years: number): Readonly<Level>;
  /** As of the last fit, a rate is known at all. */
  readonly isKnown: boolean;
}

/** @param capacity expiries of the underlying. Allocates here and never again. */
export function createDiscountCurve(capacity: number): DiscountCurve {
  const lives = new Float64Array(capacity);
  const rates = new Float64Array(capacity);
  const variances = new Float64Array(capacity).fill(Infinity);
  /** Variances once witnesses are weighed; Infinity for none. */
  const weighed = new Float64Array(capacity).fill(Infinity);
  const logs = new Float64Array(capacity);
  const order = new Int32Array(capacity);
  /** Of the last fit: accumulated interest −ln D by expiry, its variance, and in blocks of equal ones. */
  const interest = new Float64Array(capacity);
  const spreads = new Float64Array(capacity);
  const sources = new Uint8Array(capacity);
  const told = new Float64Array(capacity);
  const blockValue = new Float64Array(capacity);
  const blockWeight = new Float64Array(capacity);
  const blockSize = new Int32Array(capacity);
  const answer: ToldDiscount = { rate: 0, error: Number.NaN, source: DISCOUNT_NONE };
  const level: Level = { rate: 0, variance: Infinity };
  let lender: DiscountCurve | null = null;
  let best = Infinity;

  /** The middle of the rates by weight, between two where the half falls between them; NaN without any. */
  function middleRate(): number {
    let found = 0;
    let total = 0;
    for (let i = 0; i < capacity; i++) {
      if (variances[i] === Infinity) continue;
      let at = found++;
      for (; at > 0 && rates[order[at - 1]!]! > rates[i]!; at--) order[at] = order[at - 1]!;
      order[at] = i;
      total += 1 / (variances[i]! + SPREAD * SPREAD);
    }
    let [below, before, rate] = [0, 0, Number.NaN];
    for (let at = 0; at < found; at++) {
      const weight = 1 / (variances[order[at]!]! + SPREAD * SPREAD);
      const middle = below + 0.5 * weight;
      const own = rates[order[at]!]!;
      if (middle >= 0.5 * total)
        return at === 0 ? own : rate + ((own - rate) * (0.5 * total - before)) / (middle - before);
      below += weight;
      before = middle;
      rate = own;
    }
    return rate;
  }

  function levelAt(years: number): Readonly<Level> {
    const log = Math.log(years);
    let weight = 0;
    let sum = 0;
    for (let i = 0; i < capacity; i++) {
      if (weighed[i] === Infinity) continue;
      const each = 1 / (weighed[i]! + DRIFT * DRIFT * Math.abs(log - logs[i]!));
      weight += each;
      sum += each * rates[i]!;
    }
    level.rate = weight > 0 ? Math.min(MOST_RATE, Math.max(0, sum / weight)) : 0;
    level.variance = 1 / weight;
    return level;
  }

  /** Rate and variance of an expiry to `interest` and `spreads`, and who said most of it. */
  function tell(expiry: number, years: number): void {
    const { rate, variance } = levelAt(years);
    let weight = 1 / variance;
    let sum = rate * weight;
    // What the expiry's own pairs weigh, where their life is the one that is asked for.
    const own = 1 / weighed[expiry]!;
    let source: DiscountSource = own >= 0.5 * weight ? DISCOUNT_OWN_PAIRS : DISCOUNT_OWN_CURVE;
    if (lender !== null) {
      const lent = lender.levelAt(years);
      const each = 1 / (lent.variance + BETWEEN_UNDERLYINGS * BETWEEN_UNDERLYINGS);
      if (each > weight) source = DISCOUNT_BORROWED;
      weight += each;
      sum += lent.rate * each;
    }
    interest[expiry] = weight > 0 ? (sum / weight) * years : 0;
    spreads[expiry] = Math.sqrt(1 / weight);
    sources[expiry] = source;
    if (spreads[expiry]! < best) best = spreads[expiry]!;
  }

  /** D never rises in time: neighbours that say so get their mean (M. Ayer et al., 1955). */
  function raiseInTime(from: number, count: number): void {
    let blocks = 0;
    for (let i = from; i < count; i++) {
      const deviation = spreads[i]! * told[i]!;
      let value = interest[i]!;
      let weight = 1 / (deviation * deviation);
      let size = 1;
      while (blocks > 0 && blockValue[blocks - 1]! > value) {
        blocks--;
        const total = weight + blockWeight[blocks]!;
        value = (value * weight + blockValue[blocks]! * blockWeight[blocks]!) / total;
        weight = total;
        size += blockSize[blocks]!;
      }
      blockValue[blocks] = value;
      blockWeight[blocks] = weight;
      blockSize[blocks++] = size;
    }
    let i = from;
    for (let block = 0; block < blocks; block++)
      for (let each = 0; each < blockSize[block]!; each++) interest[i++] = blockValue[block]!;
  }

  return {
    witness(expiry, years, own) {
      const { discount, error } = own;
      const weight = entryWeight(years);
      variances[expiry] = weighed[expiry] = Infinity;
      if (!(weight > 0) || !(error > 0)) return;
      if (discount > 1 + 2 * error || discount < Math.exp(-MOST_RATE * years) - 2 * error) return;
      lives[expiry] = years;
      logs[expiry] = Math.log(years);
      rates[expiry] = -Math.log(discount) / years;
      const deviation = error / (discount * years);
      variances[expiry] = Math.max(LEAST_VARIANCE, (deviation * deviation) / weight);
    },
    weigh(from) {
      lender = from;
      const middle = from === null ? middleRate() : Number.NaN;
      for (let i = 0; i < capacity; i++) {
        weighed[i] = variances[i]!;
        if (variances[i] === Infinity) continue;
        const centre = from === null ? middle : from.levelAt(lives[i]!).rate;
        const away = (rates[i]! - centre) ** 2;
        const far = (away / (variances[i]! + SPREAD * SPREAD)) ** 2;
        weighed[i] = variances[i]! + (away * far) / (far + HALF_BELIEVED ** 4);
      }
    },
    fit(count, years) {
      best = Infinity;
      let from = count;
      for (let i = count - 1; i >= 0 && years[i]! > 0; i--) {
        told[i] = years[i]!;
        tell(i, years[i]!);
        from = i;
      }
      for (let i = 0; i < from; i++) told[i] = 0;
      raiseInTime(from, count);
    },
    at(expiry) {
      const years = told[expiry]!;
      const weight = entryWeight(years) * (1 - smoothStep((best - KNOWN) / (UNKNOWN - KNOWN)));
      if (!(weight > 0)) {
        answer.rate = 0;
        answer.error = Number.NaN;
        answer.source = DISCOUNT_NONE;
        return answer;
      }
      const total = weight * interest[expiry]!;
      answer.rate = total / years;
      answer.error = weight * years * spreads[expiry]! * Math.exp(-total);
      answer.source = sources[expiry]! as DiscountSource;
      return answer;
    },
    levelAt,
    get isKnown() {
      return best < UNKNOWN;
    },
  };
}
