/**
 * Seeded random numbers in independent streams. A stream is named by its keys, not by the order in which streams were
 * made, so leaving out an underlying does not change another's path and a restart finds the same market.
 */
export interface Random {
  /** Uniform in [0, 1), 32 bits. */
  next(): number;
  /** Standard normal (polar method of Marsaglia). */
  normal(): number;
  /** Uniform integer in [0, n). */
  below(n: number): number;
  /** Mean 1. */
  exponential(): number;
  poisson(mean: number): number;
}

/** FNV-1a over a name, for use as a key. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(x: number): number {
  let h = x | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One 32-bit number from a seed and up to three keys. */
export function hashKeys(seed: number, a: number, b = 0, c = 0): number {
  let h = mix(seed ^ 0x9e3779b9);
  h = mix(h ^ Math.imul(a, 0x9e3779b1));
  h = mix((h + Math.imul(b, 0x85ebca77)) | 0);
  return mix((h ^ Math.imul(c, 0xc2b2ae3d)) + 0x27d4eb2f);
}

const TO_UNIT = 1 / 4294967296;

/** Uniform in (0, 1), a pure function of its keys. */
export function uniformOf(seed: number, a: number, b = 0, c = 0): number {
  return (hashKeys(seed, a, b, c) + 0.5) * TO_UNIT;
}

/** Standard normal, a pure function of its keys. */
export function normalOf(seed: number, a: number, b = 0, c = 0): number {
  const u = uniformOf(seed, a, b, c);
  const v = uniformOf(seed ^ 0x5bd1e995, a, b, c);
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}

/** Above this mean a Poisson count is drawn from its normal approximation. */
const POISSON_NORMAL = 30;

/** A stream: xoshiro128** (Blackman and Vigna, 2018), its state drawn from the keys. */
export function createRandom(seed: number, a = 0, b = 0, c = 0): Random {
  let s0 = hashKeys(seed, a, b, c);
  let s1 = hashKeys(seed ^ 0x3c6ef372, a, b, c);
  let s2 = hashKeys(seed ^ 0x78dde6e4, a, b, c);
  let s3 = hashKeys(seed ^ 0x1715609d, a, b, c) | 1;
  let spare = Number.NaN;

  const next = (): number => {
    const x = Math.imul(s1, 5);
    const result = Math.imul((x << 7) | (x >>> 25), 9) >>> 0;
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result * TO_UNIT;
  };

  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    let u: number;
    let v: number;
    let q: number;
    do {
      u = 2 * next() - 1;
      v = 2 * next() - 1;
      q = u * u + v * v;
    } while (q >= 1 || q === 0);
    const scale = Math.sqrt((-2 * Math.log(q)) / q);
    spare = v * scale;
    return u * scale;
  };

  return {
    next,
    normal,
    below: (n) => Math.floor(next() * n),
    exponential: () => -Math.log(1 - next()),
    poisson: (mean) => {
      if (mean > POISSON_NORMAL) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
      const floor = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > floor; product *= next()) count += 1;
      return count;
    },
  };
}
