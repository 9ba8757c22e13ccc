import type { AnalyzerView } from "../../analyzer/analyzer.ts";
import type { TargetTimes, ViewStatus } from "../../components/analysis/types.ts";
import { TEXTS } from "../texts.ts";

/** What an answer has only where its view was asked for (rule ANZ-48). */
type Part = "payoff_prices" | "tabular_payoffs" | "trade_details";

/**
 * What stands where figures of the analysis go.
 * @param part what the view shows: an answer without it is of another view's question, and its own is on the way
 */
export function analysisStatus(
  { instance, payload }: Pick<AnalyzerView, "instance" | "payload">,
  emptyText: string,
  retry: () => void,
  part: Part,
): ViewStatus {
  const legs = instance?.legs ?? [];
  if (legs.length === 0) return { kind: "empty", text: emptyText };
  if (legs.every(({ isSelected }) => !isSelected)) return { kind: "empty", text: TEXTS.empty.unselected };
  if (payload !== null && payload[part] !== null) return { kind: "ready" };
  const error = instance?.strategySummary.error ?? null;
  return error === null ? { kind: "loading" } : { kind: "error", text: error, onRetry: retry };
}

/** The target date and its bounds, as the newest answer has them. */
export function targetTimesOf({
  payload,
  underlying,
}: Pick<AnalyzerView, "payload" | "underlying">): TargetTimes | null {
  if (payload === null || underlying === null) return null;
  const { min, max } = payload.target_datetime_defaults;
  return { min, max, exchange: underlying.derivativeExchange, selected: payload.selected_target_datetime };
}
