import { LEAST_RELATIVE_VARIANCE, outOfTheMoney, relativeVariance, type SmileShape } from "./surface.ts";

/** What closes say of an expiry's volatilities, annual fractions. */
interface ClosedSmile {
  /** Rupees. */
  readonly forward: number;
  readonly atmIv: number;
  /** Rupees, ascending. */
  readonly strikes: ArrayLike<number>;
  readonly iv: ArrayLike<number>;
  /** Closes that told them; the rest is drawn between. */
  readonly prints: number;
}

interface SmoothSmile {
  /** √ of total at-the-money variance. */
  readonly deviation: number;
  readonly rho: number;
  readonly shape: SmileShape;
}

/** An expiry of fewer prints is quoted so widely that a butterfly within them is no gift: its closes stand. */
const FEW_PRINTS = 12;
/** What a contract keeps of its own each time it is contradicted, and times after which it keeps nothing. */
const KEPT = 0.75;
const MOST_TIMES = 24;

/**
 * By strike: variance that its close tells over that of the smooth shape through all of them. Closes are not of one minute:
 * where they contradict one another (a spread or a butterfly that costs less than nothing) all three go towards
 * the shape, which has no such thing, until they do not.
 * @param tickSize rupees: a contradiction within it is rounding
 */
export function ownVariances(
  closed: ClosedSmile,
  smooth: SmoothSmile,
  tickSize: number,
): ReadonlyMap<number, number> {
  const { forward, strikes } = closed;
  const count = strikes.length;
  const fitted = new Float64Array(count);
  const own = new Float64Array(count);
  const call = new Float64Array(count);

  function price(i: number): void {
    const strike = strikes[i]!;
    const v = smooth.deviation * Math.sqrt(fitted[i]! * own[i]!);
    call[i] = outOfTheMoney(forward, strike, Math.log(strike / forward), v) + Math.max(0, forward - strike);
  }
  for (let i = 0; i < count; i++) {
    const z = Math.log(strikes[i]! / forward) / smooth.deviation;
    fitted[i] = Math.max(LEAST_RELATIVE_VARIANCE, relativeVariance(smooth.shape, smooth.rho, z));
    own[i] = (closed.iv[i]! / closed.atmIv) ** 2 / fitted[i]!;
    price(i);
  }

  function isContradicted(i: number): boolean {
    const [low, here, high] = [call[i - 1]!, call[i]!, call[i + 1]!];
    const [below, above] = [strikes[i]! - strikes[i - 1]!, strikes[i + 1]! - strikes[i]!];
    // A call falls in strike, never faster than a rupee a rupee, and ever more slowly.
    if (here > low + tickSize || high > here + tickSize) return true;
    if (low - here > below + tickSize || here - high > above + tickSize) return true;
    if (closed.prints < FEW_PRINTS) return false;
    return here - (low * above + high * below) / (below + above) > tickSize;
  }

  for (let round = 0; round < MOST_TIMES; round++) {
    let isSound = true;
    for (let i = 1; i < count - 1; i++) {
      if (!isContradicted(i)) continue;
      isSound = false;
      for (const each of [i - 1, i, i + 1]) {
        own[each] = round === MOST_TIMES - 1 ? 1 : own[each]! ** KEPT;
        price(each);
      }
    }
    if (isSound) break;
  }
  return new Map(Array.from(own, (each, i) => [strikes[i]!, each]));
}

/** Writes them by strike of a chain; strikes that no close tells have what the nearest one has, 1 without any. */
export function layOwn(
  known: ReadonlyMap<number, number> | undefined,
  strikes: ArrayLike<number>,
  own: Float64Array,
): void {
  own.fill(1);
  if (known === undefined || known.size === 0) return;
  const all = [...known];
  for (let i = 0; i < strikes.length; i++) {
    let nearest = all[0]!;
    for (const each of all) {
      if (Math.abs(each[0] - strikes[i]!) < Math.abs(nearest[0] - strikes[i]!)) nearest = each;
    }
    own[i] = nearest[1];
  }
}
