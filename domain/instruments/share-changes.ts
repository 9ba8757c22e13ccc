import type { IsoDate } from "../units/iso-date.ts";

/** A bonus or a split of a share: from its ex-date on, what was one share is `shares` of them. */
export interface ShareChange {
  /** ex-date: the first on which prices are of the new shares */
  readonly date: IsoDate;
  /** above 0; 2 of a bonus of 1:1, and of a split from Rs 10 to Rs 5 */
  readonly shares: number;
  /** the words it was read out of */
  readonly source: string;
}

/** "Bonus 2:1": two new shares for each one held. Bonus preference shares of a scheme change no share. */
const BONUS = /(?:^|[/&;])\s*bonus\s+(?:issue\s+)?(\d+)\s*:\s*(\d+)/gi;
/** "Face Value Split (Sub-Division) - From Rs 10/- Per Share To Re 1/- Per Share" */
const SPLIT =
  /(?:\bsplit\b|sub-?division)[^/&;]*?\bfrom\s+r[se]\.?\s*(\d+(?:\.\d+)?)(?:\s*\/-)?(?:\s+per\s+share)?\s+to\s+r[se]\.?\s*(\d+(?:\.\d+)?)/gi;

function product(text: string, pattern: RegExp, of: (a: number, b: number) => number): number | null {
  let shares: number | null = null;
  for (const [, a, b] of text.matchAll(pattern)) {
    const factor = of(Number(a), Number(b));
    if (Number.isFinite(factor) && factor > 0) shares = (shares ?? 1) * factor;
  }
  return shares;
}

/**
 * What becomes of a share, by the words of NSE's corporate actions (`PURPOSE`).
 * @returns null where they do not say it in a form that is known
 */
export function sharesAfter(type: "bonus" | "stock_split", purpose: string): number | null {
  return type === "bonus"
    ? product(purpose, BONUS, (fresh, held) => (fresh + held) / held)
    : product(purpose, SPLIT, (before, after) => before / after);
}
