/** Which instances there are, and which one is in use (rules ANZ-1 to ANZ-5). */

import { AT_LTP } from "../entry.ts";
import { isSdDays } from "./bounds.ts";
import {
  type AnalyzerInstance,
  type AnalyzerSettings,
  type AnalyzerState,
  type Answers,
  type Asked,
  DEFAULT_CONFIG,
  DEFAULT_SETTINGS,
  DEFAULT_UNDERLYING,
  type Draft,
  INSTANCE_LIMITS,
  type Instances,
  NAMESPACES,
  type Namespace,
} from "./model.ts";

/** A strategy of nothing. */
export const EMPTY_DRAFT: Draft = {
  dataSource: "EMPTY",
  dataSourceMeta: null,
  legs: [],
  positions: [],
  positionExpiryFilters: {},
  targetPrice: null,
  targetDateTime: null,
  payoffTableTargetInterval: null,
  ivOffset: 0,
  customStrikeWiseIvs: {},
  entryPricing: AT_LTP,
  lotMultiplier: 1,
  manualPnl: { isChecked: false, pnl: 0 },
};

export const NOT_ASKED: Asked<never> = { value: null, isLoading: false, error: null, errors: 0 };

/** Of a strategy without trades; one that was not answered yet has null and null. */
export const NO_MARGIN = { marginRequired: 0, capitalRequired: 0 } as const;

type Manner = Pick<AnalyzerInstance, "settings" | "strategyAnalyzerConfig" | "selectedAnalysisTab">;

const DEFAULT_MANNER: Manner = {
  settings: DEFAULT_SETTINGS,
  strategyAnalyzerConfig: DEFAULT_CONFIG,
  selectedAnalysisTab: "payoffChart",
};

/** @param manner how strategies are looked at so far */
function newInstance<A extends Answers>(
  instanceId: string,
  underlying: string,
  { settings, strategyAnalyzerConfig, selectedAnalysisTab }: Manner,
): AnalyzerInstance<A> {
  return {
    ...EMPTY_DRAFT,
    instanceId,
    underlying,
    selectedTargetInterval: null,
    targetDateTimeBounds: null,
    settings,
    strategyAnalyzerConfig,
    selectedAnalysisTab,
    zoom: { kind: "ZoomIn" },
    oiChartExpiries: [],
    areOiExpiriesChosen: false,
    oiChart: NOT_ASKED,
    marginData: NOT_ASKED,
    marginSpanData: NO_MARGIN,
    strategySummary: NOT_ASKED,
    strategyChart: NOT_ASKED,
    pricesLastUpdatedAt: null,
    revision: 0,
    nextLeg: 1,
    past: [],
    future: [],
    dragFrom: null,
  };
}

/** Every namespace with an instance that was not opened yet. */
export function initialState<A extends Answers = Answers>(): AnalyzerState<A> {
  const instances = (): Instances<A> => [newInstance<A>("", DEFAULT_UNDERLYING, DEFAULT_MANNER)];
  return Object.fromEntries(NAMESPACES.map((name) => [name, instances()])) as unknown as AnalyzerState<A>;
}

/** The one in use. */
export function instanceOf<A extends Answers>(
  state: AnalyzerState<A>,
  namespace: Namespace,
): AnalyzerInstance<A> {
  return state[namespace][0];
}

/** The state with another instance in use in place of the one that was. */
export function withInstance<A extends Answers>(
  state: AnalyzerState<A>,
  namespace: Namespace,
  instance: AnalyzerInstance<A>,
): AnalyzerState<A> {
  const [, ...others] = state[namespace];
  return { ...state, [namespace]: [instance, ...others] };
}

/**
 * Takes an instance in use; a new one, or one that changes its underlying, begins empty. Of too many the one used longest ago goes.
 * Its revision is above all others', so that an answer to another instance is never taken for its own.
 */
export function openInstance<A extends Answers>(
  state: AnalyzerState<A>,
  namespace: Namespace,
  { underlying, instanceId }: { readonly underlying: string; readonly instanceId: string },
): AnalyzerState<A> {
  if (underlying === "" || instanceId === "") return state;
  const instances = state[namespace];
  const found = instances.find((each) => each.instanceId === instanceId);
  const isKept = found?.underlying === underlying;
  if (isKept && found === instances[0]) return state;
  const opened = isKept ? found : newInstance<A>(instanceId, underlying, found ?? instances[0]);
  const revision = 1 + Math.max(...instances.map((each) => each.revision));
  const others = instances.filter((each) => each.instanceId !== "" && each.instanceId !== instanceId);
  return {
    ...state,
    [namespace]: [{ ...opened, revision }, ...others.slice(0, INSTANCE_LIMITS[namespace] - 1)],
  };
}

/** Settings are a trader's own: what is set in one instance counts in all. */
export function withSettings<A extends Answers>(
  state: AnalyzerState<A>,
  change: Partial<AnalyzerSettings>,
): AnalyzerState<A> {
  if (change.sdFixedDays !== undefined && !isSdDays(change.sdFixedDays)) return state;
  const names = Object.keys(change) as (keyof AnalyzerSettings)[];
  const set = (instance: AnalyzerInstance<A>): AnalyzerInstance<A> =>
    names.every((name) => instance.settings[name] === change[name])
      ? instance
      : { ...instance, settings: { ...instance.settings, ...change }, revision: instance.revision + 1 };
  const after = NAMESPACES.map((name) => [name, state[name].map(set)] as const);
  const isSame = after.every(([name, instances]) => instances.every((each, i) => each === state[name][i]));
  return isSame ? state : (Object.fromEntries(after) as unknown as AnalyzerState<A>);
}
