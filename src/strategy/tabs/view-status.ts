import type { AnalyzerView } from "../../analyzer/analyzer.ts";
import type { TargetTimes, ViewStatus } from "../../components/analysis/types.ts";
import { TEXTS } from "../texts.ts";

/** What stands where figures of the analysis go. */
export function analysisStatus(
  { instance, payload }: Pick<AnalyzerView, "instance" | "payload">,
  emptyText: string,
  retry: () => void,
): ViewStatus {
  const legs = instance?.legs ?? [];
  if (legs.length === 0) return { kind: "empty", text: emptyText };
  if (legs.every(({ isSelected }) => !isSelected)) return { kind: "empty", text: TEXTS.empty.unselected };
  if (payload !== null) return { kind: "ready" };
  const error = instance?.strategySummary.error ?? null;
  return error === null ? { kind: "loading" } : { kind: "error", text: error, onRetry: retry };
}

/** The target date and its bounds, as the newest answer has them. */
export function targetTimesOf(payload: AnalyzerView["payload"]): TargetTimes | null {
  if (payload === null) return null;
  const { min, max, timestamps } = payload.target_datetime_defaults;
  return { min, max, timestamps, selected: payload.selected_target_datetime };
}
