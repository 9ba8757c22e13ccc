import type { Difference } from "./api.ts";

const NONE: Difference = { relative: 0, where: "" };

const worse = (a: Difference, b: Difference): Difference => (b.relative > a.relative ? b : a);

/**
 * A figure's difference is a part of the greater of the two, or of this where both are smaller: what rounding leaves of a sum that is
 * zero is no difference. It is 1 where nothing is said (rupees, points, units), less for kinds that are small by nature.
 */
const LEAST_SIZES: Readonly<Record<string, number>> = {
  gamma: 1e-3,
  iv: 1e-2,
  atm_iv: 1e-2,
  pop: 1e-2,
  discount_error: 1e-4,
  percent_diff_from_current_price: 1e-2,
};

/** Instants count from 1970: what they are off by is no part of that. */
const INSTANTS = /^(?:as_of|now|selected_target_datetime|expiry_instant|target_datetime_defaults)$/;

/** What a part of the difference of two figures is taken of. @param where such as `market.expiries.0.iv.12` */
function sizeOf(where: string, a: number, b: number): number {
  const names = where.split(".").filter((each) => !/^\d+$/.test(each));
  if (names.some((each) => INSTANTS.test(each))) return 1;
  return Math.max(LEAST_SIZES[names.at(-1) ?? ""] ?? 1, Math.abs(a), Math.abs(b));
}

/** The greatest difference between two answers, as they are in JSON. */
export function difference(a: unknown, b: unknown, where = ""): Difference {
  if (Object.is(a, b) || a === b) return NONE;
  if (typeof a === "number" && typeof b === "number") {
    const relative = Math.abs(a - b) / sizeOf(where, a, b);
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
