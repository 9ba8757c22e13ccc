/**
 * Least squares over weights that are at least 0 and meet two sums exactly: what a mixture of distributions is fitted by.
 *
 * minimise ½ wᵀGw − gᵀw  subject to  Σ w = 1,  Σ cᵢ wᵢ = 1,  w ≥ 0, with G positive definite, so that there is one answer.
 * A primal active-set method (J. Nocedal, S. Wright, "Numerical Optimization", 2006, algorithm 16.3): from weights that meet the sums, towards the
 * best of those not held at 0, as far as none falls below 0; which is then held; until letting go of none would help.
 */

export interface WeightProblem {
  readonly size: number;
  /** Row by row, `size` wide; both halves are read. */
  readonly quadratic: Float64Array;
  readonly linear: Float64Array;
  /** c of the second sum; not all alike. */
  readonly sum: Float64Array;
}

/**
 * @param weights meeting both sums, none below 0; becomes the answer
 * @returns false where rounding kept it from being found: `weights` are then not the best
 */
type SolveWeights = (problem: WeightProblem, weights: Float64Array) => boolean;

/** A multiplier below this share of what its own weight would cost is rounding. */
const NOTHING = 1e-11;
/** Steps a weight: a problem of ours takes less than one. */
const MOST_STEPS = 8;

/** The returned function keeps its own scratch and allocates nothing. */
export function createWeightSolver(capacity: number): SolveWeights {
  const factor = new Float64Array(capacity * capacity);
  const held = new Uint8Array(capacity);
  /** Of the free weights: which they are, what they should be, and how that follows from the two sums. */
  const places = new Int32Array(capacity);
  const target = new Float64Array(capacity);
  const byOne = new Float64Array(capacity);
  const bySum = new Float64Array(capacity);
  let multiplierOfOne = 0;
  let multiplierOfSum = 0;

  /** Cholesky's factor of G among the free. @returns false where it has none */
  function factorise(count: number, { size, quadratic }: WeightProblem): boolean {
    for (let i = 0; i < count; i++) {
      const row = places[i]! * size;
      const own = i * capacity;
      for (let j = 0; j < i; j++) {
        const other = j * capacity;
        let rest = quadratic[row + places[j]!]!;
        for (let k = 0; k < j; k++) rest -= factor[own + k]! * factor[other + k]!;
        factor[own + j] = rest / factor[other + j]!;
      }
      let rest = quadratic[row + places[i]!]!;
      for (let k = 0; k < i; k++) rest -= factor[own + k]! * factor[own + k]!;
      if (!(rest > 0)) return false;
      factor[own + i] = Math.sqrt(rest);
    }
    return true;
  }

  function substitute(count: number, side: Float64Array): void {
    for (let i = 0; i < count; i++) {
      let rest = side[i]!;
      for (let k = 0; k < i; k++) rest -= factor[i * capacity + k]! * side[k]!;
      side[i] = rest / factor[i * capacity + i]!;
    }
    for (let i = count - 1; i >= 0; i--) {
      let rest = side[i]!;
      for (let k = i + 1; k < count; k++) rest -= factor[k * capacity + i]! * side[k]!;
      side[i] = rest / factor[i * capacity + i]!;
    }
  }

  /** The best of the free weights, whatever their signs, to `target`, and the multipliers of the sums. */
  function aim(count: number, problem: WeightProblem): boolean {
    if (!factorise(count, problem)) return false;
    const { linear, sum } = problem;
    for (let i = 0; i < count; i++) {
      target[i] = linear[places[i]!]!;
      byOne[i] = 1;
      bySum[i] = sum[places[i]!]!;
    }
    substitute(count, target);
    substitute(count, byOne);
    substitute(count, bySum);
    let [one, other, oneOne, oneSum, sumSum] = [1, 1, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      const c = sum[places[i]!]!;
      one -= target[i]!;
      other -= c * target[i]!;
      oneOne += byOne[i]!;
      oneSum += bySum[i]!;
      sumSum += c * bySum[i]!;
    }
    const determinant = oneOne * sumSum - oneSum * oneSum;
    if (!(determinant > 0)) return false;
    multiplierOfOne = (one * sumSum - other * oneSum) / determinant;
    multiplierOfSum = (other * oneOne - one * oneSum) / determinant;
    for (let i = 0; i < count; i++) {
      target[i] = target[i]! + multiplierOfOne * byOne[i]! + multiplierOfSum * bySum[i]!;
    }
    return true;
  }

  /** Goes to the target, or as far as the first weight that falls to 0, and holds that. @returns whether it got there */
  function step(count: number, weights: Float64Array): boolean {
    let share = 1;
    let first = -1;
    for (let i = 0; i < count; i++) {
      const weight = weights[places[i]!]!;
      if (target[i]! >= 0 || weight >= share * (weight - target[i]!)) continue;
      share = weight / (weight - target[i]!);
      first = places[i]!;
    }
    for (let i = 0; i < count; i++) {
      const at = places[i]!;
      weights[at] = Math.max(0, weights[at]! + share * (target[i]! - weights[at]!));
    }
    if (first < 0) return true;
    weights[first] = 0;
    held[first] = 1;
    return false;
  }

  /** The held weight whose growing would help most; -1 none. */
  function worthFreeing(count: number, { size, quadratic, linear, sum }: WeightProblem): number {
    let best = -1;
    let most = NOTHING;
    for (let i = 0; i < size; i++) {
      if (held[i] === 0) continue;
      const row = i * size;
      let gain = linear[i]! + multiplierOfOne + multiplierOfSum * sum[i]!;
      for (let k = 0; k < count; k++) gain -= quadratic[row + places[k]!]! * target[k]!;
      gain /= quadratic[row + i]!;
      if (!(gain > most)) continue;
      most = gain;
      best = i;
    }
    return best;
  }

  return (problem, weights) => {
    const { size } = problem;
    held.fill(0, 0, size);
    for (let steps = 0; steps < MOST_STEPS * size; steps++) {
      let count = 0;
      for (let i = 0; i < size; i++) if (held[i] === 0) places[count++] = i;
      if (!aim(count, problem)) return false;
      if (!step(count, weights)) continue;
      const freed = worthFreeing(count, problem);
      if (freed < 0) return true;
      held[freed] = 0;
    }
    return false;
  };
}
