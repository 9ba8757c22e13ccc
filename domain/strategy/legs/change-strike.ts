/** Moving a leg along the strikes of its expiry. Strikes that another trade holds, of the same expiry and type, are skipped. */

import type { ContractList } from "../contract-list.ts";
import type { Leg } from "../model.ts";
import { moveTo, nearestOf, tradeOf } from "./change.ts";

type Legs = readonly Leg[];

interface Room {
  readonly leg: Leg;
  readonly strikes: readonly number[];
  readonly isFree: (strike: number) => boolean;
  readonly take: (strike: number | null) => Legs;
}

/** null when the leg has no strike to change. */
function roomOf(legs: Legs, id: string, contracts: ContractList): Room | null {
  const leg = legs.find((each) => each.id === id);
  if (leg?.kind !== "trade" || leg.expiry === null || (leg.type !== "CE" && leg.type !== "PE")) return null;
  const { type, expiry } = leg;
  const at = (strike: number) => contracts.option(type, expiry, strike);
  return {
    leg,
    strikes: contracts.strikes(type, expiry),
    isFree: (strike) => {
      const holder = tradeOf(legs, at(strike)?.token ?? Number.NaN);
      return holder === undefined || holder.id === id;
    },
    take: (strike) => (strike === null || strike === leg.strike ? legs : moveTo(legs, id, at(strike))),
  };
}

/** Takes the free strike nearest to what was asked for; its own counts as free. */
export function changeStrike(legs: Legs, id: string, strike: number, contracts: ContractList): Legs {
  const room = roomOf(legs, id, contracts);
  if (room === null || !Number.isFinite(strike)) return legs;
  return room.take(nearestOf(room.strikes, strike, room.isFree));
}

/** Takes the next free strike above (1) or below (-1); ignored at the end of the list. */
export function stepStrike(legs: Legs, id: string, direction: 1 | -1, contracts: ContractList): Legs {
  const room = roomOf(legs, id, contracts);
  if (room === null) return legs;
  const { leg, strikes, isFree, take } = room;
  const beyond = strikes.filter((strike) => direction * (strike - leg.strike) > 0 && isFree(strike));
  return take((direction > 0 ? beyond[0] : beyond.at(-1)) ?? null);
}
