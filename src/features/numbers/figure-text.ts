import { formatFixed, MINUS, UNKNOWN } from "#domain/format/number.ts";
import type { Measure } from "#workers/validation/api.ts";
import { TEXTS } from "./texts.ts";

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** −15 as it stands above the line. */
function raised(power: number): string {
  const digits = [...String(Math.abs(power))].map((digit) => RAISED[Number(digit)]).join("");
  return power < 0 ? `⁻${digits}` : digits;
}

/** "10⁻¹⁵" */
export const powerText = (power: number): string => `10${raised(power)}`;

/** "3.1 × 10⁻¹⁵", two significant digits. */
export function scientific(value: number): string {
  if (value === 0) return "0";
  const [digits = "", power = "0"] = value.toExponential(1).split("e");
  return `${digits.replace("-", MINUS)} × ${powerText(Number(power))}`;
}

/** An error, or how large one may be, with its unit. */
export function errorText(error: number, unit: Measure["unit"]): string {
  if (unit === "points") return TEXTS.points(formatFixed(error, 3));
  if (unit === "percent") return TEXTS.percent(formatFixed(error, 3));
  return unit === "rupees" && error !== 0 ? TEXTS.rupees(scientific(error)) : scientific(error);
}

const DIGITS = 12;
/** From here on a figure's zeros would hide it. */
const LEAST_PLAIN = 1e-4;
const GREATEST_PLAIN = 1e12;

/** A figure as it was computed, to twelve significant digits: more than any screen of ours shows. */
export function valueText(value: number | string | null): string {
  if (value === null) return UNKNOWN;
  if (typeof value === "string") return value === "" ? TEXTS.nothing : value;
  if (!Number.isFinite(value)) return TEXTS.unlimited;
  const size = Math.abs(value);
  if (value !== 0 && (size < LEAST_PLAIN || size >= GREATEST_PLAIN)) {
    const [digits = "", power = "0"] = value.toExponential(DIGITS - 1).split("e");
    return `${digits.replace(/\.?0+$/, "").replace("-", MINUS)} × ${powerText(Number(power))}`;
  }
  return String(Number(value.toPrecision(DIGITS))).replace("-", MINUS);
}
