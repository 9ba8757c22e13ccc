/** What leaving one leg costs by the price of the underlying, where that alone decides what it is worth. */

import { type ChargeSchedule, chargeAt } from "../../charges/schedule.ts";
import type { Bend, StraightCharge } from "./straight-charges.ts";

const NOTHING = { constant: 0, slope: 0 };

/**
 * Held to expiry: what ends worthless costs nothing.
 * @param kink S' from where it is worth something
 */
export const settledCallExit = (schedule: ChargeSchedule, kink: number): StraightCharge => ({
  first: NOTHING,
  bends: schedule.map(({ from, constant, slope }) => ({
    at: kink + from,
    isAbove: from === 0,
    constant: constant - slope * kink,
    slope,
  })),
});

/** @param strike the most that it can be worth, as the underlying is never worth less than nothing */
export function settledPutExit(schedule: ChargeSchedule, kink: number, strike: number): StraightCharge {
  const bends: Bend[] = [];
  let at = kink - strike;
  for (let i = schedule.length - 1; i >= 0; i--) {
    const { from, constant, slope } = schedule[i]!;
    if (from >= strike) continue;
    bends.push({ at, isAbove: false, constant: constant + slope * kink, slope: -slope });
    at = kink - from;
  }
  return {
    first: { constant: chargeAt(schedule, strike), slope: 0 },
    bends: [...bends, { at: kink, isAbove: false, ...NOTHING }],
  };
}

/** Futures and shares. @param least rupees that a unit is worth whatever the underlying is */
export function linearExit(schedule: ChargeSchedule, basis: number, least: number): StraightCharge {
  const bends = schedule
    .filter((_, i) => (schedule[i + 1]?.from ?? Infinity) > least)
    .map(({ from, constant, slope }) => ({
      at: Math.max(from, least) - basis,
      isAbove: false,
      constant: constant + slope * basis,
      slope,
    }));
  return { first: { constant: chargeAt(schedule, least), slope: 0 }, bends };
}
