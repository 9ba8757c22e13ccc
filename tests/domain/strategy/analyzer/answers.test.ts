import { describe, expect, test } from "vitest";
import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import { ANALYZER_ERRORS } from "#domain/strategy/analyzer/answers.ts";
import {
  type Asking,
  forcesSummary,
  mayFetchMargin,
  mayFetchStrategyChart,
  mayFetchSummary,
  NOT_ASKED_ERRORS,
} from "#domain/strategy/analyzer/summary-rules.ts";
import {
  ATM,
  add,
  type Bench,
  bench,
  FAR,
  facts,
  NEAR,
  NOW,
  option,
  position,
  positionsOf,
  prices,
  trade,
  withLegs,
} from "./analyzer-fixture.ts";

const done = (made: Bench, revision = made.now().revision): AnalyzerAction => ({
  type: "summary-done",
  revision,
  summary: `answer ${revision}`,
  facts: facts(made.now().legs),
  receivedAt: 77,
});

describe("an analysis", () => {
  test("[ANZ-39] is taken for the revision it was asked for, and for no other", () => {
    const made = withLegs(option("CE", ATM));
    const older = done(made);
    made.do({ type: "flip-leg", id: made.now().legs[0]!.id }, { type: "summary-pending" });
    const waiting = made.state();
    made.do(older);
    expect(made.state()).toBe(waiting);
    made.do(done(made));
    expect(made.now().strategySummary.value).toBe(`answer ${made.now().revision}`);
  });

  test("[ANZ-39] every change of what is analysed counts the revision up, and a look does not", () => {
    const made = withLegs(option("CE", ATM));
    const id = made.now().legs[0]!.id;
    const counts = (...actions: readonly AnalyzerAction[]) => {
      const { revision } = made.now();
      return made.do(...actions).revision - revision;
    };
    expect(counts({ type: "toggle-leg", id })).toBe(1);
    expect(counts({ type: "set-iv-offset", points: 1 }, { type: "undo" }, { type: "redo" })).toBe(3);
    expect(
      counts({ type: "begin-drag" }, { type: "end-drag" }, { type: "set-zoom", zoom: { kind: "ZoomIn" } }),
    ).toBe(0);
    expect(counts({ type: "set-iv-offset", points: 1 })).toBe(0);
    expect(counts(prices(made.now().legs, 5, 1))).toBe(0);
  });

  test("[ANZ-40] waits, is answered, fails and is given up", () => {
    const made = withLegs(option("CE", ATM));
    const asked = () => made.now().strategySummary;
    const fail = { type: "summary-failed", message: ANALYZER_ERRORS.summary } as const;
    made.do({ type: "summary-pending" }, done(made), { type: "summary-pending" });
    expect(asked()).toMatchObject({ isLoading: true, errors: 0 });
    const { value } = asked();
    made.do(fail, { type: "summary-pending" }, fail);
    expect(asked()).toEqual({ value, isLoading: false, error: "Oops! Something went wrong", errors: 2 });
    made.do({ type: "summary-pending" }, { type: "summary-aborted" });
    expect(asked()).toMatchObject({ isLoading: false, errors: 2 });
    made.do(done(made));
    expect(asked()).toMatchObject({ error: null, errors: 0 });
  });

  test("[ANZ-41] tells legs and positions their prices, and the bounds", () => {
    const made = withLegs(option("CE", ATM));
    made.do(positionsOf([position(option("CE", ATM))]));
    made.do(done(made));
    for (const leg of [...made.now().legs, ...made.now().positions]) {
      expect(leg).toMatchObject({
        marketIv: 0.14,
        quotedAt: 77,
        quote: { lastPrice: 120, usablePrice: 120.5, isLiquid: true, warnings: ["WIDE_SPREAD"] },
      });
      expect(leg.quote).not.toHaveProperty("iv");
    }
    expect(made.now()).toMatchObject({
      pricesLastUpdatedAt: 77,
      selectedTargetInterval: 0.01,
      targetDateTimeBounds: { min: NOW },
    });
  });

  test("[ANZ-41] leaves what it does not name, and takes no IV below 0", () => {
    const made = withLegs(option("CE", ATM), option("PE", ATM));
    const [call, put] = made.now().legs;
    made.do(prices([call!], 10, 1), prices([put!], 20, 2));
    expect(made.now().legs.map(({ quote, quotedAt }) => [quote.lastPrice, quotedAt])).toEqual([
      [10, 1],
      [20, 2],
    ]);
    for (const iv of [-0.1, Infinity, Number.NaN]) {
      made.do({ type: "prices", facts: facts([call!], { iv }), receivedAt: 3 });
      expect(made.now().legs[0]!.marketIv).toBeNaN();
    }
  });

  test("[ANZ-41] is asked for anew when an expiry passed", () => {
    const made = withLegs(option("CE", ATM));
    const { revision, legs } = made.now();
    const after = { ...facts(legs), now: legs[0]!.expiryInstant };
    made.do({ type: "prices", facts: after, receivedAt: 1 }, { type: "prices", facts: after, receivedAt: 2 });
    expect(made.now().legs[0]!.isExpired).toBe(true);
    expect(made.now().revision).toBe(revision + 1);
  });
});

describe("an analysis is asked for", () => {
  const ASKING: Asking = { isAnonymous: false, hasBroker: true, isEqual: false, isForced: false };
  const may = (made: Bench, asking: Partial<Asking> = {}) => {
    const answer = mayFetchSummary(made.now(), { ...ASKING, ...asking });
    return answer.ok ? "ok" : answer.reason;
  };

  test("[ANZ-42] by changes, and by no answer, zoom or strategy chart", () => {
    const asks = (action: AnalyzerAction) => {
      const made = withLegs(option("CE", ATM), option("PE", ATM));
      made.do({ type: "set-target-time", time: NOW + 1 });
      const { revision } = made.now();
      return made.do(action).revision > revision;
    };
    for (const action of [
      add(option("CE", ATM, FAR)),
      { type: "toggle-all", isSelected: false },
      { type: "set-iv-offset", points: 1 },
      { type: "set-strike-iv", expiry: NEAR, strike: ATM, iv: 0.2 },
      { type: "set-target-time", time: null },
      { type: "set-target-price", price: 1 },
      { type: "set-settings", settings: { OIMode: "off" } },
      { type: "set-config", config: { factorInBookedPnl: false } },
      { type: "select-tab", tab: "pnlTable" },
      { type: "undo" },
      positionsOf([position(option("CE", ATM))]),
    ] as const)
      expect(asks(action), action.type).toBe(true);
    for (const action of [
      { type: "select-tab", tab: "strategyChart" },
      { type: "set-zoom", zoom: { kind: "ZoomIn" } },
      { type: "margin-pending" },
      { type: "summary-failed", message: "" },
      { type: "begin-drag" },
      prices([option("CE", ATM)], 1, 1),
    ] as const)
      expect(asks(action), action.type).toBe(false);
  });

  test("[ANZ-43] not without legs, by visitors, or while a leg is not ready", () => {
    expect(may(bench())).toBe("NO_TRADES");
    const made = withLegs(option("CE", ATM));
    expect(may(made)).toBe("ok");
    expect(may(made, { isAnonymous: true })).toBe("ANONYMOUS");
    const positions = bench();
    positions.do(positionsOf([position(option("CE", ATM))]));
    expect(may(positions)).toBe("ok");
    const early = bench({ contracts: null });
    early.do({
      type: "load-trades",
      source: "UNSAVED_STRATEGY",
      meta: null,
      trades: [trade(option("CE", ATM))],
    });
    expect(may(early)).toBe("UNINITIALISED_LEGS");
  });

  test("[ANZ-43] not when it is the question of before, unless that is wanted", () => {
    const made = withLegs(option("CE", ATM));
    expect(may(made, { isEqual: true })).toBe("EQUAL_PAYLOAD");
    expect(may(made, { isEqual: true, isForced: true })).toBe("ok");
    for (const action of [
      { type: "reset-prices" },
      { type: "reset-ivs" },
      { type: "set-target-price", price: null },
      { type: "set-target-time", time: null },
      { type: "set-target-interval", interval: null },
      { type: "reset-position-expiries" },
      { type: "set-settings", settings: {} },
    ] as const)
      expect(forcesSummary(action), action.type).toBe(true);
    expect(forcesSummary({ type: "set-target-price", price: 1 })).toBe(false);
  });

  test("[ANZ-44] not without a broker, which is said", () => {
    const made = withLegs(option("CE", ATM));
    expect(may(made, { hasBroker: false })).toBe("NO_BROKER");
    expect(NOT_ASKED_ERRORS.NO_BROKER).toBe("Could not determine broker");
  });
});

describe("what belongs to it", () => {
  test("[ANZ-45] the strategy chart is asked for on its tab, for accounts and underlyings that have one", () => {
    const made = withLegs(option("CE", ATM));
    const all = { isExcluded: false, excludedUnderlyings: [] };
    const may = (given = {}) => {
      const answer = mayFetchStrategyChart(made.now(), { ...all, ...given });
      return answer.ok ? "ok" : answer.reason;
    };
    expect(may()).toBe("OTHER_TAB");
    made.do({ type: "select-tab", tab: "strategyChart" });
    expect(may()).toBe("ok");
    expect(may({ isExcluded: true })).toBe("EXCLUDED");
    expect(may({ excludedUnderlyings: ["NIFTY"] })).toBe("UNDERLYING");
    made.do({ type: "clear-legs" });
    expect(may()).toBe("NO_TRADES");
    made.do({ type: "strategy-chart-pending" });
    expect(made.now().strategyChart.isLoading).toBe(true);
    made.do({ type: "strategy-chart-failed", message: ANALYZER_ERRORS.strategyChart });
    expect(made.now().strategyChart.error).toBe("Failed to fetch strategy chart");
    expect(made.do({ type: "strategy-chart-done", chart: "chart" }).strategyChart).toMatchObject({
      value: "chart",
      error: null,
    });
  });

  test("[ANZ-46] open interest that failed is cleared", () => {
    const made = withLegs(option("CE", ATM));
    made.do({ type: "oi-chart-pending" }, { type: "oi-chart-done", chart: "bars" });
    expect(made.now().oiChart.value).toBe("bars");
    made.do({ type: "oi-chart-failed", message: "away" });
    expect(made.now().oiChart).toEqual({ value: null, isLoading: false, error: "away", errors: 1 });
  });

  test("[ANZ-47] margins are asked for where they are wanted, and fail without a word", () => {
    const made = withLegs(option("CE", ATM));
    const may = (isExcluded = false) => {
      const answer = mayFetchMargin(made.now(), { isExcluded });
      return answer.ok ? "ok" : answer.reason;
    };
    expect([may(), may(true)]).toEqual(["ok", "EXCLUDED"]);
    const figures = { marginRequired: 9, capitalRequired: 8 };
    made.do(
      { type: "margin-pending" },
      { type: "margin-done", margin: "m", figures },
      { type: "margin-failed" },
    );
    expect(made.now()).toMatchObject({
      marginSpanData: figures,
      marginData: { value: "m", isLoading: false, error: null },
    });
    made.do({ type: "set-config", config: { isMarginDataRequired: false } });
    expect(may()).toBe("NOT_REQUIRED");
    made.do({ type: "set-config", config: { isMarginDataRequired: true } }, { type: "clear-legs" });
    expect(may()).toBe("NO_TRADES");
    expect(made.now().marginSpanData).toEqual({ marginRequired: 0, capitalRequired: 0 });
  });
});
