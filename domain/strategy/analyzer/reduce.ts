/** The analyzer's next state. */

import type { AnalyzerAction, AnalyzerContext } from "./actions.ts";
import { aborted, answered, failed, pending, withFacts, withSummary } from "./answers.ts";
import { isDraftAction, withDraftAction, withoutOldAnswers } from "./draft-rules.ts";
import { instanceOf, openInstance, withInstance, withSettings } from "./instances.ts";
import type { AnalyzerInstance, AnalyzerState, Answers } from "./model.ts";
import { figureRefusal } from "./refusals.ts";
import { configured, selectTab, toggleOiExpiry, withOiOfLegs } from "./tabs.ts";
import { beginDrag, cancelDrag, endDrag, redo, undo } from "./undo.ts";

/** Steps through drafts are changes of the draft too. */
function stepped<A extends AnalyzerInstance>(before: A, after: A): A {
  return after === before ? before : { ...withoutOldAnswers(before, after), revision: before.revision + 1 };
}

function viewed<A extends Answers>(
  instance: AnalyzerInstance<A>,
  action: AnalyzerAction<A>,
  now: number,
): AnalyzerInstance<A> {
  switch (action.type) {
    case "select-tab":
      return selectTab(instance, action.tab);
    case "set-zoom":
      return { ...instance, zoom: action.zoom };
    case "set-config":
      return configured(instance, action.config);
    case "set-oi-expiries":
      return { ...instance, oiChartExpiries: action.expiries };
    case "toggle-oi-expiry":
      return toggleOiExpiry(instance, action.expiry);
    case "begin-drag":
      return beginDrag(instance);
    case "end-drag":
      return endDrag(instance);
    case "cancel-drag":
      return stepped(instance, cancelDrag(instance, now));
    case "undo":
      return stepped(instance, undo(instance, now));
    case "redo":
      return stepped(instance, redo(instance, now));
    default:
      return told(instance, action);
  }
}

function told<A extends Answers>(
  instance: AnalyzerInstance<A>,
  action: AnalyzerAction<A>,
): AnalyzerInstance<A> {
  const { strategySummary, strategyChart, oiChart, marginData } = instance;
  switch (action.type) {
    case "summary-pending":
      return { ...instance, strategySummary: pending(strategySummary) };
    case "summary-done":
      return withSummary(instance, action);
    case "summary-failed":
      return { ...instance, strategySummary: failed(strategySummary, action.message) };
    case "summary-aborted":
      return { ...instance, strategySummary: aborted(strategySummary) };
    case "strategy-chart-pending":
      return { ...instance, strategyChart: pending(strategyChart) };
    case "strategy-chart-done":
      return { ...instance, strategyChart: answered(action.chart) };
    case "strategy-chart-failed":
      return { ...instance, strategyChart: failed(strategyChart, action.message) };
    case "oi-chart-pending":
      return { ...instance, oiChart: pending(oiChart) };
    case "oi-chart-done":
      return { ...instance, oiChart: answered(action.chart) };
    case "oi-chart-failed":
      return { ...instance, oiChart: { ...failed(oiChart, action.message), value: null } };
    case "margin-pending":
      return { ...instance, marginData: pending(marginData) };
    case "margin-done":
      return { ...instance, marginData: answered(action.margin), marginSpanData: action.figures };
    case "margin-failed":
      return { ...instance, marginData: failed(marginData, null) };
    case "prices":
      return withFacts(instance, action.facts, action.receivedAt);
    default:
      return instance;
  }
}

/** @returns the very state when nothing comes of the action; `refusalOf` says why */
export function reduce<A extends Answers>(
  state: AnalyzerState<A>,
  action: AnalyzerAction<A>,
  context: AnalyzerContext,
): AnalyzerState<A> {
  const { namespace, now } = context;
  if (action.type === "open") return openInstance(state, namespace, action);
  if (action.type === "set-settings") return withSettings(state, action.settings);
  const before = instanceOf(state, namespace);
  if (figureRefusal(action) !== null) return state;
  const after = isDraftAction(action)
    ? withDraftAction(before, action, context)
    : viewed(before, action, now);
  return after === before ? state : withInstance(state, namespace, withOiOfLegs(after));
}
