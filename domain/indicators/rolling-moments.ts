/**
 * Mean and deviation of the last n values. Nothing is ever subtracted from a sum, so nothing drifts: the window is the end of one
 * block of n values and the beginning of the next, the moments of every end are made once when a block is full, and two
 * parts are joined by the pairwise formula (T. Chan, G. Golub, R. LeVeque, 1979). A value costs the same for any n.
 */

export interface Moments {
  /** NaN while fewer than n values are known. */
  readonly mean: number;
  /** Population deviation (÷ n); NaN as the mean. */
  readonly deviation: number;
}

interface Part {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared distances from the mean. */
  readonly squares: number;
}

const NOTHING: Part = { count: 0, mean: 0, squares: 0 };
const UNKNOWN: Moments = { mean: Number.NaN, deviation: Number.NaN };

const single = (value: number): Part => ({ count: 1, mean: value, squares: 0 });

function join(a: Part, b: Part): Part {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const distance = b.mean - a.mean;
  return {
    count,
    mean: a.mean + distance * (b.count / count),
    squares: a.squares + b.squares + distance * distance * ((a.count * b.count) / count),
  };
}

export class RollingMoments {
  readonly #length: number;
  /** Values of the block that is filling. */
  readonly #block: Float64Array;
  #filled = 0;
  #beginning: Part = NOTHING;
  /** Of the full block before: the moments from each of its places to its end; empty before there is one. */
  #ends: readonly Part[] = [];

  constructor(length: number) {
    this.#length = length;
    this.#block = new Float64Array(length);
  }

  push(value: number): Moments {
    const moments = this.peek(value);
    this.#block[this.#filled++] = value;
    this.#beginning = join(this.#beginning, single(value));
    if (this.#filled === this.#length) this.#startBlock();
    return moments;
  }

  /** What `push` would answer, with nothing taken in. */
  peek(value: number): Moments {
    const beginning = join(this.#beginning, single(value));
    const end = this.#ends[this.#filled + 1] ?? NOTHING;
    const { count, mean, squares } = join(end, beginning);
    return count < this.#length ? UNKNOWN : { mean, deviation: Math.sqrt(squares / count) };
  }

  #startBlock(): void {
    const ends = new Array<Part>(this.#length);
    let end = NOTHING;
    for (let i = this.#length - 1; i >= 0; i--) ends[i] = end = join(single(this.#block[i]!), end);
    this.#ends = ends;
    this.#filled = 0;
    this.#beginning = NOTHING;
  }
}
