/** The two charts over time, each asked for on its own tab alone: a strategy's combined premium, and the open interest of its legs. */

import { ref } from "valtio";
import { ANALYZER_ERRORS, ANALYZER_LOGS } from "#domain/strategy/analyzer/answers.ts";
import { mayFetchStrategyChart } from "#domain/strategy/analyzer/summary-rules.ts";
import { strategyChart } from "#protocol/generated/http/calls/charts/strategy-chart.ts";
import { multistrikeOi } from "#protocol/generated/http/calls/open-interest/multistrike-oi.ts";
import type { MultistrikeOi, StrategyChart } from "./answers.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { createPolled, type Polled } from "./polled.ts";
import { multistrikeOiRequest, strategyChartRequest } from "./request-of.ts";
import type { Store } from "./store.ts";
import { MULTISTRIKE_OI_LOG } from "./texts.ts";

const STRATEGY_CHART_MS = 300_000;
const MULTISTRIKE_OI_MS = 180_000;
/** Legs that are changed one after the other are one question. */
const DELAY_MS = 200;

type Edges = Pick<AnalyzerEdges, "call" | "clock" | "caller" | "visibility" | "log">;

export function createStrategyChart(store: Store, edges: Edges): Polled {
  const { view } = store;
  return createPolled<StrategyChart>(edges, {
    question() {
      const instance = store.instance();
      const { excluded } = view;
      if (instance === null || excluded === null || edges.caller.read().phase !== "signed_in") return null;
      const may = mayFetchStrategyChart(instance, {
        isExcluded: excluded.margin_and_charts,
        excludedUnderlyings: excluded.chart_underlyings,
      });
      if (view.mayAnalyse === false || !may.ok) return null;
      const body = strategyChartRequest(instance);
      if (body === null) return null;
      const call = (signal: AbortSignal) =>
        edges.call(strategyChart, { body }, { signal }).then(({ payload }) => payload);
      return { key: JSON.stringify(body), call };
    },
    everyMs: STRATEGY_CHART_MS,
    delayMs: DELAY_MS,
    pending: () => store.dispatch({ type: "strategy-chart-pending" }),
    done: (chart) => store.dispatch({ type: "strategy-chart-done", chart }),
    failed(error) {
      edges.log(ANALYZER_LOGS.strategyChart, error);
      store.dispatch({ type: "strategy-chart-failed", message: ANALYZER_ERRORS.strategyChart });
    },
  });
}

export function createMultistrikeOi(store: Store, edges: Edges): Polled {
  const { view } = store;
  return createPolled<MultistrikeOi>(edges, {
    question() {
      const instance = store.instance();
      if (instance?.selectedAnalysisTab !== "multiStrikeOiChart" || edges.caller.read().phase !== "signed_in")
        return null;
      if (view.mayAnalyse === false) return null;
      const body = multistrikeOiRequest(instance);
      if (body === null) return null;
      const call = (signal: AbortSignal) =>
        edges.call(multistrikeOi, { body }, { signal }).then(({ payload }) => payload);
      return { key: JSON.stringify(body), call };
    },
    everyMs: MULTISTRIKE_OI_MS,
    delayMs: DELAY_MS,
    done(answer) {
      view.multistrikeOi = ref(answer);
      view.isMultistrikeOiMissed = false;
    },
    failed(error) {
      edges.log(MULTISTRIKE_OI_LOG, error);
      view.isMultistrikeOiMissed = true;
    },
    none() {
      view.multistrikeOi = null;
      view.isMultistrikeOiMissed = false;
    },
  });
}
