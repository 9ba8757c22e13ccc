/** Risks of net positions added up. */

import type { IsoDate } from "../units/iso-date.ts";
import type { ExpirySide } from "./calendar-spread.ts";
import type { ContractRisk } from "./contract-risk.ts";
import { SCENARIO_COUNT } from "./scenarios.ts";

/** Positions scanned together. */
interface GroupTotals {
  positions: number;
  /** Under each scenario, weight counted. */
  readonly gains: Float64Array;
  /** Futures by expiry, net. */
  readonly futures: Map<IsoDate, ExpirySide>;
}

/** Sums over positions, rupees; what they are of is said in `UnitRisk`. */
export interface RiskTotals {
  readonly running: GroupTotals;
  /** What is scanned apart from the rest. */
  readonly apart: GroupTotals;
  /** Net deltas of the running group, by expiry. */
  readonly deltas: Map<IsoDate, ExpirySide>;
  optionValue: number;
  /** Of options. */
  exposure: number;
  deepOtm: number;
  expiryDay: number;
  delivery: number;
  obligation: number;
  shortOptionMinimum: number;
}

const emptyGroup = (): GroupTotals => ({
  positions: 0,
  gains: new Float64Array(SCENARIO_COUNT),
  futures: new Map(),
});

function addSide(sides: Map<IsoDate, ExpirySide>, { expiry, forward }: ContractRisk, units: number): void {
  const known = sides.get(expiry);
  if (known === undefined) sides.set(expiry, { expiry, forward, units });
  else known.units += units;
}

export function emptyTotals(): RiskTotals {
  return {
    running: emptyGroup(),
    apart: emptyGroup(),
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

/** @param quantity signed units, not 0 */
export function addPosition(totals: RiskTotals, contract: ContractRisk, quantity: number): void {
  const risk = quantity > 0 ? contract.bought : contract.sold;
  const units = Math.abs(quantity);
  const group = contract.isApart ? totals.apart : totals.running;
  group.positions++;
  for (let s = 0; s < SCENARIO_COUNT; s++) group.gains[s]! += units * risk.gains[s]!;
  if (contract.isFuture) addSide(group.futures, contract, units * risk.delta);
  if (!contract.isApart) addSide(totals.deltas, contract, units * risk.delta);
  totals.optionValue += units * risk.optionValue;
  totals.exposure += units * risk.exposure;
  totals.deepOtm += units * risk.deepOtm;
  totals.expiryDay += units * risk.expiryDay;
  totals.delivery += units * risk.delivery;
  totals.obligation += units * risk.obligation;
  totals.shortOptionMinimum += units * risk.shortOptionMinimum;
}
