/**
 * What of a run is held against the baseline: ratios; absolute figures that are the product's own more than the machine's, which
 * are sizes, counts and frames; times of the slow laptop as multiples of the loop that calibrates it. Other times belong to a machine.
 */
import type { Better, Ratio, Table } from "./types.ts";

interface Rule {
  readonly better: Better;
  /** share by which it may be worse than the baseline */
  readonly tolerance: number;
  /** a difference of no more than this is no difference, in the unit */
  readonly least: number;
  /** The same in short rounds as in long ones. */
  readonly isExact: boolean;
}

/** Ratios within one run differ by about 15 % from run to run on a busy machine. */
const DEFAULT_TOLERANCE = 0.25;
/** No bench may ask for more: a third slower must never pass. */
const MOST_TOLERANCE = 0.3;
/** Unit of a time that was divided by the calibration's loop. */
const LOOPS = "loops";

const size = (least: number): Rule => ({ better: "lower", tolerance: 0.05, least, isExact: true });
const count: Rule = { better: "lower", tolerance: 0.05, least: 0, isExact: true };

const RULES: Readonly<Record<string, Rule>> = {
  bytes: size(1),
  kB: size(0.1),
  KB: size(0.1),
  MB: { better: "lower", tolerance: 0.15, least: 0.25, isExact: false },
  fps: { better: "higher", tolerance: 0.15, least: 0.5, isExact: false },
  sockets: count,
  requests: count,
  "wake-ups/s": { better: "lower", tolerance: 0.25, least: 1, isExact: false },
  [LOOPS]: { better: "lower", tolerance: DEFAULT_TOLERANCE, least: 0, isExact: false },
};
const RATIO: Rule = { better: "higher", tolerance: DEFAULT_TOLERANCE, least: 0, isExact: false };

export const ruleOf = (unit: string | undefined): Rule | null =>
  unit === undefined ? RATIO : (RULES[unit] ?? null);

export interface Held {
  readonly value: number;
  readonly better: Better;
  readonly tolerance: number;
  /** Absent of a ratio. */
  readonly unit?: string;
}

/** By its own word, else by its goal, else by its unit; a ratio of a table whose figures are better low is ours by a peer's. */
function betterOf(table: Table, entry: Ratio, rule: Rule): Better {
  if (entry.better !== undefined) return entry.better;
  const [least, most] = [entry.atLeast !== undefined, entry.atMost !== undefined];
  if (least && most) return "steady";
  if (least || most) return least ? "higher" : "lower";
  return entry.unit === undefined ? (table.better ?? rule.better) : rule.better;
}

/** The figure as the baseline holds it, or null where it holds none: unknown, void, a peer's own, or a time of this machine. */
export function heldOf(table: Table, entry: Ratio): Held | null {
  if (entry.isHeld === false || entry.voidBecause !== undefined || !Number.isFinite(entry.value)) return null;
  const isCalibrated = entry.unit === "ms" && entry.loopMs !== undefined;
  const unit = isCalibrated ? LOOPS : entry.unit;
  const rule = ruleOf(unit);
  if (rule === null) return null;
  return {
    value: Number((entry.value / (isCalibrated ? entry.loopMs! : 1)).toPrecision(4)),
    better: betterOf(table, entry, rule),
    tolerance: Math.min(MOST_TOLERANCE, entry.tolerance ?? rule.tolerance),
    ...(unit === undefined ? {} : { unit }),
  };
}
