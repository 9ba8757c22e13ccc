import { useContext } from "react";
import { useAnalyzer, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { MultiStrikeOiChart } from "../../components/analysis/time/MultiStrikeOiChart.tsx";
import { StrategyChart } from "../../components/analysis/time/StrategyChart.tsx";
import type { ViewStatus } from "../../components/analysis/types.ts";
import { TEXTS } from "../texts.ts";
import { ChartHeight } from "./chart-height.ts";

/** The combined premium of the selected trades over the day. */
export function StrategyChartTab() {
  const height = useContext(ChartHeight);
  const analyzer = useAnalyzer();
  const { instance, excluded } = useAnalyzerState();
  const chart = instance?.strategyChart ?? null;
  const status = (): ViewStatus => {
    const isLeftOut =
      excluded?.margin_and_charts || excluded?.chart_underlyings.includes(instance?.underlying ?? "");
    if (isLeftOut) return { kind: "empty", text: TEXTS.empty.noChart };
    if (!instance?.legs.length) return { kind: "empty", text: TEXTS.empty.chart };
    if (chart?.error) return { kind: "error", text: chart.error, onRetry: analyzer.retry };
    return chart?.value ? { kind: "ready" } : { kind: "loading" };
  };
  const isOld = chart !== null && (chart.isLoading || chart.error !== null);
  return (
    <StrategyChart
      {...(height !== undefined && { height })}
      status={status()}
      isStale={isOld}
      bars={chart?.value?.series ?? []}
    />
  );
}

/** Open interest of the legs' strikes over the day. */
export function MultiStrikeOiTab() {
  const analyzer = useAnalyzer();
  const { instance, multistrikeOi, isMultistrikeOiMissed } = useAnalyzerState();
  const hasOptions = instance?.legs.some(({ type }) => type === "CE" || type === "PE") ?? false;
  const status = (): ViewStatus => {
    if (!hasOptions) return { kind: "empty", text: TEXTS.empty.oi };
    if (multistrikeOi !== null) return { kind: "ready" };
    if (!isMultistrikeOiMissed) return { kind: "loading" };
    return { kind: "error", text: TEXTS.empty.noOi, onRetry: analyzer.retry };
  };
  return <MultiStrikeOiChart status={status()} isStale={isMultistrikeOiMissed} chart={multistrikeOi} />;
}
