/** What leaving each leg at a date costs, as a function of the underlying (rules STRAT-28 to STRAT-30). */

import type { BrokerId } from "../../access/brokers.ts";
import { istDate } from "../../calendar/ist.ts";
import { chargeAt } from "../../charges/schedule.ts";
import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { kernelLegs } from "../curve.ts";
import { basisAt, isOver } from "../leg-value.ts";
import type { StrategyMarket } from "../model.ts";
import type { StandingLeg } from "../standing.ts";
import { type ChargedDay, chargedDay } from "./charged-day.ts";
import {
  type LegExit,
  linearExit,
  liveOptionsExit,
  settledOptionExit,
  turningOptionExit,
} from "./leg-exits.ts";

/** Charges of entering what is not entered yet: a position has paid. Of a leg that is over by the rates of its last day. */
export function entryCharges(legs: readonly StandingLeg[], market: StrategyMarket, broker: BrokerId): number {
  const today = istDate(market.now);
  let sum = 0;
  for (const { leg, entry, isExpired } of legs) {
    if (leg.kind === "position") continue;
    const day = chargedDay(market, broker, isExpired && leg.expiry !== null ? leg.expiry : today);
    sum += day === null ? Number.NaN : day.entry(leg, entry);
  }
  return sum;
}

/** Where charges jump: at a strike, from where an option is in the money. */
export interface Jump {
  /** On the axis of S'. */
  readonly at: number;
  /** Rupees that are due just below it, and just above, and not at it. */
  below: number;
  above: number;
}

/** The charges of leaving a strategy at one date. */
export interface ExitCharges {
  /** Adds them to out[i] at price[i], times the factor. */
  addTo(price: Float64Array, out: Float64Array, factor: number): void;
  /** Ascending. */
  readonly jumps: readonly Jump[];
  /** S' at which brokerage begins or stops to follow the turnover. */
  readonly turns: readonly number[];
}

export function exitCharges(
  legs: readonly StandingLeg[],
  market: StrategyMarket,
  time: number,
  broker: BrokerId,
  kernel: StrategyKernel,
): ExitCharges {
  const date = istDate(time);
  const day = chargedDay(market, broker, date);
  const exits: LegExit[] = [];
  const jumps = new Map<number, Jump>();
  const turns: number[] = [];
  const weighed: StandingLeg[] = [];
  let constant = day === null && legs.length > 0 ? Number.NaN : 0;

  function jump(at: number, side: "below" | "above", rupees: number): void {
    if (!(at > 0) || rupees === 0) return;
    const held = jumps.get(at) ?? { at, below: 0, above: 0 };
    held[side] += rupees;
    jumps.set(at, held);
  }

  /** Settled long ago: what it was worth is known, and so is what that cost. */
  function addExpired({ leg, isOption, price }: StandingLeg): void {
    const then = chargedDay(market, broker, leg.expiry ?? date);
    if (then === null) constant = Number.NaN;
    else if (!isOption || price !== 0) constant += chargeAt(then.settlement(leg), price);
  }

  function addSettledOption(each: StandingLeg, held: ChargedDay): void {
    const schedule = held.settlement(each.leg);
    const { type, strike } = each.leg;
    const kink = strike - basisAt(each, time);
    const sign = type === "CE" ? 1 : -1;
    exits.push(settledOptionExit(schedule, kink, sign, strike));
    jump(kink, type === "CE" ? "above" : "below", chargeAt(schedule, 0));
    for (let i = 1; i < schedule.length; i++) turns.push(kink + sign * schedule[i]!.from);
  }

  function addLinear(each: StandingLeg, held: ChargedDay): void {
    const isShare = each.leg.type === "EQ";
    const isSettled = !isShare && isOver(each, time);
    const schedule = isSettled ? held.settlement(each.leg) : held.trade(each.leg);
    const basis = isShare ? 0 : basisAt(each, time);
    exits.push(linearExit(schedule, basis, isShare || isSettled ? 0 : market.tickSize));
    for (const { from } of schedule.slice(1)) turns.push(from - basis);
  }

  function addLive(each: StandingLeg, held: ChargedDay): void {
    const schedule = held.trade(each.leg);
    const [first] = schedule;
    if (schedule.length === 1) {
      weighed.push({ ...each, units: first!.slope });
      constant += first!.constant;
    } else {
      const one = kernelLegs([{ ...each, units: 1 }], time);
      exits.push(turningOptionExit(schedule, one, market.tickSize, kernel));
    }
  }

  for (const each of legs) {
    if (each.isExpired) addExpired(each);
    else if (day === null) continue;
    else if (!each.isOption) addLinear(each, day);
    else if (isOver(each, time)) addSettledOption(each, day);
    else addLive(each, day);
  }
  if (weighed.length > 0) exits.push(liveOptionsExit(kernelLegs(weighed, time), market.tickSize, kernel));

  return {
    jumps: [...jumps.values()].sort((a, b) => a.at - b.at),
    turns,
    addTo(price, out, factor) {
      if (constant !== 0) for (let i = 0; i < price.length; i++) out[i] = out[i]! + factor * constant;
      for (const addLeg of exits) addLeg(price, out, factor);
    },
  };
}
