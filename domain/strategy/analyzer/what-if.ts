/** Targets, volatilities and a P&L of one's own (rules ANZ-18 to ANZ-25). */

import { ivKey, setStrikeIv } from "./ivs.ts";
import { NOTHING, type Rule } from "./rule.ts";
import { clampedTarget } from "./targets.ts";

export const setTargetPrice: Rule<"set-target-price"> = ({ targetPrice }, { price }) =>
  targetPrice === price ? NOTHING : { targetPrice: price };

export const setTargetTime: Rule<"set-target-time"> = (instance, { time }, { now }) => {
  const targetDateTime = clampedTarget(time, instance.targetDateTimeBounds, now);
  return targetDateTime === instance.targetDateTime ? NOTHING : { targetDateTime };
};

export const setTarget: Rule<"set-target"> = (instance, { price, time }, { now }) => {
  const targetDateTime = clampedTarget(time, instance.targetDateTimeBounds, now);
  const isSame = instance.targetPrice === price && instance.targetDateTime === targetDateTime;
  return isSame ? NOTHING : { targetPrice: price, targetDateTime };
};

export const setInterval: Rule<"set-target-interval"> = (
  { payoffTableTargetInterval: before },
  { interval },
) => (before === interval ? NOTHING : { payoffTableTargetInterval: interval });

export const setManualPnl: Rule<"set-manual-pnl"> = ({ manualPnl: before }, { isChecked, pnl }) =>
  before.isChecked === isChecked && before.pnl === pnl ? NOTHING : { manualPnl: { isChecked, pnl } };

export const setEntryPricing: Rule<"set-entry-pricing"> = (
  { entryPricing: before },
  { pricing: { mode, slippageTicks } },
) =>
  before.mode === mode && before.slippageTicks === slippageTicks
    ? NOTHING
    : { entryPricing: { mode, slippageTicks } };

export const setIv: Rule<"set-strike-iv"> = (instance, action) => {
  const key = ivKey(action.expiry, action.strike);
  const customStrikeWiseIvs = setStrikeIv(instance, action);
  return customStrikeWiseIvs[key] === instance.customStrikeWiseIvs[key] ? NOTHING : { customStrikeWiseIvs };
};

export const setIvOffset: Rule<"set-iv-offset"> = ({ ivOffset }, { points }) =>
  ivOffset === points ? NOTHING : { ivOffset: points };

export const resetAllIvs: Rule<"reset-ivs"> = ({ ivOffset, customStrikeWiseIvs }) =>
  ivOffset === 0 && Object.keys(customStrikeWiseIvs).length === 0
    ? NOTHING
    : { ivOffset: 0, customStrikeWiseIvs: {} };
