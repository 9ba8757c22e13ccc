import type { ComponentType } from "react";
import { ANALYSIS_TABS, type AnalysisTab } from "#domain/strategy/analyzer/model.ts";
import { useAnalyzer, useAnalyzerFact } from "../../analyzer/use-analyzer.tsx";
import { lazily } from "../../components/lazily.tsx";
import { TabbedPanel } from "../../components/tabs/TabbedPanel.tsx";
import { TEXTS } from "../texts.ts";

/** The page is there before its charts are. */
const CONTENTS: Readonly<Record<AnalysisTab, ComponentType>> = {
  payoffChart: lazily(() => import("./PayoffTab.tsx").then((m) => m.PayoffTab)),
  payoffTable: lazily(() => import("./TableTabs.tsx").then((m) => m.PayoffTableTab)),
  pnlTable: lazily(() => import("./TableTabs.tsx").then((m) => m.PnlTab)),
  greeksTable: lazily(() => import("./TableTabs.tsx").then((m) => m.GreeksTab)),
  strategyChart: lazily(() => import("./ChartTabs.tsx").then((m) => m.StrategyChartTab)),
  multiStrikeOiChart: lazily(() => import("./ChartTabs.tsx").then((m) => m.MultiStrikeOiTab)),
};

interface Props {
  /** All of them unless told. */
  readonly only?: readonly AnalysisTab[];
}

/** The analysis by its views, one at a time. */
export function AnalysisTabs({ only = ANALYSIS_TABS }: Props) {
  const { dispatch } = useAnalyzer();
  const selected = useAnalyzerFact(({ instance }) => instance?.selectedAnalysisTab);
  return (
    <TabbedPanel
      name={TEXTS.tabs.name}
      tabs={only.map((id) => ({ id, label: TEXTS.tabs[id], Content: CONTENTS[id] }))}
      selected={selected ?? "payoffChart"}
      onSelect={(tab) => dispatch({ type: "select-tab", tab })}
      // What the payoff takes.
      room="440px"
    />
  );
}
