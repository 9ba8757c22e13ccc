/** Risks of legs added up, so that one leg more or less costs no second look at the others. */

import type { IsoDate } from "../units/iso-date.ts";
import type { LegRisk } from "./leg-risk.ts";
import { SCENARIO_COUNT } from "./scenarios.ts";

/** Net delta of an expiry, units of the underlying. */
export interface ExpiryDelta {
  readonly expiry: IsoDate;
  readonly forward: number;
  delta: number;
}

/** Legs scanned together. */
interface GroupTotals {
  legs: number;
  /** Under each scenario, weight counted. */
  readonly gains: Float64Array;
}

/** Sums over legs, rupees; what they are of is said in `LegRisk`. */
export interface RiskTotals {
  readonly running: GroupTotals;
  /** Legs that expire today, where they are scanned apart from the others. */
  readonly expiring: GroupTotals;
  /** Of the running group, by expiry. */
  readonly deltas: Map<IsoDate, ExpiryDelta>;
  optionValue: number;
  exposure: number;
  deepOtm: number;
  expiryDay: number;
  delivery: number;
  obligation: number;
  shortOptionMinimum: number;
  outlay: number;
}

const emptyGroup = (): GroupTotals => ({ legs: 0, gains: new Float64Array(SCENARIO_COUNT) });

export function emptyTotals(): RiskTotals {
  return {
    running: emptyGroup(),
    expiring: emptyGroup(),
    deltas: new Map(),
    optionValue: 0,
    exposure: 0,
    deepOtm: 0,
    expiryDay: 0,
    delivery: 0,
    obligation: 0,
    shortOptionMinimum: 0,
    outlay: 0,
  };
}

/**
 * Adds a leg, or takes it away again.
 * @param splitsExpiryDay whether what expires today is scanned apart
 * @param sign 1 or -1
 */
export function addRisk(totals: RiskTotals, risk: LegRisk, splitsExpiryDay: boolean, sign: 1 | -1 = 1): void {
  const isApart = splitsExpiryDay && risk.expiresToday;
  const group = isApart ? totals.expiring : totals.running;
  group.legs += sign;
  for (let s = 0; s < SCENARIO_COUNT; s++) group.gains[s]! += sign * risk.gains[s]!;
  if (!isApart) {
    const known = totals.deltas.get(risk.expiry);
    if (known === undefined) {
      const { expiry, forward, delta } = risk;
      totals.deltas.set(expiry, { expiry, forward, delta: sign * delta });
    } else known.delta += sign * risk.delta;
  }
  totals.optionValue += sign * risk.optionValue;
  totals.exposure += sign * risk.exposure;
  totals.deepOtm += sign * risk.deepOtm;
  totals.expiryDay += sign * risk.expiryDay;
  totals.delivery += sign * risk.delivery;
  totals.obligation += sign * risk.obligation;
  totals.shortOptionMinimum += sign * risk.shortOptionMinimum;
  totals.outlay += sign * risk.outlay;
}
