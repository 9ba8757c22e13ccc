/** What every view of a strategy begins with: its legs in the market of now, and from where they are looked at. */

import { type Horizon, horizonOf } from "./horizon.ts";
import type { Leg, StrategyMarket, StrategyOptions } from "./model.ts";
import { type StandingLeg, standingLegs } from "./standing.ts";
import type { TargetTimeDefaults } from "./summary-types.ts";
import { targetTimes } from "./target-defaults.ts";

export interface Scene {
  /** A spot of 0 or less is none: NaN. */
  readonly market: StrategyMarket;
  readonly standing: readonly StandingLeg[];
  /** Those that count. */
  readonly selected: readonly StandingLeg[];
  readonly horizon: Horizon;
  readonly times: { readonly defaults: TargetTimeDefaults; readonly selected: number };
  readonly targetPrice: number;
  /** Booked and manual P&L, rupees. */
  readonly extra: number;
}

/** @throws RangeError only when the calendar has no hours for a date */
export function sceneOf(legs: readonly Leg[], given: StrategyMarket, options: StrategyOptions): Scene {
  const market = given.spot > 0 ? given : { ...given, spot: Number.NaN };
  const standing = standingLegs(legs, market, options.ivOffset, options.entry);
  const selected = standing.filter(({ counts }) => counts);
  const horizon = horizonOf(selected, market, options.ivOffset);
  return {
    market,
    standing,
    selected,
    horizon,
    times: targetTimes(market, horizon, options.targetTime),
    targetPrice: options.targetPrice ?? market.spot,
    extra: bookedAndManual(legs, options),
  };
}

/** What a closed position has booked counts as long as it is selected. */
function bookedAndManual(legs: readonly Leg[], options: StrategyOptions): number {
  const selected = legs.filter(({ isSelected }) => isSelected);
  const booked = options.factorInBookedPnl ? selected.reduce((sum, { bookedPnl }) => sum + bookedPnl, 0) : 0;
  return booked + (options.manualPnl.isChecked ? options.manualPnl.pnl : 0);
}
