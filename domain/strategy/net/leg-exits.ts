/** What leaving one leg costs at each price of the underlying, added to a curve. */

import { type ChargeSchedule, chargeAt } from "../../charges/schedule.ts";
import type { PayoffLegs, StrategyKernel } from "../../pricing/strategy-kernel-port.ts";

/** Adds the charges of leaving at price[i], times the factor, to out[i]. */
export type LegExit = (price: Float64Array, out: Float64Array, factor: number) => void;

/**
 * Held to expiry: what ends worthless costs nothing.
 * @param kink S' from where it is worth something; @param sign 1 of calls, -1 of puts
 */
export function settledOptionExit(
  schedule: ChargeSchedule,
  kink: number,
  sign: 1 | -1,
  strike: number,
): LegExit {
  // The underlying is never worth less than nothing, so a put no more than its strike.
  const most = sign < 0 ? strike : Infinity;
  if (schedule.length > 1) {
    return (price, out, factor) => {
      for (let i = 0; i < price.length; i++) {
        const worth = sign * (price[i]! - kink);
        if (worth > 0) out[i] = out[i]! + factor * chargeAt(schedule, worth > most ? most : worth);
      }
    };
  }
  const { constant, slope } = schedule[0]!;
  return (price, out, factor) => {
    // Twice as fast as what the closure holds, which is read anew at each price.
    const [at, side, cap, base, rate] = [kink, sign, most, constant, slope];
    for (let i = 0; i < price.length; i++) {
      const worth = side * (price[i]! - at);
      if (worth > 0) out[i] = out[i]! + factor * (base + rate * (worth > cap ? cap : worth));
    }
  };
}

/** Futures and shares. @param least rupees that a unit is worth whatever the underlying is */
export function linearExit(schedule: ChargeSchedule, basis: number, least: number): LegExit {
  return (price, out, factor) => {
    for (let i = 0; i < price.length; i++) {
      out[i] = out[i]! + factor * chargeAt(schedule, Math.max(least, price[i]! + basis));
    }
  };
}

/** Where options are valued, one curve after another. */
let worths = new Float64Array(0);

/** Good until the next call. */
function worthsOf(
  legs: PayoffLegs,
  price: Float64Array,
  leastForward: number,
  kernel: StrategyKernel,
): Float64Array {
  if (worths.length < price.length) worths = new Float64Array(price.length);
  kernel.payoffGrid(legs, price.length, price, 1, leastForward, worths);
  return worths;
}

/** Options that are traded out of where charges are one line: valued in one go, each weighed by its line's slope. */
export function liveOptionsExit(weighed: PayoffLegs, leastForward: number, kernel: StrategyKernel): LegExit {
  return (price, out, factor) => {
    const charges = worthsOf(weighed, price, leastForward, kernel);
    for (let i = 0; i < price.length; i++) out[i] = out[i]! + factor * charges[i]!;
  };
}

/** An option that is traded out of, by lines that turn. @param one the leg, of one unit */
export function turningOptionExit(
  schedule: ChargeSchedule,
  one: PayoffLegs,
  leastForward: number,
  kernel: StrategyKernel,
): LegExit {
  return (price, out, factor) => {
    const each = worthsOf(one, price, leastForward, kernel);
    for (let i = 0; i < price.length; i++) out[i] = out[i]! + factor * chargeAt(schedule, each[i]!);
  };
}
