import type { Ratio } from "./types.ts";

/** `explained` is a missed goal whose reason was measured and written down; `void` was measured in vain. */
export type Verdict = "met" | "missed" | "explained" | "void" | "no goal";

export function hasGoal({ atLeast, atMost }: Ratio): boolean {
  return atLeast !== undefined || atMost !== undefined;
}

export function isMet({ value, atLeast, atMost }: Ratio): boolean {
  return value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
}

export function verdictOf(entry: Ratio): Verdict {
  if (!hasGoal(entry)) return "no goal";
  if (entry.voidBecause !== undefined) return "void";
  if (isMet(entry)) return "met";
  return entry.explain === undefined ? "missed" : "explained";
}

/** The reason of a verdict that needs one, else nothing. */
export function reasonOf(entry: Ratio): string | null {
  const verdict = verdictOf(entry);
  if (verdict === "void") return entry.voidBecause ?? null;
  return verdict === "explained" ? (entry.explain ?? null) : null;
}

const BELOW_ZERO = "a difference of two measurements that came out below zero: it is less than their noise";

/** A cost that is the difference of two measurements: below zero it says nothing. */
export function difference(entry: Ratio): Ratio {
  return entry.value < 0 && entry.voidBecause === undefined ? { ...entry, voidBecause: BELOW_ZERO } : entry;
}

/** "at least 25", "at most 10 ms" */
export function goalText({ atLeast, atMost, unit }: Ratio): string {
  const of = (word: string, value: number | undefined): string[] =>
    value === undefined ? [] : [`${word} ${value}${unit === undefined ? "" : ` ${unit}`}`];
  return [...of("at least", atLeast), ...of("at most", atMost)].join(", ");
}
