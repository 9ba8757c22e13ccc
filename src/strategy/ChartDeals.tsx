import { useEffect } from "react";
import { useAnalyzerFact } from "../analyzer/use-analyzer.tsx";
import { takesDealsOf } from "../shared/chart-deals.ts";
import { useChartDeals } from "./use-chart-deals.ts";

/** The strategy of a page that is there takes what charts propose on its underlying. */
export function ChartDeals() {
  const symbol = useAnalyzerFact(({ instance }) => instance?.underlying ?? "");
  useEffect(() => (symbol === "" ? undefined : takesDealsOf(symbol)), [symbol]);
  useChartDeals(symbol, symbol !== "");
  return null;
}
