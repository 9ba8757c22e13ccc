/** Strikes dragged along the axis of prices (rules ANZ-15 and ANZ-16). */

import type { ContractList, LegContract } from "../contract-list.ts";
import { nearestOf, placedOn } from "../legs/change.ts";
import type { Leg } from "../model.ts";
import type { AnalyzerInstance, AnalyzerLeg } from "./model.ts";
import type { ActionOf } from "./rule.ts";

type Legs = readonly AnalyzerLeg[];

interface Move {
  readonly leg: AnalyzerLeg;
  /** Rupees. */
  readonly by: number;
}

const isOption = ({ type }: Leg): boolean => type === "CE" || type === "PE";

/** What expired today is listed until the next morning, and stays where it is all the same. */
const canMove = (leg: AnalyzerLeg): boolean => isOption(leg) && !leg.isExpired;

/** The legs with every strike where it stood when the drag began: what was dragged along a moment ago may not be any more. */
function legsBefore({ legs, dragFrom }: AnalyzerInstance): Legs {
  if (dragFrom === null) return legs;
  const byId = new Map(dragFrom.legs.map((leg) => [leg.id, leg]));
  return legs.map((leg) => {
    const was = byId.get(leg.id);
    const isMoved =
      was !== undefined && was.type === leg.type && was.expiry === leg.expiry && was.strike !== leg.strike;
    return isMoved ? { ...was, isSelected: leg.isSelected, isExpired: leg.isExpired } : leg;
  });
}

/** Calls for puts and puts for calls, of the same expiry and side. */
function isOpposite(a: Leg, b: Leg): boolean {
  return a.type !== b.type && a.expiry === b.expiry && a.quantity > 0 === b.quantity > 0;
}

function movesOf(legs: Legs, { ids, by, mirror }: ActionOf<"drag-strikes">): readonly Move[] {
  const named = new Set(ids);
  const held = legs.filter((leg) => named.has(leg.id) && canMove(leg));
  const mirrored = mirror
    ? legs.filter((leg) => !named.has(leg.id) && canMove(leg) && held.some((each) => isOpposite(each, leg)))
    : [];
  return [...held.map((leg) => ({ leg, by })), ...mirrored.map((leg) => ({ leg, by: -by }))];
}

/** What goes up begins with the highest strike, what goes down with the lowest: legs then make room for one another. */
function inOrder(moves: readonly Move[]): readonly Move[] {
  return [...moves].sort((a, b) => b.by - a.by || Math.sign(a.by) * (b.leg.strike - a.leg.strike));
}

/** Which strikes of a side and expiry are held. */
function heldStrikes(legs: Legs): (leg: Leg) => Set<number> {
  const held = new Map<string, Set<number>>();
  const of = ({ type, expiry }: Leg): Set<number> => {
    const key = `${type} ${expiry}`;
    const strikes = held.get(key) ?? new Set<number>();
    held.set(key, strikes);
    return strikes;
  };
  for (const leg of legs) of(leg).add(leg.strike);
  return of;
}

/** Where each leg that is moved goes: the free strike nearest to where it was dragged, its own counting as free. */
function contractsAfter(
  legs: Legs,
  moves: readonly Move[],
  contracts: ContractList,
): ReadonlyMap<Leg, LegContract> {
  const heldOf = heldStrikes(legs);
  const after = new Map<Leg, LegContract>();
  for (const { leg, by } of moves) {
    const { type, expiry } = leg;
    if (expiry === null || (type !== "CE" && type !== "PE")) continue;
    const held = heldOf(leg);
    held.delete(leg.strike);
    const strikes = contracts.strikes(type, expiry);
    const strike = nearestOf(strikes, leg.strike + by, (each) => !held.has(each)) ?? leg.strike;
    held.add(strike);
    const contract = strike === leg.strike ? null : contracts.option(type, expiry, strike);
    if (contract !== null) after.set(leg, contract);
  }
  return after;
}

/** The legs after a drag; the very legs of now when nothing is different. */
export function draggedLegs(
  instance: AnalyzerInstance,
  action: ActionOf<"drag-strikes">,
  contracts: ContractList,
): readonly Leg[] {
  const before = legsBefore(instance);
  const targets = contractsAfter(before, inOrder(movesOf(before, action)), contracts);
  const after = before.map((leg) => {
    const contract = targets.get(leg);
    return contract === undefined ? leg : placedOn(before, leg, contract);
  });
  const isSame = after.every((leg, i) => leg.token === instance.legs[i]?.token);
  const isSound = new Set(after.map(({ token }) => token)).size === after.length;
  return isSame || !isSound ? instance.legs : after;
}
