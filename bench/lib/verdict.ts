import type { Ratio } from "./types.ts";

/** `explained` is a missed goal whose reason was measured and written down. */
export type Verdict = "met" | "missed" | "explained" | "no goal";

export function hasGoal({ atLeast, atMost }: Ratio): boolean {
  return atLeast !== undefined || atMost !== undefined;
}

export function isMet({ value, atLeast, atMost }: Ratio): boolean {
  return value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
}

export function verdictOf(entry: Ratio): Verdict {
  if (!hasGoal(entry)) return "no goal";
  if (isMet(entry)) return "met";
  return entry.explain === undefined ? "missed" : "explained";
}

/** "at least 25", "at most 10 ms" */
export function goalText({ atLeast, atMost, unit }: Ratio): string {
  const of = (word: string, value: number | undefined): string[] =>
    value === undefined ? [] : [`${word} ${value}${unit === undefined ? "" : ` ${unit}`}`];
  return [...of("at least", atLeast), ...of("at most", atMost)].join(", ");
}
