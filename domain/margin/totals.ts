/** Risks of net positions added up. */

import type { IsoDate } from "../units/iso-date.ts";
import type { ContractRisk } from "./contract-risk.ts";
import { SCENARIO_COUNT } from "./scenarios.ts";

/** Net delta of an expiry, units of the underlying. */
export interface ExpiryDelta {
  readonly expiry: IsoDate;
  readonly forward: number;
  delta: number;
}

/** Positions scanned together. */
interface GroupTotals {
  positions: number;
  /** Under each scenario, weight counted. */
  readonly gains: Float64Array;
}

/** Sums over positions, rupees; what they are of is said in `UnitRisk`. */
export interface RiskTotals {
  readonly running: GroupTotals;
  /** What expires today, where it is scanned apart from the rest. */
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
}

const emptyGroup = (): GroupTotals => ({ positions: 0, gains: new Float64Array(SCENARIO_COUNT) });

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
  };
}

/**
 * @param quantity signed units, not 0
 * @param splitsExpiryDay whether what expires today is scanned apart
 */
export function addPosition(
  totals: RiskTotals,
  contract: ContractRisk,
  quantity: number,
  splitsExpiryDay: boolean,
): void {
  const risk = quantity > 0 ? contract.bought : contract.sold;
  const units = Math.abs(quantity);
  const isApart = splitsExpiryDay && contract.expiresToday;
  const group = isApart ? totals.expiring : totals.running;
  group.positions++;
  for (let s = 0; s < SCENARIO_COUNT; s++) group.gains[s]! += units * risk.gains[s]!;
  if (!isApart) {
    const known = totals.deltas.get(contract.expiry);
    const delta = units * risk.delta;
    if (known === undefined) {
      const { expiry, forward } = contract;
      totals.deltas.set(expiry, { expiry, forward, delta });
    } else known.delta += delta;
  }
  totals.optionValue += units * risk.optionValue;
  totals.exposure += units * risk.exposure;
  totals.deepOtm += units * risk.deepOtm;
  totals.expiryDay += units * risk.expiryDay;
  totals.delivery += units * risk.delivery;
  totals.obligation += units * risk.obligation;
  totals.shortOptionMinimum += units * risk.shortOptionMinimum;
}
