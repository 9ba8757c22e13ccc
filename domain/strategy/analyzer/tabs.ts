/** How a strategy is looked at: what each tab asks of an analysis, zoom, expiries of the open interest (rules ANZ-48 and ANZ-50). */

import type { AnalysisTab, AnalyzerInstance, StrategyAnalyzerConfig } from "./model.ts";

type Wants = Pick<StrategyAnalyzerConfig, "enablePayoffChart" | "enablePayoffTable" | "enableTradeDetails">;

const NOTHING: Wants = { enablePayoffChart: false, enablePayoffTable: false, enableTradeDetails: false };

/** Null: a tab that shows no analysis; what was asked for stays asked for. */
const WANTS: Readonly<Record<AnalysisTab, Wants | null>> = {
  payoffChart: { ...NOTHING, enablePayoffChart: true },
  payoffTable: { ...NOTHING, enablePayoffTable: true },
  pnlTable: { ...NOTHING, enableTradeDetails: true },
  greeksTable: { ...NOTHING, enableTradeDetails: true },
  strategyChart: null,
  multiStrikeOiChart: null,
};

function withConfig<A extends AnalyzerInstance>(instance: A, change: Partial<StrategyAnalyzerConfig>): A {
  const before = instance.strategyAnalyzerConfig;
  const strategyAnalyzerConfig = { ...before, ...change };
  const names = Object.keys(change) as (keyof StrategyAnalyzerConfig)[];
  return names.every((name) => before[name] === change[name])
    ? instance
    : { ...instance, strategyAnalyzerConfig };
}

export function configured<A extends AnalyzerInstance>(
  instance: A,
  change: Partial<StrategyAnalyzerConfig>,
): A {
  const after = withConfig(instance, change);
  return after === instance ? instance : { ...after, revision: instance.revision + 1 };
}

/** Another tab asks for another analysis, but for the strategy chart, which has its own. */
export function selectTab<A extends AnalyzerInstance>(instance: A, tab: AnalysisTab): A {
  if (tab === instance.selectedAnalysisTab) return instance;
  const revision = instance.revision + (tab === "strategyChart" ? 0 : 1);
  return withConfig({ ...instance, selectedAnalysisTab: tab, revision }, WANTS[tab] ?? {});
}

/** Ignored for an expiry that the open interest is not offered of. */
export function toggleOiExpiry<A extends AnalyzerInstance>(instance: A, expiry: string): A {
  if (!instance.oiChartExpiries.some((each) => each.expiry === expiry)) return instance;
  const oiChartExpiries = instance.oiChartExpiries.map((each) =>
    each.expiry === expiry ? { ...each, isSelected: !each.isSelected } : each,
  );
  return { ...instance, oiChartExpiries, areOiExpiriesChosen: true };
}

/** Until some are chosen, the open interest is of the first expiry that the strategy lives to (rule ANZ-50). */
export function withOiOfLegs<A extends AnalyzerInstance>(instance: A): A {
  const { oiChartExpiries, areOiExpiriesChosen, legs, positions } = instance;
  if (areOiExpiriesChosen || oiChartExpiries.length === 0) return instance;
  const held = new Set(
    [...legs, ...positions].flatMap((leg) => (leg.isSelected && !leg.isExpired ? leg.expiry : [])),
  );
  const first = oiChartExpiries.find(({ expiry }) => held.has(expiry))?.expiry;
  if (first === undefined) return instance;
  const isAsItIs = oiChartExpiries.every(({ expiry, isSelected }) => isSelected === (expiry === first));
  if (isAsItIs) return instance;
  return {
    ...instance,
    oiChartExpiries: oiChartExpiries.map((each) => ({ ...each, isSelected: each.expiry === first })),
  };
}
