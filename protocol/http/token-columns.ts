import { exchangeTokenOf, tokenOf } from "#domain/units/segments.ts";

/**
 * Exchange tokens of a row of strikes as differences: the first listed one as it is, every later listed one less the listed
 * one before it, 0 where nothing is listed. Two listed tokens never differ by 0, so 0 is free to mean "not listed".
 * @param tokens instrument tokens, 0 where not listed
 */
export function encodeTokens(tokens: ArrayLike<number>): number[] {
  const deltas = new Array<number>(tokens.length);
  let before = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? 0;
    if (token === 0) {
      deltas[i] = 0;
      continue;
    }
    const own = exchangeTokenOf(token);
    deltas[i] = own - before;
    before = own;
  }
  return deltas;
}

/** Instrument tokens of a row that `encodeTokens` wrote, 0 where not listed. @param segment a value of SEGMENT */
export function decodeTokens(deltas: readonly number[], segment: number): Uint32Array {
  const tokens = new Uint32Array(deltas.length);
  let own = 0;
  for (let i = 0; i < deltas.length; i++) {
    const delta = deltas[i] ?? 0;
    if (delta === 0) continue;
    own += delta;
    tokens[i] = tokenOf(own, segment);
  }
  return tokens;
}
