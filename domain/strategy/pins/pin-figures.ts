/** What a strategy makes at pinned prices (rule STRAT-51). Pure. */

import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { commonLots, greekFactor } from "../greek-factors.ts";
import { pnlAt } from "../heat/heat-table.ts";
import { legGreeks } from "../leg-value.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "../model.ts";
import { takenOff } from "../net/scene-charges.ts";
import { type Scene, sceneOf } from "../scene.ts";

/** At one price on one date; NaN unknown. */
export interface PinMoment {
  /** Rupees, booked and manual P&L within, after charges where those were asked for. */
  readonly pnl: number;
  /** Counted as the greeks are. */
  readonly delta: number;
}

export interface PinFigures {
  readonly price: number;
  readonly now: PinMoment;
  readonly target: PinMoment;
  readonly expiry: PinMoment;
}

function deltaAt({ selected, market }: Scene, options: StrategyOptions, time: number, price: number): number {
  const common = commonLots(selected.map(({ leg }) => leg));
  return selected.reduce(
    (sum, each) => sum + greekFactor(each.leg, common, options) * legGreeks(each, market, time, price).delta,
    0,
  );
}

/** @throws RangeError only when the calendar has no hours for a date */
export function pinFigures(
  legs: readonly Leg[],
  given: StrategyMarket,
  options: StrategyOptions,
  prices: readonly number[],
  kernel: StrategyKernel,
): PinFigures[] {
  const scene = sceneOf(legs, given, options);
  const { market, times, horizon } = scene;
  const charged = takenOff(scene, options.charges, kernel);
  const moments = (time: number): PinMoment[] => {
    const charges = charged?.(time, prices);
    return prices.map((price, i) => ({
      pnl: pnlAt(scene, time, price) - (charges?.[i] ?? 0),
      delta: deltaAt(scene, options, time, price),
    }));
  };
  const [now, target, expiry] = [market.now, times.selected, horizon.time].map(moments);
  return prices.map((price, i) => ({
    price,
    now: now![i]!,
    target: target![i]!,
    expiry: expiry![i]!,
  }));
}
