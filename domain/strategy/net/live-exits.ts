/** What trading out of living options costs: mostly a share of what each is worth then, so that most of it follows from the P&L. */

import { type ChargeSchedule, chargeAt } from "../../charges/schedule.ts";
import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { kernelLegs, type StrategyCurve } from "../curve.ts";
import type { StandingLeg } from "../standing.ts";

/** An option, and what is charged of a unit's price. */
export interface ChargedOption {
  readonly standing: StandingLeg;
  readonly schedule: ChargeSchedule;
}

/** Takes them off gross[i], the P&L at price[i] by the curve of the same legs at that date. */
type TakeFrom = (curve: StrategyCurve, price: Float64Array, gross: Float64Array) => void;

/** Shares of a leg's charges that are rounding, not a rate of its own. */
const ROUNDING = 1e-12;

/** Where options are valued, one curve after another. */
let worths = new Float64Array(0);

const isBought = ({ standing }: ChargedOption): boolean => standing.units > 0;

/** @param options at least one */
export function liveExits(
  options: readonly ChargedOption[],
  time: number,
  leastForward: number,
  kernel: StrategyKernel,
): TakeFrom {
  // What is bought and what is sold have a rate each, which most of one side have. It is taken of all that the P&L holds of options: the
  // others alone are valued once more, and charged what theirs differs by.
  const areMostBought = 2 * options.filter(isBought).length >= options.length;
  const usual = options.find((each) => isBought(each) === areMostBought)!;
  const rate = usual.schedule[0]!.slope / usual.standing.units;
  let fees = 0;
  const others = options.flatMap(({ standing, schedule }) => {
    const { slope, constant } = schedule[0]!;
    const share = rate * standing.units;
    if (schedule.length > 1 || Math.abs(slope - share) > ROUNDING * slope) {
      return { schedule, share, legs: kernelLegs([{ ...standing, units: 1 }], time) };
    }
    fees += constant;
    return [];
  });

  return (curve, price, gross) => {
    const { length } = price;
    if (worths.length < length) worths = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      gross[i] = gross[i]! - fees - rate * (gross[i]! - curve.besideOptions(price[i]!));
    }
    for (const { schedule, share, legs } of others) {
      kernel.payoffGrid(legs, length, price, 1, leastForward, worths);
      for (let i = 0; i < length; i++) {
        gross[i] = gross[i]! - chargeAt(schedule, worths[i]!) + share * worths[i]!;
      }
    }
  };
}
