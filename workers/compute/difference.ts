import type { Difference } from "./api.ts";

const NONE: Difference = { relative: 0, where: "" };

const worse = (a: Difference, b: Difference): Difference => (b.relative > a.relative ? b : a);

/**
 * The greatest difference between two answers, as they are in JSON. A figure's is a part of the greater of the two, or of one where
 * both are smaller: what rounding leaves of a sum that is zero is no difference.
 */
export function difference(a: unknown, b: unknown, where = ""): Difference {
  if (Object.is(a, b) || a === b) return NONE;
  if (typeof a === "number" && typeof b === "number") {
    const relative = Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b));
    return { relative: Number.isNaN(relative) ? Infinity : relative, where };
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return { relative: Infinity, where };
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  let worst = NONE;
  for (const name of names) {
    worst = worse(worst, difference(left[name], right[name], where === "" ? name : `${where}.${name}`));
  }
  return worst;
}
