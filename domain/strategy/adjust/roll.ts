/** Rolling: a trade, or all of them, to another strike and expiry (rule STRAT-37). */

import type { IsoDate } from "../../units/iso-date.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import { nearestOf } from "../legs/change.ts";
import type { Leg } from "../model.ts";
import { type Adjustment, adjusted, NO_ADJUSTMENT } from "./adjustment.ts";

export interface Roll {
  /** A trade's id; null all that are selected and alive. */
  readonly legId: string | null;
  /** Listed strikes up, or down below 0. */
  readonly strikes: number;
  /** null: its own. */
  readonly expiry: IsoDate | null;
}

export type RollFault =
  /** nothing alive to roll */
  | "NO_LEG"
  /** it is there already */
  | "NO_CHANGE"
  | "NO_STRIKE"
  | "NO_EXPIRY"
  /** another trade holds the contract */
  | "HELD";

export type RollOutcome =
  | { readonly ok: true; readonly adjustment: Adjustment }
  | { readonly ok: false; readonly fault: RollFault };

const fault = (reason: RollFault): RollOutcome => ({ ok: false, fault: reason });

/** What can be rolled: a trade that is selected and whose contract is still traded. Shares have neither strike nor expiry. */
export function isRollable(leg: Leg, now: number): boolean {
  return (
    leg.kind === "trade" &&
    leg.isSelected &&
    leg.type !== "EQ" &&
    leg.settlement === null &&
    !(leg.expiryInstant <= now)
  );
}

/** Of its type: from the strike that is nearest its own on the expiry, so many listed ones on. */
export function contractAt(
  leg: LegContract,
  strikes: number,
  expiry: IsoDate,
  contracts: ContractList,
): LegContract | RollFault {
  if (leg.type === "EQ") return "NO_EXPIRY";
  if (leg.type === "FUT") return contracts.future(expiry) ?? "NO_EXPIRY";
  const listed = contracts.strikes(leg.type, expiry);
  const own = nearestOf(listed, leg.strike, () => true);
  if (own === null) return "NO_EXPIRY";
  const strike = listed[listed.indexOf(own) + strikes];
  return (strike === undefined ? null : contracts.option(leg.type, expiry, strike)) ?? "NO_STRIKE";
}

/** @param now market time: what is over is not rolled */
export function rollOf(legs: readonly Leg[], roll: Roll, contracts: ContractList, now: number): RollOutcome {
  const rolled = legs.filter((leg) => isRollable(leg, now) && (roll.legId === null || leg.id === roll.legId));
  if (rolled.length === 0) return fault("NO_LEG");
  const moves: { id: string; contract: LegContract }[] = [];
  for (const leg of rolled) {
    const contract = contractAt(leg, roll.strikes, roll.expiry ?? leg.expiry!, contracts);
    if (typeof contract === "string") return fault(contract);
    if (contract.token !== leg.token) moves.push({ id: leg.id, contract });
  }
  if (moves.length === 0) return fault("NO_CHANGE");
  const adjustment = { ...NO_ADJUSTMENT, moves };
  return adjusted(legs, adjustment, () => "") === legs ? fault("HELD") : { ok: true, adjustment };
}
