/** Open interest by strike behind the payoff, and the expiries it may be of. */

import type { OiChartExpiry } from "#domain/strategy/analyzer/model.ts";
import { isOiGraphShown } from "#domain/strategy/oi-graph.ts";
import { builderOi } from "#protocol/generated/http/calls/charts/builder-oi.ts";
import { expiries as expiriesCall } from "#protocol/generated/http/calls/charts/expiries.ts";
import type { OiChart } from "./answers.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { createPolled, type Polled } from "./polled.ts";
import { oiChartRequest } from "./request-of.ts";
import type { Store } from "./store.ts";
import { OI_CHART_FAILED } from "./texts.ts";

const OI_MS = 180_000;
const EXPIRIES_MS = 900_000;

type Edges = Pick<AnalyzerEdges, "call" | "clock" | "caller" | "visibility" | "log">;

/** The open interest of no expiry. */
const NO_OI: Omit<OiChart, "underlying_symbol"> = {
  expiries: [],
  last_updated_at: null,
  underlying_price: null,
  total_call_oi: 0,
  total_put_oi: 0,
  pcr: null,
  oi_vs_strike: [],
  oi_change_vs_strike: [],
};

/** @param now market time, epoch ms; NaN unknown */
export function createOiChart(store: Store, edges: Edges, now: () => number): Polled {
  const { view } = store;

  function isShown(): boolean {
    const at = now();
    const expiries = store.instance()?.oiChartExpiries.map(({ expiry }) => expiry) ?? [];
    return Number.isNaN(at) || isOiGraphShown(expiries, at);
  }

  function isWanted(): boolean {
    const { phase } = edges.caller.read();
    return phase === "signed_in" && view.mayAnalyse !== false && store.instance()?.settings.OIMode !== "off";
  }

  function failed(error: unknown): void {
    edges.log(OI_CHART_FAILED.log, error);
    store.dispatch({ type: "oi-chart-failed", message: OI_CHART_FAILED.text });
  }

  const expiries = createPolled<readonly OiChartExpiry[]>(edges, {
    question() {
      const instance = store.instance();
      const { broker } = edges.caller.read();
      if (instance === null || !isWanted() || broker === null) return null;
      const { underlying } = instance;
      const input = {
        params: { id: String(broker) },
        query: { underlying_symbol: underlying, feature: "builder_oi" as const },
      };
      return {
        key: underlying,
        call: async (signal) => {
          const { payload } = await edges.call(expiriesCall, input, { signal });
          return payload.data.map((each) => ({
            expiry: each.expiry,
            expiryText: each.expiry_text,
            isWeekly: each.is_weekly,
            isSelected: each.is_default_selected,
          }));
        },
      };
    },
    everyMs: EXPIRIES_MS,
    delayMs: 0,
    done(found) {
      // Asked again, what the trader chose stays chosen.
      const before = new Map(store.instance()?.oiChartExpiries.map((each) => [each.expiry, each.isSelected]));
      const kept = found.map((each) => ({ ...each, isSelected: before.get(each.expiry) ?? each.isSelected }));
      store.dispatch({ type: "set-oi-expiries", expiries: kept });
    },
    failed(error) {
      store.dispatch({ type: "set-oi-expiries", expiries: [] });
      failed(error);
    },
  });

  const chart = createPolled<OiChart>(edges, {
    question() {
      const instance = store.instance();
      if (instance?.selectedAnalysisTab !== "payoffChart" || !isWanted() || !isShown()) return null;
      const body = oiChartRequest(instance);
      if (body === null) return null;
      const call = (signal: AbortSignal) =>
        edges.call(builderOi, { body }, { signal }).then(({ payload }) => payload);
      return { key: JSON.stringify(body), call };
    },
    everyMs: OI_MS,
    delayMs: 0,
    pending: () => store.dispatch({ type: "oi-chart-pending" }),
    done: (answer) => store.dispatch({ type: "oi-chart-done", chart: answer }),
    failed,
    none() {
      const instance = store.instance();
      // On another tab what was answered last stays for the way back.
      if (instance === null || oiChartRequest(instance) !== null) return;
      const chart = { ...NO_OI, underlying_symbol: instance.underlying };
      store.dispatch({ type: "oi-chart-done", chart });
    },
  });

  return {
    look() {
      expiries.look();
      chart.look();
    },
    retry() {
      expiries.retry();
      chart.retry();
    },
    dispose() {
      expiries.dispose();
      chart.dispose();
    },
  };
}
