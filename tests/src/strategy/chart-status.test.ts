/** What the charts over time say, and that they ask for no more than they show. */

import { describe, expect, test } from "vitest";
import type { AnalysisTab } from "#domain/strategy/analyzer/model.ts";
import type { StrategyChartRequest } from "#protocol/http/charts.ts";
import type { MultistrikeOiRequest } from "#protocol/http/open-interest.ts";
import {
  isStrategyChartOld,
  multistrikeOiStatus,
  strategyChartStatus,
} from "#src/strategy/tabs/chart-status.ts";
import { contract, createWorld, FAR } from "../analyzer/world.ts";

/** As the server answers: of these trades, and of no others. */
function chartOf({ underlying, trades }: StrategyChartRequest) {
  const ratios = trades.map(({ quantity, ...trade }) => ({ ...trade, ratio: quantity / 65 }));
  const bar = { time: 0, value: 100, underlying_price: 24_000, is_running: false, origin: "recorded" };
  return { payload: { underlying, sampling_size: "15M", unit_quantity: 65, ratios, series: [bar] } };
}

async function onTab(tab: AnalysisTab) {
  const world = await createWorld();
  const { analyzer, server, state } = world;
  server.instead = (path, body) =>
    path.endsWith("compute_strategy_chart") ? chartOf(body as StrategyChartRequest) : undefined;
  analyzer.dispatch({ type: "select-tab", tab });
  return {
    ...world,
    retry: analyzer.retry,
    ids: () => state.instance!.legs.map(({ id }) => id),
    future: () =>
      analyzer.dispatch({
        type: "add-leg",
        contract: contract("FUT", 0),
        deal: { action: "BUY", quantity: 65, entryPrice: null },
      }),
    manyLegs(count: number) {
      for (let i = 0; i < count; i++)
        analyzer.dispatch({
          type: "add-leg",
          contract: contract(i % 2 === 0 ? "CE" : "PE", 23_000 + 50 * (i >> 1), FAR),
          deal: { action: "BUY", quantity: 65, entryPrice: null },
        });
    },
  };
}

const UNSELECTED = { kind: "empty", text: "No leg counts. Tick one in the list." };

describe("the strategy chart", () => {
  test("says what to do while no leg is ticked, and asks nothing", async () => {
    const { analyzer, state, server, clock, buy, retry } = await onTab("strategyChart");
    expect(strategyChartStatus(state, retry)).toMatchObject({
      text: expect.stringMatching(/^Load a strategy or add legs/),
    });
    buy(24_000);
    expect(strategyChartStatus(state, retry)).toEqual({ kind: "loading" });
    await clock.run(1_000);
    expect(strategyChartStatus(state, retry)).toEqual({ kind: "ready" });
    analyzer.dispatch({ type: "toggle-all", isSelected: false });
    await clock.run(1_000);
    expect(strategyChartStatus(state, retry)).toEqual(UNSELECTED);
    await clock.run(600_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(1);
  });

  test("is never that of before under the legs of now", async () => {
    const { analyzer, state, clock, buy, sell, ids } = await onTab("strategyChart");
    buy(24_000);
    await clock.run(1_000);
    sell(24_200);
    await clock.run(10);
    expect(isStrategyChartOld(state.instance)).toBe(true);
    await clock.run(1_000);
    expect(isStrategyChartOld(state.instance)).toBe(false);
    analyzer.dispatch({ type: "toggle-all", isSelected: false });
    await clock.run(1_000);
    analyzer.dispatch({ type: "toggle-leg", id: ids()[1]! });
    await clock.run(10);
    expect(strategyChartStatus(state, () => {})).toEqual({ kind: "ready" });
    expect(isStrategyChartOld(state.instance)).toBe(true);
    await clock.run(1_000);
    expect(isStrategyChartOld(state.instance)).toBe(false);
  });

  test("of more legs than it may be of is refused in words, and not asked for of some of them", async () => {
    const { analyzer, state, server, clock, manyLegs, ids, retry } = await onTab("strategyChart");
    manyLegs(50);
    await clock.run(1_000);
    expect(strategyChartStatus(state, retry)).toEqual({
      kind: "empty",
      text: "The premium is drawn of at most 40 legs; this strategy has 50 that count.",
    });
    const asked = () =>
      server.of("compute_strategy_chart").map(({ input }) => input.body as StrategyChartRequest);
    expect(asked()).toEqual([]);
    for (const id of ids().slice(40)) analyzer.dispatch({ type: "toggle-leg", id });
    await clock.run(1_000);
    expect(asked().map(({ trades }) => trades.length)).toEqual([40]);
    expect(strategyChartStatus(state, retry)).toEqual({ kind: "ready" });
  });
});

describe("open interest over the day", () => {
  const asked = ({ server }: Pick<Awaited<ReturnType<typeof onTab>>, "server">) =>
    server.of("multistrike_oi").map(({ input }) => (input.body as MultistrikeOiRequest).legs);

  test("says what to do while no leg is ticked, and asks nothing", async () => {
    const world = await onTab("multiStrikeOiChart");
    const { analyzer, state, clock, buy, retry } = world;
    expect(multistrikeOiStatus(state, retry)).toMatchObject({
      text: expect.stringMatching(/^Load a strategy or add legs/),
    });
    buy(24_000);
    expect(multistrikeOiStatus(state, retry)).toEqual({ kind: "loading" });
    await clock.run(1_000);
    expect(multistrikeOiStatus(state, retry)).toEqual({ kind: "ready" });
    analyzer.dispatch({ type: "toggle-all", isSelected: false });
    await clock.run(1_000);
    expect(multistrikeOiStatus(state, retry)).toEqual(UNSELECTED);
    await clock.run(600_000);
    expect(asked(world)).toHaveLength(1);
  });

  test("of a future alone is shown, as it is asked for", async () => {
    const world = await onTab("multiStrikeOiChart");
    world.future();
    await world.clock.run(1_000);
    expect(asked(world)).toEqual([[contract("FUT", 0).tradingsymbol]]);
    expect(multistrikeOiStatus(world.state, world.retry)).toEqual({ kind: "ready" });
  });

  test("of more contracts than it may be of is refused in words, and not asked for of some of them", async () => {
    const world = await onTab("multiStrikeOiChart");
    world.manyLegs(50);
    await world.clock.run(1_000);
    expect(multistrikeOiStatus(world.state, world.retry)).toEqual({
      kind: "empty",
      text: "Open interest is drawn of at most 40 contracts; this strategy has 50 that count.",
    });
    expect(asked(world)).toEqual([]);
  });
});

test("legs that are over, and shares, have their own words", async () => {
  const { state, clock, buy, retry } = await onTab("strategyChart");
  buy(24_000);
  await clock.run(1_000);
  const instance = state.instance!;
  const [leg] = instance.legs;
  const over = { ...state, instance: { ...instance, legs: [{ ...leg!, isExpired: true }] } };
  expect(strategyChartStatus(over, retry)).toMatchObject({ text: expect.stringMatching(/closed or over/) });
  expect(multistrikeOiStatus(over, retry)).toMatchObject({ text: expect.stringMatching(/closed or over/) });
  const share = { ...state, instance: { ...instance, legs: [{ ...leg!, type: "EQ" as const }] } };
  expect(multistrikeOiStatus(share, retry)).toMatchObject({ text: expect.stringMatching(/are shares/) });
});
