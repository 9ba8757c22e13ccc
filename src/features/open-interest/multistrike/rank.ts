/** The contracts that stand out. Pure. */

/** So many lines can still be told apart. */
export const MOST_RANKED = 6;

export interface Candidate {
  readonly tradingsymbol: string;
  /** what it is ranked by, whichever way; NaN is not known */
  readonly figure: number;
}

/** The greatest by size, of the same size in the order given. What is not known, or nothing, ranks nowhere. */
export function ranked(candidates: readonly Candidate[], most: number = MOST_RANKED): string[] {
  return candidates
    .filter(({ figure }) => Math.abs(figure) > 0)
    .sort((a, b) => Math.abs(b.figure) - Math.abs(a.figure))
    .slice(0, most)
    .map(({ tradingsymbol }) => tradingsymbol);
}
