/** The P&L of the rows of a table, together and as the toggles leave it. */

import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { type AnalyzerLeg, DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { commonLots, moneyShare } from "#domain/strategy/greek-factors.ts";
import type { AnalyzerView } from "../analyzer/analyzer.ts";

/** Rupees; null is not known. */
export interface Pnl {
  readonly targetPnl: number | null;
  readonly bookedPnl: number | null;
}

const sum = (figures: readonly (number | null)[]): number =>
  figures.reduce<number>((total, each) => total + (each ?? Number.NaN), 0);

/** NaN while one of them is not known. */
export const totalOf = (all: readonly Pnl[]): Pnl => ({
  targetPnl: sum(all.map(({ targetPnl }) => targetPnl)),
  bookedPnl: sum(all.map(({ bookedPnl }) => bookedPnl)),
});

/** Makes of the rupees of a row those of the whole position, which the toggles take less of (rule STRAT-3). */
export function wholeOf({ instance }: Pick<AnalyzerView, "instance">): (leg: AnalyzerLeg, shown: Pnl) => Pnl {
  const settings = instance?.settings ?? DEFAULT_SETTINGS;
  const legs = instance === null ? [] : strategyLegs(instance);
  const common = commonLots(legs.filter(({ isSelected }) => isSelected));
  return (leg, { targetPnl, bookedPnl }) => {
    const share = moneyShare(leg, common, settings);
    const whole = (rupees: number | null) => (rupees === null ? null : rupees / share);
    return { targetPnl: whole(targetPnl), bookedPnl: whole(bookedPnl) };
  };
}
