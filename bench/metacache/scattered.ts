import type { Instrument } from "#domain/instruments/types.ts";

/** Exchange tokens are dealt from this many. */
const TOKENS = 2 ** 21;

/** xorshift32 */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** The contracts with tokens dealt at random, each once: our market deals them in a row, no exchange does. */
export function scattered(instruments: readonly Instrument[]): Instrument[] {
  const random = createRandom(1);
  const taken = new Set(instruments.filter(({ expiry }) => expiry === null).map(({ token }) => token));
  return instruments.map((each) => {
    if (each.expiry === null) return each;
    for (;;) {
      const token = (1 + (random() % (TOKENS - 1))) * 256 + (each.token & 0xff);
      if (taken.has(token)) continue;
      taken.add(token);
      return { ...each, token };
    }
  });
}
