/** When the server is asked for an analysis, a chart and a margin (rules ANZ-42 to ANZ-47). */

import type { AnalyzerAction } from "./actions.ts";
import { ANALYZER_ERRORS } from "./answers.ts";
import { strategyLegs } from "./figures.ts";
import type { AnalyzerInstance } from "./model.ts";

/** Who asks, and what. */
export interface Asking {
  readonly isAnonymous: boolean;
  readonly hasBroker: boolean;
  /** It is the question that was asked last. */
  readonly isEqual: boolean;
  /** After a reset, a refresh or a change of settings the same may be asked again. */
  readonly isForced: boolean;
}

type NotAsked = "NO_TRADES" | "ANONYMOUS" | "UNINITIALISED_LEGS" | "EQUAL_PAYLOAD" | "NO_BROKER";

type MayFetch<Reason> = { readonly ok: true } | { readonly ok: false; readonly reason: Reason };

const no = <Reason>(reason: Reason): MayFetch<Reason> => ({ ok: false, reason });

/** What is said of a question that was not put; null: nothing, it needs no answer. */
export const NOT_ASKED_ERRORS: Readonly<Record<NotAsked, string | null>> = {
  NO_TRADES: null,
  ANONYMOUS: null,
  UNINITIALISED_LEGS: null,
  EQUAL_PAYLOAD: null,
  NO_BROKER: ANALYZER_ERRORS.noBroker,
};

export function mayFetchSummary(instance: AnalyzerInstance, asking: Asking): MayFetch<NotAsked> {
  const legs = strategyLegs(instance);
  if (legs.length === 0) return no("NO_TRADES");
  if (asking.isAnonymous) return no("ANONYMOUS");
  if (legs.some(({ isInitialized }) => !isInitialized)) return no("UNINITIALISED_LEGS");
  if (!asking.hasBroker) return no("NO_BROKER");
  return asking.isEqual && !asking.isForced ? no("EQUAL_PAYLOAD") : { ok: true };
}

/** Whether an action asks for an analysis even when the question is the one of before. A refresh is asked for outside. */
export function forcesSummary(action: AnalyzerAction): boolean {
  switch (action.type) {
    case "set-settings":
    case "reset-prices":
    case "reset-ivs":
    case "reset-position-expiries":
      return true;
    case "set-target-price":
      return action.price === null;
    case "set-target-time":
      return action.time === null;
    case "set-target-interval":
      return action.interval === null;
    default:
      return false;
  }
}

export function mayFetchMargin(
  { legs, positions, strategyAnalyzerConfig }: AnalyzerInstance,
  { isExcluded }: { readonly isExcluded: boolean },
): MayFetch<"EXCLUDED" | "NOT_REQUIRED" | "NO_TRADES"> {
  if (isExcluded) return no("EXCLUDED");
  if (!strategyAnalyzerConfig.isMarginDataRequired) return no("NOT_REQUIRED");
  return legs.length + positions.length === 0 ? no("NO_TRADES") : { ok: true };
}

export function mayFetchStrategyChart(
  { selectedAnalysisTab, underlying, legs, positions }: AnalyzerInstance,
  {
    isExcluded,
    excludedUnderlyings,
  }: { readonly isExcluded: boolean; readonly excludedUnderlyings: readonly string[] },
): MayFetch<"OTHER_TAB" | "EXCLUDED" | "UNDERLYING" | "NO_TRADES"> {
  if (selectedAnalysisTab !== "strategyChart") return no("OTHER_TAB");
  if (isExcluded) return no("EXCLUDED");
  if (excludedUnderlyings.includes(underlying)) return no("UNDERLYING");
  return legs.length + positions.length === 0 ? no("NO_TRADES") : { ok: true };
}
