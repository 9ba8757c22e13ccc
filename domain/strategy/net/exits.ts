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
import { linearExit, settledCallExit, settledPutExit } from "./leg-exits.ts";
import { type ChargedOption, liveExits } from "./live-exits.ts";
import { type StraightCharge, straightCharges } from "./straight-charges.ts";

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
  /** Adds them to out[i] at price[i]. */
  addTo(price: Float64Array, out: Float64Array): void;
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

/** What is gathered of the legs, one after another. */
interface Gathered {
  readonly market: StrategyMarket;
  readonly time: number;
  /** Rupees whatever the underlying does. */
  constant: number;
  readonly straight: StraightCharge[];
  readonly live: ChargedOption[];
  readonly jumps: Jump[];
  readonly turns: number[];
}

function addJump({ jumps }: Gathered, at: number, side: "below" | "above", rupees: number): void {
  if (!(at > 0) || rupees === 0) return;
  let held = jumps.find((jump) => jump.at === at);
  if (held === undefined) {
    held = { at, below: 0, above: 0 };
    jumps.push(held);
  }
  held[side] += rupees;
}

/** Settled long ago: what it was worth is known, and so is what that cost. */
function addExpired(to: Gathered, { leg, isOption, price }: StandingLeg, broker: BrokerId): void {
  const then = chargedDay(to.market, broker, leg.expiry ?? istDate(to.time));
  if (then === null) to.constant = Number.NaN;
  else if (!isOption || price !== 0) to.constant += chargeAt(then.settlement(leg), price);
}

function addSettledOption(to: Gathered, each: StandingLeg, day: ChargedDay): void {
  const schedule = day.settlement(each.leg);
  const { type, strike } = each.leg;
  const kink = strike - basisAt(each, to.time);
  const isCall = type === "CE";
  if (Number.isNaN(kink)) to.constant = Number.NaN;
  else to.straight.push(isCall ? settledCallExit(schedule, kink) : settledPutExit(schedule, kink, strike));
  addJump(to, kink, isCall ? "above" : "below", chargeAt(schedule, 0));
  for (let i = 1; i < schedule.length; i++) to.turns.push(kink + (isCall ? 1 : -1) * schedule[i]!.from);
}

function addLinear(to: Gathered, each: StandingLeg, day: ChargedDay): void {
  const isShare = each.leg.type === "EQ";
  const isSettled = !isShare && isOver(each, to.time);
  const schedule = isSettled ? day.settlement(each.leg) : day.trade(each.leg);
  const basis = isShare ? 0 : basisAt(each, to.time);
  const least = isShare || isSettled ? 0 : to.market.tickSize;
  if (Number.isNaN(basis)) to.constant = Number.NaN;
  else to.straight.push(linearExit(schedule, basis, least));
  for (let i = 1; i < schedule.length; i++) to.turns.push(schedule[i]!.from - basis);
}

export function exitCharges(
  legs: readonly StandingLeg[],
  market: StrategyMarket,
  time: number,
  broker: BrokerId,
  kernel: StrategyKernel,
): ExitCharges {
  const day = chargedDay(market, broker, istDate(time));
  const constant = day === null && legs.length > 0 ? Number.NaN : 0;
  const all: Gathered = { market, time, constant, straight: [], live: [], jumps: [], turns: [] };
  for (const each of legs) {
    if (each.isExpired) addExpired(all, each, broker);
    else if (day === null) continue;
    else if (!each.isOption) addLinear(all, each, day);
    else if (isOver(each, time)) addSettledOption(all, each, day);
    else all.live.push({ standing: each, schedule: day.trade(each.leg) });
  }
  const ofUnderlying = straightCharges(all.straight, all.constant);
  const ofOptions = all.live.length === 0 ? null : liveExits(all.live, time, market.tickSize, kernel);

  return {
    jumps: all.jumps.sort((a, b) => a.at - b.at),
    turns: all.turns,
    addTo(price, out) {
      ofUnderlying(price, out, 1, 0);
      ofOptions?.add(price, out);
    },
    takeFrom(curve, price, gross, paid) {
      // First, as it reads of the P&L what is charged.
      ofOptions?.takeFrom(curve, price, gross);
      ofUnderlying(price, gross, -1, paid);
    },
  };
}
