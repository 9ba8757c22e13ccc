/** What trading out of living options costs: a share of what each is worth then, so that most of it follows from the P&L. */

import { type ChargeSchedule, chargeAt } from "../../charges/schedule.ts";
import type { PayoffLegs, StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { kernelLegs, type StrategyCurve } from "../curve.ts";
import type { StandingLeg } from "../standing.ts";

/** An option, and what is charged of a unit's price. */
export interface ChargedOption {
  readonly standing: StandingLeg;
  readonly schedule: ChargeSchedule;
}

interface LiveExits {
  /** Adds them to out[i] at price[i]. */
  add(price: Float64Array, out: Float64Array): void;
  /** Takes them off gross[i], the P&L at price[i] by the curve of the same legs at that date. */
  takeFrom(curve: StrategyCurve, price: Float64Array, gross: Float64Array): void;
}

/** Shares of a leg's charges that are rounding, not a rate of its own. */
const ROUNDING = 1e-12;

/** Where options are valued, one curve after another. */
let worths = new Float64Array(0);

const isOneLine = ({ schedule }: ChargedOption): boolean => schedule.length === 1;
const slopeOf = ({ schedule }: ChargedOption): number => schedule[0]!.slope;

/** What an option is charged beyond a rate of what it is worth to the strategy: rupees a rupee of its price. */
function beyond(rate: number, option: ChargedOption): number {
  const [slope, more] = [slopeOf(option), slopeOf(option) - rate * option.standing.units];
  return Math.abs(more) <= ROUNDING * slope ? 0 : more;
}

/**
 * The rate that most of them are charged, rupees a rupee of what they are worth to the strategy (below 0 of what is sold): those of the
 * others alone are to be valued once more.
 */
function commonRate(options: readonly ChargedOption[]): number {
  let [common, most] = [0, 0];
  for (const option of options) {
    const rate = slopeOf(option) / option.standing.units;
    let count = 0;
    for (const each of options) if (beyond(rate, each) === 0) count++;
    if (count > most) [common, most] = [rate, count];
  }
  return common;
}

/** Charges of one line each, beyond a rate of what all are worth together. */
interface Lines {
  readonly constant: number;
  /** Those whose own worth counts; null none. */
  readonly own: PayoffLegs | null;
}

function linesBeyond(rate: number, options: readonly ChargedOption[], time: number): Lines {
  const own: StandingLeg[] = [];
  let constant = 0;
  for (const option of options) {
    const units = beyond(rate, option);
    constant += option.schedule[0]!.constant;
    if (units !== 0) own.push({ ...option.standing, units });
  }
  return { constant, own: own.length === 0 ? null : kernelLegs(own, time) };
}

export function liveExits(
  options: readonly ChargedOption[],
  time: number,
  leastForward: number,
  kernel: StrategyKernel,
): LiveExits {
  const straight = options.filter(isOneLine);
  const turning = options
    .filter((option) => !isOneLine(option))
    .map(({ standing, schedule }) => ({ schedule, one: kernelLegs([{ ...standing, units: 1 }], time) }));
  // The P&L holds what turning options are worth too: of those no rate can be said.
  const rate = turning.length > 0 ? 0 : commonRate(straight);
  // A curve wants one of them, and not the other.
  let whole: Lines | null = null;
  let rest: Lines | null = null;
  const parts = {
    valued(legs: PayoffLegs, price: Float64Array): Float64Array {
      if (worths.length < price.length) worths = new Float64Array(price.length);
      kernel.payoffGrid(legs, price.length, price, 1, leastForward, worths);
      return worths;
    },
    add({ constant, own }: Lines, price: Float64Array, out: Float64Array, factor: number): void {
      const charges = own === null ? null : parts.valued(own, price);
      for (let i = 0; i < price.length; i++) {
        out[i] = out[i]! + factor * (charges === null ? constant : constant + charges[i]!);
      }
      for (const { schedule, one } of turning) {
        const each = parts.valued(one, price);
        for (let i = 0; i < price.length; i++) out[i] = out[i]! + factor * chargeAt(schedule, each[i]!);
      }
    },
  };
  return {
    add(price, out) {
      whole ??= linesBeyond(0, straight, time);
      parts.add(whole, price, out, 1);
    },
    takeFrom(curve, price, gross) {
      rest ??= linesBeyond(rate, straight, time);
      for (let i = 0; rate !== 0 && i < price.length; i++) {
        const value = gross[i]!;
        gross[i] = value - rate * (value - curve.besideOptions(price[i]!));
      }
      parts.add(rest, price, gross, -1);
    },
  };
}
