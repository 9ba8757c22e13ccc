/** The rules that change the draft, and what follows from every one of them. */

import type { AnalyzerAction, AnalyzerContext } from "./actions.ts";
import { NO_MARGIN, NOT_ASKED } from "./instances.ts";
import { withStrikeIvs } from "./ivs.ts";
import * as legs from "./legs-rules.ts";
import { initializeLegs, loadPreset, loadTrades } from "./load.ts";
import type { AnalyzerInstance } from "./model.ts";
import { filterExpiry, isRefresh, loadPositions, resetFilters } from "./positions.ts";
import { addRefusal, adjustRefusal } from "./refusals.ts";
import { type ActionOf, type Change, NOTHING, type Rule } from "./rule.ts";
import { isSameWork, keptDraft, withStep } from "./undo.ts";
import * as whatIf from "./what-if.ts";

const RULES = {
  "add-leg": legs.addLeg,
  "delete-leg": legs.deleteLeg,
  "clear-legs": legs.clearLegs,
  "clear-positions": legs.clearPositions,
  "toggle-leg": legs.toggleLeg,
  "toggle-all": legs.toggleAll,
  "flip-leg": legs.flipLeg,
  "set-entry-price": legs.enterPrice,
  "set-quantity": legs.enterQuantity,
  "set-expiry": legs.chooseExpiry,
  "set-strike": legs.chooseStrike,
  "step-strike": legs.stepLeg,
  "swap-type": legs.swapLeg,
  "move-leg": legs.moveLeg,
  "shift-legs": legs.shiftAll,
  "drag-strikes": legs.dragStrikes,
  "set-lot-multiplier": legs.multiplyLots,
  adjust: legs.adjustLegs,
  "set-entry-pricing": whatIf.setEntryPricing,
  "reset-prices": legs.resetEntries,
  "set-strike-iv": whatIf.setIv,
  "set-iv-offset": whatIf.setIvOffset,
  "reset-ivs": whatIf.resetAllIvs,
  "set-target-price": whatIf.setTargetPrice,
  "set-target-time": whatIf.setTargetTime,
  "set-target": whatIf.setTarget,
  "set-target-interval": whatIf.setInterval,
  "set-manual-pnl": whatIf.setManualPnl,
  "load-preset": loadPreset,
  "load-trades": loadTrades,
  "initialize-legs": initializeLegs,
  "load-positions": loadPositions,
  "toggle-position-expiry": filterExpiry,
  "reset-position-expiries": resetFilters,
} as const satisfies { readonly [Type in AnalyzerAction["type"]]?: Rule<Type> };

type DraftAction = ActionOf<keyof typeof RULES>;

export function isDraftAction(action: AnalyzerAction): action is DraftAction {
  return Object.hasOwn(RULES, action.type);
}

function changeBy(instance: AnalyzerInstance, action: DraftAction, context: AnalyzerContext): Change {
  if (action.type === "add-leg" && addRefusal(instance, action, context) !== null) return NOTHING;
  if (action.type === "adjust" && adjustRefusal(instance, action, context) !== null) return NOTHING;
  // Each rule takes the actions of its own name.
  const rule = RULES[action.type] as Rule<DraftAction["type"]>;
  return rule(instance, action, context);
}

const UNSAVED = { dataSource: "UNSAVED_STRATEGY", dataSourceMeta: null } as const;

/** A first leg makes an unsaved strategy of nothing, and so does one that is added where a source of positions has none (ANZ-27, ANZ-28). */
function sourceOf(before: AnalyzerInstance, after: AnalyzerInstance, change: Change) {
  const { dataSource, dataSourceMeta, legs: trades, positions } = after;
  const isOfPositions = dataSource === "LIVE_POSITIONS" || dataSource === "DRAFT_PORTFOLIOS";
  const isAdded = trades.length > before.legs.length && change.dataSource === undefined;
  const isUnsaved = isOfPositions
    ? positions.length === 0 && isAdded
    : dataSource === "EMPTY" && trades.length > 0;
  return isUnsaved ? UNSAVED : { dataSource, dataSourceMeta };
}

/** IVs by strike on every leg, the multiplier of the quantities, a name for what was empty. */
function consistent<A extends AnalyzerInstance>(before: A, after: A, change: Change): A {
  const { customStrikeWiseIvs: ivs } = after;
  return {
    ...after,
    legs: withStrikeIvs(after.legs, ivs),
    positions: withStrikeIvs(after.positions, ivs),
    lotMultiplier: change.lotMultiplier ?? legs.multiplierOf(before, after),
    ...sourceOf(before, after, change),
  };
}

const isOfNothing = ({ legs: trades, positions }: AnalyzerInstance): boolean =>
  trades.length + positions.length === 0;

/** What was answered of other legs says nothing of none, and nothing yet of the first. */
export function withoutOldAnswers<A extends AnalyzerInstance>(before: A, after: A): A {
  if (isOfNothing(before) === isOfNothing(after)) return after;
  return {
    ...after,
    strategySummary: NOT_ASKED,
    strategyChart: NOT_ASKED,
    marginData: NOT_ASKED,
    marginSpanData: isOfNothing(after) ? NO_MARGIN : { marginRequired: null, capitalRequired: null },
    ...(isOfNothing(after) ? { targetDateTimeBounds: null, selectedTargetInterval: null } : {}),
  };
}

/** What is no work of the trader's: instruments that came, positions that are told again, a draft that is brought back. */
function isNoStep(instance: AnalyzerInstance, action: DraftAction): boolean {
  if (action.type === "load-trades") return instance.dataSource === "EMPTY" && instance.past.length === 0;
  return (
    action.type === "initialize-legs" || (action.type === "load-positions" && isRefresh(instance, action))
  );
}

/** The instance after an action on its draft, with a step of undo unless a drag makes one of many. */
export function withDraftAction<A extends AnalyzerInstance>(
  instance: A,
  action: DraftAction,
  context: AnalyzerContext,
): A {
  const change = changeBy(instance, action, context);
  if (change === NOTHING) return instance;
  const changed = consistent(instance, { ...instance, ...change }, change);
  const after = { ...withoutOldAnswers(instance, changed), revision: instance.revision + 1 };
  if (instance.dragFrom !== null || isNoStep(instance, action) || isSameWork(instance, after)) return after;
  return withStep(after, keptDraft(instance));
}
