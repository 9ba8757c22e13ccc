import { type RefObject, useEffect } from "react";
import { useAnalyzer, useAnalyzerFact } from "../../analyzer/use-analyzer.tsx";
import type { PayoffChartHandle } from "../../components/analysis/types.ts";
import { overlaysOf } from "./overlays.ts";

/** What a trader put beside the strategy goes to the chart past React: curves of snapshots and of what is previewed, and pinned prices. */
export function useBeside(chart: RefObject<PayoffChartHandle | null>): void {
  const { compare } = useAnalyzer();
  const snapshots = useAnalyzerFact((view) => view.snapshots);
  const preview = useAnalyzerFact((view) => view.preview);
  const pins = useAnalyzerFact((view) => view.pins);
  const hasCurves = snapshots.some(({ isDrawn }) => isDrawn);
  useEffect(() => (hasCurves ? compare.follow() : undefined), [compare, hasCurves]);
  useEffect(() => chart.current?.show({ pins }), [chart, pins]);
  useEffect(
    () => chart.current?.show({ overlays: overlaysOf(snapshots, preview) }),
    [chart, snapshots, preview],
  );
}
