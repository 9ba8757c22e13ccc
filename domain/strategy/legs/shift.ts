/**
 * All trades moved at once. They move together or not at all: when one would leave the list, meet another on its contract or
 * cross it, the very list that was given comes back. Positions stay, and so does what is over or has no strike to move by.
 */

import type { OptionType } from "../../pricing/black76.ts";
import type { IsoDate } from "../../units/iso-date.ts";
import type { ContractList, LegContract } from "../contract-list.ts";
import type { Leg } from "../model.ts";
import { onExpiry, placedOn } from "./change.ts";

export const SHIFTS = ["up", "down", "wider", "narrower", "next-expiry"] as const;
export type Shift = (typeof SHIFTS)[number];

type OptionLeg = Leg & { readonly type: OptionType; readonly expiry: IsoDate };
/** Listed strikes up (1), down (-1) or not at all. */
type Direction = 1 | 0 | -1;

/** An analyzer says it of each of its legs: a contract that expired today is listed until the next morning. */
function isOver(leg: Leg & { readonly isExpired?: boolean }): boolean {
  return leg.isExpired === true || leg.settlement !== null;
}

/** A trade of an option that lives and whose expiry is listed: what has expired stays where it is. */
function isMovable(leg: Leg, contracts: ContractList): leg is OptionLeg {
  return (
    leg.kind === "trade" &&
    !isOver(leg) &&
    leg.expiry !== null &&
    (leg.type === "CE" || leg.type === "PE") &&
    contracts.strikes(leg.type, leg.expiry).length > 0
  );
}

const strikesOf = (legs: readonly Leg[]): number[] =>
  [...new Set(legs.map(({ strike }) => strike))].sort((a, b) => a - b);

function mean(legs: readonly Leg[]): number {
  return legs.reduce((sum, { strike }) => sum + strike, 0) / legs.length;
}

/**
 * Outwards with calls and puts: calls up and puts down, or the other way where the calls stand below. A body, the strike that a
 * call and a put share, stays while there are wings to move; and when all is narrowed, for nothing is nearer.
 */
function apart(options: readonly OptionLeg[], isWider: boolean): (leg: OptionLeg) => Direction {
  const calls = options.filter(({ type }) => type === "CE");
  const puts = options.filter(({ type }) => type === "PE");
  const up = mean(calls) >= mean(puts) ? "CE" : "PE";
  const held = new Set(puts.map(({ strike }) => strike));
  const body = new Set(calls.map(({ strike }) => strike).filter((strike) => held.has(strike)));
  const staysPut = !isWider || options.some(({ strike }) => !body.has(strike));
  return ({ type, strike }) => (staysPut && body.has(strike) ? 0 : type === up ? 1 : -1);
}

/** Outwards with calls or puts alone: of two strikes the one away from the money, of more the lowest and the highest. */
function outwards(options: readonly OptionLeg[]): (leg: OptionLeg) => Direction {
  const strikes = strikesOf(options);
  const [low = Number.NaN] = strikes;
  const high = strikes.at(-1);
  if (strikes.length < 2) return () => 0;
  const moves = (end: "low" | "high") =>
    strikes.length > 2 || (options[0]?.type === "CE" ? end === "high" : end === "low");
  return ({ strike }) => (strike === low && moves("low") ? -1 : strike === high && moves("high") ? 1 : 0);
}

function directions(options: readonly OptionLeg[], shift: Shift): (leg: OptionLeg) => Direction {
  if (shift === "up") return () => 1;
  if (shift === "down") return () => -1;
  const isTwoSided = new Set(options.map(({ type }) => type)).size === 2;
  const widen = isTwoSided ? apart(options, shift === "wider") : outwards(options);
  return shift === "wider" ? widen : (leg) => -widen(leg) as Direction;
}

/**
 * The strikes that legs step along: those listed for all of them, so that a calendar stays one where the later expiry has fewer;
 * each its own where a leg stands outside of these.
 */
function ladders(
  options: readonly OptionLeg[],
  contracts: ContractList,
): (leg: OptionLeg) => readonly number[] {
  const own = ({ type, expiry }: OptionLeg) => contracts.strikes(type, expiry);
  const [first = [], ...others] = [...new Set(options.map(own))];
  const sets = others.map((list) => new Set(list));
  const shared = first.filter((strike) => sets.every((set) => set.has(strike)));
  const inShared = new Set(shared);
  return options.every(({ strike }) => inShared.has(strike)) ? () => shared : own;
}

function stepped(strikes: readonly number[], strike: number, direction: Direction): number | null {
  if (direction === 0) return strike;
  return (
    (direction > 0 ? strikes.find((each) => each > strike) : strikes.findLast((each) => each < strike)) ??
    null
  );
}

/** Where each option goes; null when one cannot. */
function steppedContracts(
  legs: readonly Leg[],
  shift: Shift,
  contracts: ContractList,
): ReadonlyMap<Leg, LegContract> | null {
  const options = legs.filter((leg) => isMovable(leg, contracts));
  const directionOf = directions(options, shift);
  const ladderOf = ladders(options, contracts);
  const targets = new Map<Leg, LegContract>();
  for (const leg of options) {
    const direction = directionOf(leg);
    if (direction === 0) continue;
    const strike = stepped(ladderOf(leg), leg.strike, direction);
    const contract = strike === null ? null : contracts.option(leg.type, leg.expiry, strike);
    if (contract === null) return null;
    targets.set(leg, contract);
  }
  const after = (leg: Leg) => (targets.get(leg) ?? leg).strike;
  const byStrike = [...options].sort((a, b) => a.strike - b.strike);
  const crosses = byStrike.some((leg, i) => {
    const above = byStrike.slice(i + 1).filter(({ strike }) => strike > leg.strike);
    return above.some((other) => after(other) < after(leg));
  });
  return crosses ? null : targets;
}

/** The contract of each leg one listed expiry later, futures by the futures' own; null when one has none. */
function laterContracts(legs: readonly Leg[], contracts: ContractList): ReadonlyMap<Leg, LegContract> | null {
  const targets = new Map<Leg, LegContract>();
  const futures = contracts.futures.map(({ expiry }) => expiry!);
  for (const leg of legs) {
    if (leg.kind !== "trade" || leg.expiry === null || isOver(leg)) continue;
    const later = (leg.type === "FUT" ? futures : contracts.expiries).find((each) => each > leg.expiry!);
    const contract = later === undefined ? null : onExpiry(leg, later, contracts);
    if (contract === null) return null;
    targets.set(leg, contract);
  }
  return targets;
}

/**
 * - up, down: every option one listed strike, so that the distances stay.
 * - wider, narrower: calls and puts away from one another or towards; of calls or puts alone the outer strikes.
 * - next-expiry: every option to the nearest strike of its next expiry, every future to the next one.
 */
export function shiftLegs<L extends Leg>(
  legs: readonly L[],
  shift: Shift,
  contracts: ContractList,
): readonly L[] {
  const targets =
    shift === "next-expiry" ? laterContracts(legs, contracts) : steppedContracts(legs, shift, contracts);
  if (targets === null || targets.size === 0) return legs;
  const moved = legs.map((leg) => {
    const contract = targets.get(leg);
    return contract === undefined ? leg : placedOn(legs, leg, contract);
  });
  const tokens = moved.filter(({ kind }) => kind === "trade").map(({ token }) => token);
  return new Set(tokens).size === tokens.length ? moved : legs;
}
