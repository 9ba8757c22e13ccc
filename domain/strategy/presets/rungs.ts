/**
 * Where the legs of a ready-made strategy stand. Its legs name rungs, whole numbers from the middle; this
 * finds the listed strike of each.
 *
 * - The middle is the listed strike nearest the forward (quant.md §7) when a leg stands there, else the
 *   nearest round strike (quant.md §4, ODD_STRIKE), so that no leg of a NIFTY condor stands on a 50. A
 *   strike off the underlying's step, left by a dividend or a split (1,115 among INFY's twenties), is passed
 *   over for a regular one within a step: it is hardly traded.
 * - A rung is so many standard deviations of the expiry, F σ √T with σ the ATM IV, and at least the step
 *   between the strikes there; without an IV it is that step. Of the distances at which every rung is
 *   listed, the nearest by ratio to the wanted one is taken, with a handicap when it is no multiple of the
 *   round step. So wings are of one width.
 * - When no such distance is within a factor of two, every rung takes the listed strike nearest to where it
 *   should stand, but no nearer than the strike after that of the rung before it, and no further than leaves
 *   one for each rung behind it.
 *
 * Either way strikes differ, and their order is that of the rungs.
 */

/** Strikes on either side of the middle whose distances tell the step. */
const NEIGHBOURS = 3;
/** As a logarithm: an uneven distance must be a third nearer to the wanted one to be taken. */
const UNEVEN_HANDICAP = 0.35;
const FURTHEST = Math.log(2) + 1e-9;

interface Ladder {
  /** Listed strikes that every leg could take, ascending, rupees. */
  readonly strikes: readonly number[];
  readonly forward: number;
  /** F σ √T, rupees; NaN = not known. */
  readonly standardDeviation: number;
  /** Rupees between the underlying's strikes near the money; 0 = not known. */
  readonly strikeStep: number;
  /** Of round strikes; 0 = every listed strike is a round one. */
  readonly roundStep: number;
}

/** Index of the strike nearest a level, of two as near the lower; -1 of none. */
function nearestIndex(strikes: readonly number[], level: number): number {
  let best = -1;
  for (let i = 0; i < strikes.length; i++) {
    if (best < 0 || Math.abs(strikes[i]! - level) < Math.abs(strikes[best]! - level)) best = i;
  }
  return best;
}

function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** The usual distance between the strikes around one; NaN with fewer than two. */
function stepAround(strikes: readonly number[], middle: number): number {
  const gaps: number[] = [];
  const from = Math.max(1, middle - NEIGHBOURS + 1);
  for (let i = from; i < strikes.length && i <= middle + NEIGHBOURS; i++) {
    gaps.push(strikes[i]! - strikes[i - 1]!);
  }
  gaps.sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? Number.NaN;
}

function middleOf({ strikes, forward, strikeStep, roundStep }: Ladder, isHeld: boolean): number {
  const any = nearestIndex(strikes, forward);
  const step = !isHeld && roundStep > 0 ? roundStep : strikeStep;
  if (!(step > 0)) return any;
  const regular = strikes.filter((strike) => isMultiple(strike, step));
  const best = regular[nearestIndex(regular, forward)];
  const isNear = best !== undefined && Math.abs(best - strikes[any]!) <= step;
  return isNear ? strikes.indexOf(best) : any;
}

/** Strikes compare as whole hundredths of a paisa: sums of fractional ones are not exact. */
function keyOf(strike: number): number {
  return Math.round(strike * 1e4);
}

/** Strikes of the rungs at one common distance. */
function evenly(
  { strikes, strikeStep, roundStep }: Ladder,
  middle: number,
  rungs: readonly number[],
  wanted: number,
): ReadonlyMap<number, number> | null {
  const listed = new Map(strikes.map((strike) => [keyOf(strike), strike]));
  const centre = strikes[middle]!;
  const outermost = Math.max(...rungs.map(Math.abs));
  const evenStep = roundStep > 0 ? roundStep : strikeStep;
  let least = FURTHEST + UNEVEN_HANDICAP;
  let best: Map<number, number> | null = null;
  for (const strike of strikes) {
    const distance = Math.abs(strike - centre) / outermost;
    const ratio = Math.abs(Math.log(distance / wanted));
    if (!(ratio <= FURTHEST)) continue;
    const isUneven = evenStep > 0 && !isMultiple(distance, evenStep);
    const cost = ratio + (isUneven ? UNEVEN_HANDICAP : 0);
    if (cost >= least) continue;
    const places = new Map<number, number>();
    for (const rung of rungs) {
      const place = listed.get(keyOf(centre + rung * distance));
      if (place !== undefined) places.set(rung, place);
    }
    if (places.size < rungs.length) continue;
    least = cost;
    best = places;
  }
  return best;
}

/** The nearest listed strike to each rung of one side, in order; false when there are too few. */
function snap(
  strikes: readonly number[],
  middle: number,
  outwards: readonly number[],
  distance: number,
  places: Map<number, number>,
): boolean {
  const side = outwards[0]! > 0 ? 1 : -1;
  let last = middle;
  for (const [n, rung] of outwards.entries()) {
    const left = outwards.length - 1 - n;
    const least = last + side;
    const most = side > 0 ? strikes.length - 1 - left : left;
    if (side * (most - least) < 0) return false;
    const nearest = nearestIndex(strikes, strikes[middle]! + rung * distance);
    last = side > 0 ? Math.min(most, Math.max(least, nearest)) : Math.max(most, Math.min(least, nearest));
    places.set(rung, strikes[last]!);
  }
  return true;
}

/**
 * The strike of each rung.
 * @param rungs in any order, each once or more
 * @param rungSd standard deviations from one rung to the next
 * @returns null when there are fewer strikes than rungs on one side
 */
export function rungStrikes(
  ladder: Ladder,
  rungs: Iterable<number>,
  rungSd: number,
): ReadonlyMap<number, number> | null {
  const { strikes, standardDeviation } = ladder;
  if (strikes.length === 0) return null;
  const distinct = [...new Set(rungs)];
  const middle = middleOf(ladder, distinct.includes(0));
  if (distinct.every((rung) => rung === 0)) return new Map([[0, strikes[middle]!]]);
  const step = stepAround(strikes, middle);
  const wanted = rungSd * standardDeviation > step ? rungSd * standardDeviation : step;
  const even = evenly(ladder, middle, distinct, wanted);
  if (even !== null) return even;

  const places = new Map([[0, strikes[middle]!]]);
  for (const side of [1, -1]) {
    const outwards = distinct.filter((rung) => rung * side > 0).sort((a, b) => side * (a - b));
    if (outwards.length > 0 && !snap(strikes, middle, outwards, wanted, places)) return null;
  }
  return places;
}
