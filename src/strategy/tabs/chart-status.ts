/** What stands where the charts over time go: they are of the legs that are asked about, and of no others. Pure. */

import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { MOST_CHART_LEGS } from "#protocol/http/chart-limits.ts";
import type { AnalyzerView, BuilderInstance } from "../../analyzer/analyzer.ts";
import { oiSymbols, selectedLegs, strategyChartRequest } from "../../analyzer/request-of.ts";
import type { ViewStatus } from "../../components/analysis/types.ts";
import { TEXTS } from "../texts.ts";
import { TEXTS as OWN } from "./texts.ts";

const empty = (text: string): ViewStatus => ({ kind: "empty", text });

/**
 * Says why no leg is charted, when none is.
 * @param none what is said before there are any
 * @param charted what stands there when some are
 */
function ofLegs(
  instance: BuilderInstance | null,
  none: string,
  charted: (instance: BuilderInstance) => ViewStatus,
): ViewStatus {
  const legs = instance === null ? [] : strategyLegs(instance);
  if (instance === null || legs.length === 0) return empty(none);
  if (selectedLegs(instance).length > 0) return charted(instance);
  return empty(legs.some(({ isSelected }) => isSelected) ? OWN.over : TEXTS.empty.unselected);
}

type ChartView = Pick<AnalyzerView, "instance" | "excluded">;

export function strategyChartStatus({ instance, excluded }: ChartView, retry: () => void): ViewStatus {
  const isLeftOut =
    excluded?.margin_and_charts || excluded?.chart_underlyings.includes(instance?.underlying ?? "");
  if (isLeftOut) return empty(TEXTS.empty.noChart);
  return ofLegs(instance, TEXTS.empty.chart, (charted) => {
    const count = selectedLegs(charted).length;
    if (count > MOST_CHART_LEGS) return empty(OWN.manyPremiums(MOST_CHART_LEGS, count));
    const { value, error } = charted.strategyChart;
    if (error !== null) return { kind: "error", text: error, onRetry: retry };
    return value === null ? { kind: "loading" } : { kind: "ready" };
  });
}

/** Whether the chart at hand is not that of the trades as they are now: a newer one is on its way, or did not come. */
export function isStrategyChartOld(instance: BuilderInstance | null): boolean {
  if (instance === null || instance.strategyChart.value === null) return false;
  const { value, isLoading, error } = instance.strategyChart;
  if (isLoading || error !== null) return true;
  const asked = strategyChartRequest(instance)?.trades ?? [];
  const drawn = value.ratios.map(({ ratio, ...trade }) => ({
    ...trade,
    quantity: Math.round(ratio * value.unit_quantity),
  }));
  return (
    asked.length !== drawn.length ||
    asked.some(
      (trade, i) =>
        trade.tradingsymbol !== drawn[i]!.tradingsymbol ||
        trade.trade_action !== drawn[i]!.trade_action ||
        trade.quantity !== drawn[i]!.quantity,
    )
  );
}

type OiView = Pick<AnalyzerView, "instance" | "multistrikeOi" | "isMultistrikeOiMissed">;

export function multistrikeOiStatus(view: OiView, retry: () => void): ViewStatus {
  return ofLegs(view.instance, TEXTS.empty.oi, (charted) => {
    const count = oiSymbols(charted).length;
    if (count === 0) return empty(OWN.sharesAlone);
    if (count > MOST_CHART_LEGS) return empty(OWN.manyOi(MOST_CHART_LEGS, count));
    if (view.multistrikeOi !== null) return { kind: "ready" };
    if (!view.isMultistrikeOiMissed) return { kind: "loading" };
    return { kind: "error", text: TEXTS.empty.noOi, onRetry: retry };
  });
}
