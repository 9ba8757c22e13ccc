import { useContext } from "react";
import { useAnalyzer, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { MultiStrikeOiChart } from "../../components/analysis/time/MultiStrikeOiChart.tsx";
import { StrategyChart } from "../../components/analysis/time/StrategyChart.tsx";
import type { StrategyBar } from "../../components/analysis/types.ts";
import { ChartHeight } from "./chart-height.ts";
import { isStrategyChartOld, multistrikeOiStatus, strategyChartStatus } from "./chart-status.ts";

const NO_BARS: readonly StrategyBar[] = [];

/** The combined premium of the selected trades over the day. */
export function StrategyChartTab() {
  const height = useContext(ChartHeight);
  const analyzer = useAnalyzer();
  const view = useAnalyzerState();
  const status = strategyChartStatus(view, analyzer.retry);
  const bars = view.instance?.strategyChart.value?.series ?? NO_BARS;
  const isEmpty = status.kind === "empty";
  return (
    <StrategyChart
      {...(height !== undefined && { height })}
      status={status}
      isStale={!isEmpty && isStrategyChartOld(view.instance)}
      symbol={view.instance?.underlying ?? ""}
      bars={isEmpty ? NO_BARS : bars}
    />
  );
}

/** Open interest of the legs' contracts over the day. */
export function MultiStrikeOiTab() {
  const analyzer = useAnalyzer();
  const view = useAnalyzerState();
  return (
    <MultiStrikeOiChart
      status={multistrikeOiStatus(view, analyzer.retry)}
      isStale={view.isMultistrikeOiMissed}
      chart={view.multistrikeOi}
    />
  );
}
