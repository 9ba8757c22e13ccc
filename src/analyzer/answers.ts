/** What the analyzer of this page is answered with: the bodies of the calls, in place of the parameter that `domain` leaves open. */

import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import type { AnalyzerInstance, AnalyzerState } from "#domain/strategy/analyzer/model.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { BuilderOiResponse, StrategyChartResponse } from "#protocol/http/charts.ts";
import type { MarginPayload, MarginV3Response } from "#protocol/http/margin.ts";
import type { MultistrikeOiResponse } from "#protocol/http/open-interest.ts";

export type StrategyChart = StrategyChartResponse["payload"];
export type OiChart = BuilderOiResponse["payload"];
export type MultistrikeOi = MultistrikeOiResponse["payload"];

interface Answered {
  /** Market time of the answer, epoch ms; the device's where the market's is not known. */
  readonly answeredAt: number;
}

/** Of accounts of ICICI Direct the older form, of all others the newer one. */
export type MarginAnswer =
  | (Answered & { readonly form: "v5"; readonly payload: MarginPayload })
  | (Answered & {
      readonly form: "v3";
      readonly payload: MarginV3Response;
      /** Rupees that the trades cost besides, received below 0: this form does not tell it. null: a price is not known. */
      readonly premium: number | null;
      /** Margin and premium together. */
      readonly capital: number | null;
    })
  /** nothing is selected that would need one */
  | null;

export interface BuilderAnswers {
  readonly summary: BuilderPayload;
  readonly strategyChart: StrategyChart;
  readonly oiChart: OiChart;
  readonly margin: MarginAnswer;
}

export type BuilderInstance = AnalyzerInstance<BuilderAnswers>;
export type BuilderState = AnalyzerState<BuilderAnswers>;
export type BuilderAction = AnalyzerAction<BuilderAnswers>;
