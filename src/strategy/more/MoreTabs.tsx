import { useState } from "react";
import { useAnalyzerFact } from "../../analyzer/use-analyzer.tsx";
import { lazily } from "../../components/lazily.tsx";
import { type Tab, TabbedPanel } from "../../components/tabs/TabbedPanel.tsx";
import { ChartDeals } from "../ChartDeals.tsx";
import { TEXTS } from "./texts.ts";

/** What else can be asked about a strategy; the code of each comes when it is first looked at. */
const TABS: readonly Tab<string>[] = [
  {
    id: "compare",
    label: TEXTS.compare,
    Content: lazily(() => import("./compare/CompareTab.tsx").then((m) => m.CompareTab)),
  },
  {
    id: "why",
    label: TEXTS.why,
    Content: lazily(() => import("./why/WhyTab.tsx").then((m) => m.WhyTab)),
  },
  {
    id: "money",
    label: TEXTS.money,
    Content: lazily(() => import("./money/MoneyPanel.tsx").then((m) => m.MoneyPanel)),
  },
  {
    id: "adjust",
    label: TEXTS.adjust,
    Content: lazily(() => import("./adjust/AdjustPanel.tsx").then((m) => m.AdjustPanel)),
  },
];

/** Below the analysis, where the strategy takes what charts propose; while there is none there is nothing to ask. */
export function MoreTabs() {
  const hasLegs = useAnalyzerFact(({ instance }) => instance !== null && instance.legs.length > 0);
  const [selected, select] = useState("");
  return (
    <>
      <ChartDeals />
      {hasLegs ? (
        <TabbedPanel name={TEXTS.name} tabs={TABS} selected={selected} onSelect={select} room="220px" />
      ) : null}
    </>
  );
}
