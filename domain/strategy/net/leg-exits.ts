/** What leaving one leg costs by the price of the underlying, where that alone decides what it is worth. */

import { type ChargeSchedule, chargeAt } from "../../charges/schedule.ts";
import type { Line } from "./straight-charges.ts";

const flat = (at: number, constant: number): Line => ({ at, constant, slope: 0 });

/**
 * Of futures and shares, and of calls held to expiry, which cost nothing where they end worthless.
 * @param zero S' at which a unit is worth nothing; @param least rupees that it is worth whatever the underlying is
 */
export const risingExit = (
  schedule: ChargeSchedule,
  zero: number,
  least: number,
  isCall: boolean,
): Line[] => [
  flat(-Infinity, isCall ? 0 : chargeAt(schedule, least)),
  ...schedule.map(({ from, constant, slope }) => ({
    // A call's begin just above its kink, at the next price there is.
    at: (isCall ? zero * (1 + Number.EPSILON) : zero) + Math.max(from, least),
    constant: constant - slope * zero,
    slope,
  })),
];

/**
 * Of puts held to expiry: the underlying is never worth less than nothing, so a put no more than its strike.
 * @param kink S' from where it is worth nothing
 */
export const settledPutExit = (schedule: ChargeSchedule, kink: number, strike: number): Line[] => [
  flat(-Infinity, chargeAt(schedule, strike)),
  ...schedule
    .map(({ constant, slope }, i) => ({
      at: kink - Math.min(strike, schedule[i + 1]?.from ?? strike),
      constant: constant + slope * kink,
      slope: -slope,
    }))
    .reverse(),
  flat(kink, 0),
];
