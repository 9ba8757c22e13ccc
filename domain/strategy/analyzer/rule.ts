/** How a rule of the analyzer is written. */

import type { AnalyzerAction, AnalyzerContext } from "./actions.ts";
import type { AnalyzerInstance, Draft } from "./model.ts";

/** What becomes different; what is left out stays. */
export type Change = Partial<Draft & Pick<AnalyzerInstance, "nextLeg">>;

export type ActionOf<Type extends AnalyzerAction["type"]> = Extract<AnalyzerAction, { readonly type: Type }>;

/** @returns `NOTHING` when nothing comes of the action */
export type Rule<Type extends AnalyzerAction["type"]> = (
  instance: AnalyzerInstance,
  action: ActionOf<Type>,
  context: AnalyzerContext,
) => Change;

export const NOTHING: Change = {};
