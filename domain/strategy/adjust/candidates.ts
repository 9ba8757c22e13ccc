/** Changes that may cut what a strategy has too much of (rule STRAT-40); what comes of each is measured elsewhere. */

import type { IsoDate } from "../../units/iso-date.ts";
import type { LegContract } from "../contract-list.ts";
import { nearestOf, tradeOf } from "../legs/change.ts";
import type { Leg } from "../model.ts";
import { type Adjustment, NO_ADJUSTMENT, tradeMore } from "./adjustment.ts";
import { deltaOf } from "./figures.ts";
import { nearestFuture, oneLot, wholeLotsAgainst } from "./neutral.ts";
import { contractAt, isRollable } from "./roll.ts";
import type { AdjustWorld } from "./world.ts";

/** To another strike, to the next expiry, closed in part or whole, with a wing bought, with a hedge beside it. */
export const SUGGESTION_KINDS = ["strike", "expiry", "close", "wing", "hedge"] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export interface Candidate {
  readonly kind: SuggestionKind;
  /** The leg that it is about; null for a hedge, which is of the whole strategy. */
  readonly legId: string | null;
  /** Where the leg goes, what is bought or sold beside it; null when it is closed. */
  readonly contract: LegContract | null;
  /** Lots closed or traded, above 0. */
  readonly lots: number;
  readonly adjustment: Adjustment;
}

/** Legs looked at, those with the largest delta first. */
const MOST_LEGS_LOOKED_AT = 12;
const STRIKES_AWAY = [1, 2, 3, 4, 5] as const;
const WING_STRIKES = [2, 4, 6, 8, 10] as const;

const lotsOf = ({ quantity, lotSize }: Leg): number => Math.abs(quantity) / lotSize;
const move = (leg: Leg, contract: LegContract): Adjustment => ({
  ...NO_ADJUSTMENT,
  moves: [{ id: leg.id, contract }],
});

function rolled(leg: Leg, kind: SuggestionKind, contract: ReturnType<typeof contractAt>): Candidate[] {
  if (typeof contract === "string" || contract.token === leg.token) return [];
  return [{ kind, legId: leg.id, contract, lots: lotsOf(leg), adjustment: move(leg, contract) }];
}

/** Half of the lots, where there are two or more; all of them, where something is left. */
function closed(leg: Leg, isAlone: boolean): Candidate[] {
  const lots = lotsOf(leg);
  const half = Math.floor(lots / 2);
  const parts = [...(half >= 1 ? [half] : []), ...(isAlone ? [] : [lots])];
  return parts.map((part) => {
    const left = Math.abs(leg.quantity) - part * leg.lotSize;
    const quantity = part === lots ? 0 : Math.sign(leg.quantity) * left;
    const adjustment = { ...NO_ADJUSTMENT, quantities: [{ id: leg.id, quantity }] };
    return { kind: "close", legId: leg.id, contract: null, lots: part, adjustment };
  });
}

/** Bought further out than a sold option, as many lots. */
function wings(legs: readonly Leg[], leg: Leg, { contracts }: AdjustWorld): Candidate[] {
  if (leg.quantity > 0 || leg.expiry === null || leg.type === "FUT" || leg.type === "EQ") return [];
  const outwards = leg.type === "CE" ? 1 : -1;
  return WING_STRIKES.flatMap((strikes): Candidate[] => {
    const contract = contractAt(leg, outwards * strikes, leg.expiry!, contracts);
    if (typeof contract === "string" || tradeOf(legs, contract.token) !== undefined) return [];
    const lots = lotsOf(leg);
    const quantity = Math.round(lots * contract.lotSize);
    const adjustment = { ...NO_ADJUSTMENT, adds: [{ contract, quantity }] };
    return [{ kind: "wing", legId: leg.id, contract, lots, adjustment }];
  });
}

/** So many lots against the delta: of the nearest future, and of the bought option at the money of the legs' first expiry. */
function hedges(legs: readonly Leg[], delta: number, world: AdjustWorld): Candidate[] {
  const { contracts, market } = world;
  const future = nearestFuture(legs, world);
  const expiry = legs
    .filter((leg) => isRollable(leg, market.now))
    .map((leg) => leg.expiry!)
    .sort()[0];
  const side = delta > 0 ? "PE" : "CE";
  const strike =
    expiry === undefined ? null : nearestOf(contracts.strikes(side, expiry), market.spot, () => true);
  const option = strike === null ? null : contracts.option(side, expiry!, strike);
  return [future, option].flatMap((contract): Candidate[] => {
    if (contract === null) return [];
    const lots = wholeLotsAgainst(delta, deltaOf(oneLot(contract, world), world));
    if (!Number.isFinite(lots) || lots === 0 || (contract === option && lots < 0)) return [];
    const adjustment = tradeMore(legs, contract, lots * contract.lotSize);
    return [{ kind: "hedge", legId: null, contract, lots: lots, adjustment }];
  });
}

/** In an order that the strategy alone decides. */
export function candidatesFor(legs: readonly Leg[], world: AdjustWorld): Candidate[] {
  const { contracts, market } = world;
  const deltas = new Map(legs.map((leg) => [leg, deltaOf(leg, world)]));
  const alive = legs.filter((leg) => isRollable(leg, market.now));
  const looked = alive
    .toSorted((a, b) => Math.abs(deltas.get(b)!) - Math.abs(deltas.get(a)!))
    .slice(0, MOST_LEGS_LOOKED_AT);
  const next = (leg: Leg): IsoDate | undefined =>
    (leg.type === "FUT" ? contracts.futures.map(({ expiry }) => expiry!) : contracts.expiries).find(
      (each) => each > leg.expiry!,
    );
  const delta = [...deltas.values()].reduce((sum, each) => sum + each, 0);
  const ofLegs = looked.flatMap((leg) => {
    const later = next(leg);
    const isOption = leg.type !== "FUT";
    const strikes = isOption ? STRIKES_AWAY.flatMap((each) => [each, -each]) : [];
    return [
      ...strikes.flatMap((each) => rolled(leg, "strike", contractAt(leg, each, leg.expiry!, contracts))),
      ...(later === undefined ? [] : rolled(leg, "expiry", contractAt(leg, 0, later, contracts))),
      ...closed(leg, alive.length === 1),
      ...wings(legs, leg, world),
    ];
  });
  return [...ofLegs, ...(delta === 0 || Number.isNaN(delta) ? [] : hedges(legs, delta, world))];
}
