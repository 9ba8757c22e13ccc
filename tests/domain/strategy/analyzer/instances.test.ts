import { expect, test } from "vitest";
import { initialState, instanceOf } from "#domain/strategy/analyzer/instances.ts";
import {
  DATA_SOURCES,
  DEFAULT_ORDER,
  INSTANCE_LIMITS,
  NAMESPACES,
  type Namespace,
} from "#domain/strategy/analyzer/model.ts";
import { reduce } from "#domain/strategy/analyzer/reduce.ts";
import { ATM, add, bench, CONTEXT, FAR, NEAR, option, withLegs } from "./analyzer-fixture.ts";

const open = (instanceId: string, underlying = "NIFTY") =>
  ({ type: "open", instanceId, underlying }) as const;

test("[ANZ-1] six namespaces know nothing of one another", () => {
  expect(NAMESPACES).toEqual([
    "builder",
    "optionChain",
    "positions",
    "watchList",
    "conditionalOrders",
    "learnOptionsStrategies",
  ]);
  const before = initialState();
  const after = reduce(before, add(option("CE", ATM)), { ...CONTEXT, namespace: "watchList" });
  expect(instanceOf(after, "watchList").legs).toHaveLength(1);
  for (const name of NAMESPACES) if (name !== "watchList") expect(after[name]).toBe(before[name]);
});

test("[ANZ-2] of too many instances the one used longest ago goes", () => {
  const limits: Readonly<Record<Namespace, number>> = {
    builder: 1,
    optionChain: 5,
    positions: 5,
    watchList: 1,
    conditionalOrders: 1,
    learnOptionsStrategies: 1,
  };
  expect(INSTANCE_LIMITS).toEqual(limits);
  for (const name of NAMESPACES) {
    const made = bench({}, name);
    for (let i = 1; i <= 7; i++) made.do(open(`i${i}`));
    expect(made.state()[name]).toHaveLength(limits[name]);
  }
  const made = bench({}, "optionChain");
  expect(made.state().optionChain).toHaveLength(1);
  made.do(open("a"));
  expect(made.state().optionChain).toHaveLength(1);
  made.do(open("b"), open("c"), open("d"), open("e"), open("a"), open("f"));
  expect(made.state().optionChain.map(({ instanceId }) => instanceId)).toEqual(["f", "a", "e", "d", "c"]);
});

test("[ANZ-3] another underlying begins empty, in the manner of before", () => {
  const made = withLegs(option("CE", ATM));
  made.do(
    { type: "select-tab", tab: "pnlTable" },
    { type: "set-iv-offset", points: 3 },
    { type: "set-settings", settings: { tradeView: "units" } },
  );
  const { legs, revision } = made.now();
  const after = made.do(open("one", "BANKNIFTY"));
  expect(after).toMatchObject({
    underlying: "BANKNIFTY",
    legs: [],
    ivOffset: 0,
    dataSource: "EMPTY",
    past: [],
    selectedAnalysisTab: "pnlTable",
    settings: { tradeView: "units" },
  });
  expect(legs).toHaveLength(1);
  expect(after.revision).toBeGreaterThan(revision);
});

test("[ANZ-3] its own underlying finds it as it was, and is analysed anew", () => {
  const made = bench({}, "optionChain");
  made.do(open("a"), add(option("CE", ATM)));
  const left = made.now();
  made.do(open("b", "BANKNIFTY"));
  const back = made.do(open("a"));
  expect(back.legs).toBe(left.legs);
  expect(back.revision).toBeGreaterThan(left.revision);
  const state = made.state();
  made.do(open("a"), open("", "NIFTY"), open("a", ""));
  expect(made.state()).toBe(state);
});

test("[ANZ-4] it begins with the product's defaults", () => {
  expect(bench().now()).toMatchObject({
    underlying: "NIFTY",
    dataSource: "EMPTY",
    ivOffset: 0,
    lotMultiplier: 1,
    targetPrice: null,
    targetDateTime: null,
    selectedAnalysisTab: "payoffChart",
    zoom: { kind: "ZoomIn" },
    settings: { sdMode: "expiry", sdFixedDays: 7, multiplyByLotSize: true, multiplyByLots: true },
    strategyAnalyzerConfig: {
      factorInBookedPnl: true,
      enablePayoffChart: true,
      enablePayoffTable: false,
      enableTradeDetails: false,
      isMarginDataRequired: true,
    },
    marginSpanData: { marginRequired: 0, capitalRequired: 0 },
  });
  expect(DEFAULT_ORDER).toEqual({ action: "BUY", type: "LIMIT", product: "NRML", validity: "DAY" });
});

test("[ANZ-5] a setting counts in every instance, and asks for another analysis", () => {
  const made = bench({}, "optionChain");
  made.do(open("a"), open("b"));
  const before = made.state();
  made.do({ type: "set-settings", settings: { OIMode: "off", sdFixedDays: 14 } });
  for (const name of NAMESPACES) {
    for (const [i, each] of made.state()[name].entries()) {
      expect(each.settings).toMatchObject({ OIMode: "off", sdFixedDays: 14 });
      expect(each.revision).toBe(before[name][i]!.revision + 1);
    }
  }
  const set = made.state();
  for (const sdFixedDays of [0, -1, 1.5, 3_651, Number.NaN, 1e308, 14])
    made.do({ type: "set-settings", settings: { sdFixedDays } });
  expect(made.state()).toBe(set);
});

test("[ANZ-26] sources have the names that people read", () => {
  expect(DATA_SOURCES).toEqual({
    EMPTY: "Empty",
    UNSAVED_STRATEGY: "Unsaved Strategy",
    PRESET_STRATEGY: "Ready-Made Strategy",
    SAVED_STRATEGY: "Saved Strategy",
    DRAFT_PORTFOLIOS: "Drafts Mode",
    LIVE_POSITIONS: "Real Trades and Positions",
  });
});

test("[ANZ-48] each tab asks for what it shows", () => {
  const made = withLegs(option("CE", ATM));
  const wants = () => {
    const { enablePayoffChart, enablePayoffTable, enableTradeDetails } = made.now().strategyAnalyzerConfig;
    return [enablePayoffChart, enablePayoffTable, enableTradeDetails];
  };
  expect(wants()).toEqual([true, false, false]);
  for (const [tab, expected] of [
    ["payoffTable", [false, true, false]],
    ["pnlTable", [false, false, true]],
    ["greeksTable", [false, false, true]],
    ["strategyChart", [false, false, true]],
    ["multiStrikeOiChart", [false, false, true]],
    ["payoffChart", [true, false, false]],
  ] as const) {
    const { revision } = made.now();
    const after = made.do({ type: "select-tab", tab });
    expect(wants(), tab).toEqual(expected);
    expect(after.selectedAnalysisTab).toBe(tab);
    expect(after.revision, tab).toBe(revision + (tab === "strategyChart" ? 0 : 1));
  }
  const { revision, strategyAnalyzerConfig } = made.now();
  made.do({ type: "set-config", config: { isMarginDataRequired: true } });
  expect(made.now().strategyAnalyzerConfig).toBe(strategyAnalyzerConfig);
  expect(made.do({ type: "set-config", config: { isMarginDataRequired: false } }).revision).toBe(
    revision + 1,
  );
});

test("[ANZ-49] a range of prices has its lower end below its upper", () => {
  const made = withLegs(option("CE", ATM));
  const zoom = { kind: "CustomZoomIn", min: 23_000, max: 25_000 } as const;
  expect(made.do({ type: "set-zoom", zoom }).zoom).toEqual(zoom);
  for (const [min, max] of [
    [25_000, 23_000],
    [1, 1],
    [Number.NaN, 1],
    [1, 1e308],
    [-5, 5],
  ] as const) {
    const action = { type: "set-zoom", zoom: { kind: "CustomZoomIn", min, max } } as const;
    expect(made.refusal(action)).toBe("ZOOM");
    expect(made.do(action).zoom).toEqual(zoom);
  }
  expect(made.do({ type: "set-zoom", zoom: { kind: "ZoomIn" } }).zoom).toEqual({ kind: "ZoomIn" });
});

test("[ANZ-50] the open interest is of the first expiry of the legs, until one is taken in or out", () => {
  const of = (expiry: string, isSelected: boolean) => ({
    expiry,
    expiryText: expiry,
    isWeekly: true,
    isSelected,
  });
  const selected = (instance: { oiChartExpiries: readonly { expiry: string; isSelected: boolean }[] }) =>
    instance.oiChartExpiries.flatMap(({ expiry, isSelected }) => (isSelected ? [expiry] : []));
  const made = withLegs(option("CE", ATM));
  expect(
    selected(
      made.do({
        type: "set-oi-expiries",
        expiries: [of("2026-08-18", true), of(NEAR, false), of(FAR, false)],
      }),
    ),
  ).toEqual([NEAR]);
  const [leg] = made.now().legs;
  expect(selected(made.do({ type: "set-expiry", id: leg!.id, expiry: FAR }))).toEqual([FAR]);
  made.do({ type: "toggle-oi-expiry", expiry: "2026-08-18" });
  expect(selected(made.do({ type: "set-expiry", id: leg!.id, expiry: NEAR }))).toEqual(["2026-08-18", FAR]);
});

test("[ANZ-50] expiries of the open interest are taken in and out", () => {
  const made = withLegs(option("CE", ATM));
  const expiry = { expiry: NEAR, expiryText: "25 Aug", isWeekly: true, isSelected: true };
  made.do({ type: "set-oi-expiries", expiries: [expiry] });
  expect(made.do({ type: "toggle-oi-expiry", expiry: NEAR }).oiChartExpiries).toEqual([
    { ...expiry, isSelected: false },
  ]);
  const state = made.state();
  made.do({ type: "toggle-oi-expiry", expiry: "2030-01-01" });
  expect(made.state()).toBe(state);
});
