/** What leaving each leg at a date costs, as a function of the underlying (rules STRAT-28 to STRAT-30). */

import type { BrokerId } from "../../access/brokers.ts";
import { istDate } from "../../calendar/ist.ts";
import { chargeAt } from "../../charges/schedule.ts";
import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import type { StrategyCurve } from "../curve.ts";
import { basisAt, isOver } from "../leg-value.ts";
import type { StrategyMarket } from "../model.ts";
import type { StandingLeg } from "../standing.ts";
import { type ChargedDay, chargedDay } from "./charged-day.ts";
import { risingExit, settledPutExit } from "./leg-exits.ts";
import { type ChargedOption, liveExits } from "./live-exits.ts";
import { type Line, straightCharges } from "./straight-charges.ts";

/** Charges of entering what is not entered yet: a position has paid. Of a leg that is over by the rates of its last day. */
export function entryCharges(legs: readonly StandingLeg[], market: StrategyMarket, broker: BrokerId): number {
  const today = chargedDay(market, broker, istDate(market.now));
  let sum = 0;
  for (const { leg, entry, isExpired } of legs) {
    if (leg.kind === "position") continue;
    const day = isExpired && leg.expiry !== null ? chargedDay(market, broker, leg.expiry) : today;
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
  /**
   * Takes them and what was paid already, the same at all prices, off gross[i]: the P&L at price[i] of the same legs at that date, from
   * which most of what they come to follows.
   */
  takeFrom(curve: StrategyCurve, price: Float64Array, gross: Float64Array, paid: number): void;
  /** Ascending. */
  readonly jumps: readonly Jump[];
  /** S' at which brokerage begins or stops to follow the turnover. */
  readonly turns: readonly number[];
}

/** Settled long ago: what it was worth is known, and so is what that cost. */
function expiredCharge({ leg, isOption, price }: StandingLeg, day: ChargedDay | null): number {
  if (day === null) return Number.NaN;
  return isOption && price === 0 ? 0 : chargeAt(day.settlement(leg), price);
}

function addJump(jumps: Map<number, Jump>, at: number, side: "below" | "above", rupees: number): void {
  if (!(at > 0) || rupees === 0) return;
  const held = jumps.get(at) ?? { at, below: 0, above: 0 };
  held[side] += rupees;
  jumps.set(at, held);
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
  const straight: (readonly Line[])[] = [];
  const live: ChargedOption[] = [];
  const jumps = new Map<number, Jump>();
  const turns: number[] = [];
  let constant = 0;
  for (const each of legs) {
    const { leg, isOption } = each;
    const { type, strike } = leg;
    const isSettled = isOver(each, time);
    if (each.isExpired) constant += expiredCharge(each, chargedDay(market, broker, leg.expiry ?? date));
    else if (day === null) constant = Number.NaN;
    else {
      const schedule = isSettled ? day.settlement(leg) : day.trade(leg);
      // S' from where it is worth something.
      const zero = strike - basisAt(each, time);
      if (isOption && !isSettled) {
        live.push({ standing: each, schedule });
        continue;
      }
      for (const { from } of schedule.slice(1)) turns.push(type === "PE" ? zero - from : zero + from);
      if (isOption) addJump(jumps, zero, type === "CE" ? "above" : "below", chargeAt(schedule, 0));
      if (Number.isNaN(zero)) constant = Number.NaN;
      else if (type === "PE") straight.push(settledPutExit(schedule, zero, strike));
      else {
        const least = isSettled || type === "EQ" ? 0 : market.tickSize;
        straight.push(risingExit(schedule, zero, least, isOption));
      }
    }
  }
  const ofUnderlying = straightCharges(straight, constant);
  const ofOptions = live.length === 0 ? null : liveExits(live, time, market.tickSize, kernel);

  return {
    jumps: [...jumps.values()].sort((a, b) => a.at - b.at),
    turns,
    takeFrom(curve, price, gross, paid) {
      // First, as it reads of the P&L what is charged.
      ofOptions?.(curve, price, gross);
      ofUnderlying(price, gross, -1, paid);
    },
  };
}
