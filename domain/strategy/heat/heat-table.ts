/** P&L of a strategy by price and date (rules STRAT-47 to STRAT-49). Pure. */

import type { StrategyKernel } from "../../pricing/strategy-kernel-port.ts";
import { legPrice } from "../leg-value.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "../model.ts";
import { takenOff } from "../net/scene-charges.ts";
import { deviationDays, standardDeviation } from "../probability.ts";
import { type Scene, sceneOf } from "../scene.ts";
import { heatDates } from "./heat-dates.ts";
import { type HeatSteps, heatPrices } from "./heat-prices.ts";

export interface HeatTable {
  /** Rupees, ascending. */
  readonly prices: readonly number[];
  /** epoch ms, ascending; the first is now. */
  readonly times: readonly number[];
  /** By price, then by date: what the target would say there, booked and manual P&L within, after charges where those were asked for; NaN unknown. */
  readonly pnl: readonly (readonly number[])[];
  /** Row of the spot; -1 without one. */
  readonly spotRow: number;
}

/** What a strategy makes at a price and a date: Σ units × (price there − entry), and what is booked. */
export function pnlAt({ selected, market, extra }: Scene, time: number, price: number): number {
  // In the order of the summary's own sum, so that both are the same to the last digit.
  return (
    selected.reduce((sum, each) => sum + each.units * (legPrice(each, market, time, price) - each.entry), 0) +
    extra
  );
}

function deviation(scene: Scene, options: StrategyOptions): number {
  const { market, horizon, times } = scene;
  const over = (days: number): number => standardDeviation(market.spot, horizon, days).bands.sd;
  const asked = over(deviationDays(options, horizon, market.now, times.selected));
  // Until a target date of now there is none: then until the expiry.
  return asked > 0
    ? asked
    : over(deviationDays({ ...options, sdMode: "expiry" }, horizon, market.now, times.selected));
}

/** @throws RangeError only when the calendar has no hours for a date */
export function heatTable(
  legs: readonly Leg[],
  given: StrategyMarket,
  options: StrategyOptions,
  steps: HeatSteps,
  kernel: StrategyKernel,
): HeatTable {
  const scene = sceneOf(legs, given, options);
  const { market, times: targets } = scene;
  const { spot, strikeStep, derivativeExchange } = market;
  const prices = heatPrices(steps, { spot, strikeStep, sd: deviation(scene, options) });
  const times = heatDates(derivativeExchange, market.now, targets.defaults.max);
  const charged = takenOff(scene, options.charges, kernel);
  const charges = times.map((time) => charged?.(time, prices));
  return {
    prices,
    times,
    pnl: prices.map((price, row) =>
      times.map((time, column) => pnlAt(scene, time, price) - (charges[column]?.[row] ?? 0)),
    ),
    spotRow: prices.indexOf(spot),
  };
}
