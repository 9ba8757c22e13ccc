/**
 * Charges of leaving a leg as a function of what a unit is worth then (quant.md §11): straight lines, one after another. They are read off
 * `chargesOfExit`, which alone knows the rules; a curve asks a thousand times what that answers once.
 */

import { brokerageTurns } from "./brokerage.ts";
import type { ChargeTerms } from "./charges.ts";
import { type ChargedContract, chargesOfExit, type Exit } from "./round-trip.ts";

/** Rupees at a worth of x rupees a unit, from `from` on: constant + slope × x. */
export interface ChargeLine {
  readonly from: number;
  readonly constant: number;
  readonly slope: number;
}

/** Ascending, the first from 0. Of an option held to expiry they are for a worth above 0: one that ends worthless costs nothing. */
export type ChargeSchedule = readonly ChargeLine[];

/** Where a line is read that goes on without end, rupees: any two prices would do. */
const SPAN = 1_000;

function linesThrough(
  charge: (worth: number) => number,
  turns: readonly number[],
  span: number,
): ChargeLine[] {
  const starts = [0, ...turns.filter((turn) => turn > 0 && Number.isFinite(turn))];
  return starts.map((from, i) => {
    const width = (starts[i + 1] ?? from + span) - from;
    const [x1, x2] = [from + width / 4, from + (3 * width) / 4];
    const [y1, y2] = [charge(x1), charge(x2)];
    const slope = (y2 - y1) / (x2 - x1);
    return { from, constant: y1 - slope * x1, slope };
  });
}

const exitTotal = (leg: ChargedContract, exit: Exit, terms: ChargeTerms): number =>
  chargesOfExit(leg, exit, terms).total;

/** Traded out of at a price. */
export function tradeSchedule(leg: ChargedContract, terms: ChargeTerms): ChargeSchedule {
  const units = Math.abs(leg.quantity) * leg.multiplier;
  const rule = terms.plan.segments[leg.market.segment];
  const strike = rule.withStrike ? leg.strike : 0;
  return linesThrough(
    (price) => exitTotal(leg, { kind: "trade", price }, terms),
    brokerageTurns(rule, leg.orders.exit).map((turn) => turn / units - strike),
    SPAN,
  );
}

/** Held to expiry; of options by their intrinsic value, of all else by the settlement price. */
export function settlementSchedule(
  leg: ChargedContract,
  isPhysical: boolean,
  terms: ChargeTerms,
): ChargeSchedule {
  const { type, strike } = leg;
  const isOption = type === "CE" || type === "PE";
  const units = Math.abs(leg.quantity) * leg.multiplier;
  const turns = isOption
    ? brokerageTurns(terms.plan.exercise, leg.orders.exit)
    : brokerageTurns(terms.plan.physicalDelivery, 1);
  const settledAt = (worth: number) =>
    type === "CE" ? strike + worth : type === "PE" ? strike - worth : worth;
  return linesThrough(
    (worth) => exitTotal(leg, { kind: "expiry", settlementPrice: settledAt(worth), isPhysical }, terms),
    turns.map((turn) => turn / units),
    // A put is worth its strike at most.
    isOption ? strike : SPAN,
  );
}

/** @param worth rupees a unit, at least 0 */
export function chargeAt(schedule: ChargeSchedule, worth: number): number {
  let at = schedule.length - 1;
  while (at > 0 && worth < schedule[at]!.from) at--;
  const { constant, slope } = schedule[at]!;
  return constant + slope * worth;
}
