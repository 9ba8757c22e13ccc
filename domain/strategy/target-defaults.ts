/**
 * What target date, price and table interval a strategy may be looked at, and which of them to begin with
 * (rules STRAT-7 to STRAT-9).
 */

import { istClock, istDate, istInstant } from "../calendar/ist.ts";
import { sessionClose, sessionOpen, sessionsOn } from "../calendar/market-sessions.ts";
import type { IsoDate } from "../units/iso-date.ts";
import { roundToTick } from "../units/tick.ts";
import type { Horizon } from "./horizon.ts";
import type { StrategyMarket, StrategyOptions } from "./model.ts";
import type { PayoffRange } from "./payoff-grid.ts";
import type { TargetPriceDefaults, TargetTimeDefaults } from "./summary-types.ts";

const QUARTER_MS = 15 * 60_000;
/** Intervals of the payoff table, fractions. */
const INTERVALS = [0.005, 0.01, 0.02] as const;
/** Steps of the target price within a step of the strikes. */
const STEPS_A_STRIKE = 10;

/** Every quarter of an hour of a day's continuous trading and its close; regular hours on a day without trading. */
function sessionInstants(exchange: StrategyMarket["derivativeExchange"], date: IsoDate): number[] {
  const sessions = sessionsOn(exchange, date).filter(({ phase }) => phase === "continuous");
  const spans =
    sessions.length > 0
      ? sessions.map(({ open, close }) => [open, close] as const)
      : [[sessionOpen(exchange, date), sessionClose(exchange, date)] as const];
  const instants: number[] = [];
  for (const [open, close] of spans) {
    for (let at = open; at < close; at += QUARTER_MS) instants.push(at);
    instants.push(close);
  }
  return instants;
}

type OfferedTimes = Pick<TargetTimeDefaults, "timeIntervals" | "timestamps">;

/** The last days asked about: every answer about a strategy names the times of one, and a day's never change. */
const offered = new Map<string, OfferedTimes>();
const MOST_DAYS = 64;

function offeredTimes(exchange: StrategyMarket["derivativeExchange"], date: IsoDate): OfferedTimes {
  const key = `${exchange} ${date}`;
  const held = offered.get(key);
  if (held !== undefined) return held;
  const timestamps = sessionInstants(exchange, date);
  const made = { timestamps, timeIntervals: timestamps.map(istClock) };
  if (offered.size >= MOST_DAYS) offered.clear();
  offered.set(key, made);
  return made;
}

/** From now to the market close of the earliest expiry day, and what was asked for within them. */
export function targetTimes(
  market: StrategyMarket,
  horizon: Horizon,
  asked: number | null,
): { readonly defaults: TargetTimeDefaults; readonly selected: number } {
  const { now, derivativeExchange } = market;
  const lastDay = istDate(horizon.time);
  const close = Math.min(istInstant(lastDay, "24:00"), sessionClose(derivativeExchange, lastDay));
  // Currency stops trading at noon and its market goes on: T is 0 from the contract's own last minute.
  const max = Math.max(now, close, horizon.time);
  const selected = asked === null || Number.isNaN(asked) ? now : Math.min(Math.max(asked, now), max);
  return {
    defaults: { min: now, max, default: now, ...offeredTimes(derivativeExchange, istDate(selected)) },
    selected,
  };
}

export function targetPriceDefaults(market: StrategyMarket, { min, max }: PayoffRange): TargetPriceDefaults {
  const { spot, strikeStep, spotTickSize } = market;
  const step = roundToTick(strikeStep / STEPS_A_STRIKE, spotTickSize);
  return {
    default: spot,
    min,
    max,
    step: Math.max(step, spotTickSize),
    closestFutureExpiry: market.closestFutureExpiry,
  };
}

/**
 * Of half, one and two per cent the interval whose rows come nearest to whole steps of the strikes, the narrower of equals:
 * at a spot of 24,000 and strikes every 50 that is 1 % (240 rupees, 4.8 steps).
 */
export function targetIntervals(
  market: StrategyMarket,
  asked: StrategyOptions["targetInterval"],
): { readonly default: number; readonly options: readonly number[]; readonly selected: number } {
  const { spot, strikeStep } = market;
  let best: number = INTERVALS[1];
  let least = Infinity;
  for (const each of INTERVALS) {
    const steps = (each * spot) / strikeStep;
    const off = steps < 0.5 ? Infinity : Math.abs(steps - Math.round(steps)) / steps;
    if (off < least) [best, least] = [each, off];
  }
  return { default: best, options: INTERVALS, selected: asked !== null && asked > 0 ? asked : best };
}
