import { describe, expect, test } from "vitest";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { createFakeClock } from "#tests/support/fake-clock.ts";
import { account, contract, createWorld, NOW, payloadOf, VISITOR, type World } from "./world.ts";

function failure(status: number | null, retryAfter: number | null = null): ApiFailure {
  return new ApiFailure(
    { status, statusText: "", body: null, message: "The server was not available" },
    retryAfter,
  );
}

const bodyOf = (world: World, n = -1): BuilderRequest =>
  world.server.summaries().at(n)!.input.body as BuilderRequest;

describe("when the server is asked for a summary", () => {
  test("[ANZ-51] at the first change at once, and once more when changes have been quiet for 200 ms", async () => {
    const world = await createWorld();
    const { analyzer, server, clock, buy } = world;
    buy(24_000);
    expect(server.summaries()).toHaveLength(1);
    expect(bodyOf(world).flags).toMatchObject({ include_market: true });
    for (let price = 24_010; price <= 24_050; price += 10) {
      await clock.run(50);
      analyzer.dispatch({ type: "set-target-price", price });
    }
    await clock.run(199);
    expect(server.summaries()).toHaveLength(1);
    await clock.run(1);
    expect(server.summaries()).toHaveLength(2);
    expect(bodyOf(world).target_underlying_price).toBe(24_050);
    await clock.run(10_000);
    expect(server.summaries()).toHaveLength(2);
  });

  test("of legs, selections, IVs, target, settings and tab; not of the strategy chart's tab, nor of zoom", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    buy(24_000);
    buy(24_200);
    await clock.run(1_000);
    const { id } = state.instance!.legs[0]!;
    let asked = server.summaries().length;
    const changes = [
      { type: "flip-leg", id },
      { type: "toggle-leg", id },
      { type: "set-quantity", id, units: 130 },
      { type: "set-entry-price", id, price: 90 },
      { type: "set-strike-iv", expiry: "2026-11-24", strike: 24_000, iv: 0.2 },
      { type: "set-iv-offset", points: 1 },
      { type: "set-target-price", price: 24_100 },
      { type: "set-target-time", time: NOW + 3_600_000 },
      { type: "select-tab", tab: "payoffTable" },
      { type: "set-settings", settings: { multiplyByLotSize: false } },
      { type: "set-manual-pnl", isChecked: true, pnl: 500 },
      { type: "undo" },
    ] as const;
    for (const change of changes) {
      analyzer.dispatch(change);
      await clock.run(1_000);
      expect(server.summaries().length, change.type).toBe(asked + 1);
      asked++;
    }
    analyzer.dispatch({ type: "select-tab", tab: "strategyChart" });
    analyzer.dispatch({ type: "set-zoom", zoom: { kind: "ZoomIn" } });
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(asked);
  });

  test("[ANZ-51] the latest wins: an older question is aborted and its answer not heard", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    server.isPrompt = false;
    buy(24_000);
    await clock.run(300);
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    const [first, second] = server.summaries();
    expect(first!.signal.aborted).toBe(true);
    expect(state.instance!.strategySummary).toMatchObject({ isLoading: true, errors: 0 });
    await second!.answer({ payload: payloadOf(second!.input.body as BuilderRequest) });
    expect(state.instance!.strategySummary).toMatchObject({ isLoading: false, error: null });
    expect(state.instance!.strategySummary.value!.selected_target_price).toBe(24_500);
  });

  test("not for the same question again, unless it was a reset, a refresh or a setting", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    const { id } = state.instance!.legs[0]!;
    analyzer.dispatch({ type: "flip-leg", id });
    analyzer.dispatch({ type: "flip-leg", id });
    await clock.run(1_000);
    // The first flip was asked at once; what it was flipped back to is another question than that.
    expect(server.summaries()).toHaveLength(3);
    analyzer.dispatch({ type: "set-config", config: { isMarginDataRequired: false } });
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(3);
    analyzer.dispatch({ type: "set-settings", settings: { tradeView: "units" } });
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(4);
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(1_000);
    analyzer.dispatch({ type: "set-target-price", price: null });
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(6);
  });

  test("what was changed back without being asked is answered by what was answered before", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld({ hasWorker: false });
    buy(24_000);
    await clock.run(150);
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    analyzer.dispatch({ type: "undo" });
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(1);
    expect(state.payloadRevision).toBe(state.instance!.revision);
    expect(state.isStale).toBe(false);
  });

  test("[ANZ-53] again every 30 s, but not while the page is hidden; then when it is seen again", async () => {
    const { server, clock, visibility, buy } = await createWorld();
    buy(24_000);
    await clock.run(29_999);
    expect(server.summaries()).toHaveLength(1);
    await clock.run(1);
    expect(server.summaries()).toHaveLength(2);
    visibility.set(false);
    await clock.run(120_000);
    expect(server.summaries()).toHaveLength(2);
    visibility.set(true);
    expect(server.summaries()).toHaveLength(3);
    await clock.run(30_000);
    expect(server.summaries()).toHaveLength(4);
  });

  test("not without trades, not for a visitor, not with legs whose contracts are not known", async () => {
    const visitor = await createWorld({ caller: VISITOR });
    visitor.buy(24_000);
    await visitor.clock.run(60_000);
    expect(visitor.server.summaries()).toHaveLength(0);
    expect(visitor.state.instance!.strategySummary.error).toBeNull();

    const world = await createWorld({ isClosed: true });
    let open = (): void => {};
    world.engine.gate = new Promise((resolve) => {
      open = resolve;
    });
    world.analyzer.open("NIFTY");
    world.analyzer.dispatch({
      type: "load-trades",
      source: "SAVED_STRATEGY",
      meta: null,
      trades: [
        {
          contract: { ...contract("CE", 24_000), token: 7 },
          action: "BUY",
          quantity: 65,
          entryPrice: null,
          iv: null,
          isSelected: true,
        },
      ],
    });
    await world.clock.run(1_000);
    expect(world.server.summaries()).toHaveLength(0);
    open();
    await world.settle();
    await world.clock.run(1_000);
    expect(world.server.summaries()).toHaveLength(1);
    expect(bodyOf(world).trades[0]!.instrument_token).toBe(contract("CE", 24_000).token);
  });

  test("who asks is waited for, and another account is asked for anew", async () => {
    const { state, server, settings, caller, clock, buy } = await createWorld({
      caller: account({ phase: "loading", broker: null, subject: null }),
    });
    buy(24_000);
    await clock.run(1_000);
    expect(server.calls).toHaveLength(0);
    expect(state.instance!.strategySummary.error).toBeNull();
    caller.set(account());
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(1);
    expect(server.summaries()[0]!.input.params).toEqual({ brokerId: "1" });
    caller.set(account({ id: "acc-8", broker: 2, subject: { broker: 2, plan: "pro", isMobileApp: false } }));
    expect(server.summaries()).toHaveLength(2);
    expect(server.summaries()[1]!.input.params).toEqual({ brokerId: "2" });
    await clock.run(1_000);
    expect(settings.fetched).toBe(2);
  });

  test("an account whose broker cannot be told is told so", async () => {
    const broken = account({ broker: null, subject: account().subject });
    const { state, server, clock, buy } = await createWorld({ caller: broken });
    buy(24_000);
    await clock.run(1_000);
    expect(state.instance!.strategySummary.error).toBe("Could not determine broker");
    expect(server.summaries()).toHaveLength(0);
  });
});

describe("when the server does not answer", () => {
  test("a failure is told, counted and logged; the local figures stay; success clears it", async () => {
    const { state, server, clock, buy, logged } = await createWorld();
    server.instead = (path) => (path.endsWith("builder_v3") ? failure(null) : undefined);
    buy(24_000);
    await clock.run(16);
    expect(state.instance!.strategySummary).toMatchObject({
      isLoading: false,
      error: "Oops! Something went wrong",
      errors: 1,
    });
    expect(logged("Error fetching strategy summary")).toBe(1);
    expect(state.server).toMatchObject({ state: "away", message: "The server was not available" });
    expect(state.server.retryAt).toBe(clock.now() - 16 + 2_000);
    expect(state.payloadSource).toBe("local");
    await clock.run(2_000);
    expect(state.instance!.strategySummary.errors).toBe(2);
    await clock.run(5_000);
    expect(state.instance!.strategySummary.errors).toBe(3);
    server.instead = null;
    await clock.run(10_000);
    expect(state.instance!.strategySummary).toMatchObject({ error: null, errors: 0 });
    expect(state.server.state).toBe("answered");
  });

  test("an abort is no failure", async () => {
    const { analyzer, state, server, clock, buy, logged } = await createWorld();
    server.isPrompt = false;
    buy(24_000);
    await clock.run(1_000);
    analyzer.dispatch({ type: "clear-legs" });
    await clock.run(1_000);
    expect(server.summaries()[0]!.signal.aborted).toBe(true);
    expect(state.instance!.strategySummary).toMatchObject({ isLoading: false, error: null, errors: 0 });
    expect(logged("Error fetching strategy summary")).toBe(0);
  });

  test("of a budget that is used up, not before the server says, whatever is changed meanwhile", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    server.instead = (path) => (path.endsWith("builder_v3") ? failure(429, 7) : undefined);
    buy(24_000);
    await clock.run(1);
    expect(state.server).toMatchObject({ state: "limited", retryAt: NOW + 7_000 });
    server.instead = null;
    for (let i = 1; i <= 6; i++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_000 + i });
      await clock.run(1_000);
    }
    expect(server.summaries()).toHaveLength(1);
    expect(state.payload!.selected_target_price).toBe(24_006);
    await clock.run(1_000);
    expect(server.summaries()).toHaveLength(2);
    expect(state.server.state).toBe("answered");
  });

  test("a question that has no answer is not put again by itself, and retry asks at once", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    server.instead = (path) => (path.endsWith("builder_v3") ? failure(404) : undefined);
    buy(24_000);
    await clock.run(60_000);
    expect(server.summaries()).toHaveLength(1);
    expect(state.server).toMatchObject({ state: "refused", retryAt: null });
    analyzer.retry();
    expect(server.summaries()).toHaveLength(2);
    await clock.run(1_000);
    // What has failed was not answered: a change that leaves the question as it was puts it again.
    analyzer.dispatch({ type: "set-config", config: { isMarginDataRequired: false } });
    expect(server.summaries()).toHaveLength(3);
  });
});

describe("what an answer is good for", () => {
  test("it gives the worker its market, the legs their prices, the target date its bounds", async () => {
    const { state, worker, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(16);
    const summary = state.instance!.strategySummary.value!;
    expect(worker.setMarkets).toEqual([summary.market]);
    expect(state.instance!.targetDateTimeBounds).toEqual({
      min: summary.target_datetime_defaults.min,
      max: summary.target_datetime_defaults.max,
    });
    expect(state.instance!.legs[0]!.quote).toMatchObject({ usablePrice: 101 });
    // Of the book only the server's answer tells.
    const alone = await createWorld({ hasWorker: false });
    alone.buy(24_000);
    await alone.clock.run(16);
    expect(alone.state.instance!.legs[0]!.quote).toMatchObject({ usablePrice: 101, bid: 100, ask: 102 });
  });

  test("[ANZ-52] it is computed again when idle; a difference beyond 1e-9 is logged and counted", async () => {
    const { analyzer, state, worker, clock, buy, logged } = await createWorld();
    buy(24_000);
    await clock.run(2_000);
    expect(worker.verified).toHaveLength(1);
    expect(state.performance).toMatchObject({ verified: 1, differences: 0 });
    worker.verification = { ...worker.verification, own: { relative: 1e-9, where: "greeks.delta" } };
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(2_000);
    expect(state.performance).toMatchObject({ verified: 2, differences: 0 });
    worker.verification = {
      ...worker.verification,
      own: { relative: 2e-9, where: "greeks.delta" },
      wasHeld: true,
    };
    analyzer.dispatch({ type: "set-target-price", price: 24_200 });
    await clock.run(2_000);
    expect(state.performance).toMatchObject({
      verified: 3,
      differences: 1,
      comparable: 1,
      lastDifference: "greeks.delta: 2e-9",
    });
    expect(logged("The server's summary differs from the one computed here")).toBe(1);
  });

  test("[ANZ-52] answers that wait for an idle moment are computed again one after the other, and the oldest of too many not", async () => {
    let isIdle = (): void => {};
    const world = await createWorld({
      whenIdle: () =>
        new Promise((resolve) => {
          isIdle = resolve;
        }),
    });
    const { analyzer, worker, server, clock, buy } = world;
    buy(24_000);
    await clock.run(1_000);
    for (let i = 1; i <= 3; i++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_000 + i });
      await clock.run(1_000);
    }
    expect(server.summaries()).toHaveLength(4);
    expect(worker.verified).toEqual([]);
    for (let i = 0; i < 4; i++) {
      isIdle();
      await world.settle();
    }
    expect(worker.verified.map((each) => each.selected_target_price)).toEqual([
      worker.verified[0]!.underlying_price,
      24_001,
      24_002,
      24_003,
    ]);
    for (let i = 1; i <= 12; i++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_100 + i });
      await clock.run(1_000);
    }
    for (let i = 0; i < 12; i++) {
      isIdle();
      await world.settle();
    }
    expect(worker.verified.slice(4).map((each) => each.selected_target_price)).toEqual(
      Array.from({ length: 8 }, (_, i) => 24_105 + i),
    );
  });

  test("an answer to a question that stands under a newer revision by now counts for that", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld({ hasWorker: false });
    server.isPrompt = false;
    buy(24_000);
    await clock.run(50);
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    analyzer.dispatch({ type: "set-target-price", price: null });
    const [asked] = server.summaries();
    await asked!.answer({ payload: payloadOf(asked!.input.body as BuilderRequest) });
    await clock.run(16);
    expect(state.payloadRevision).toBe(state.instance!.revision);
  });
});

test("five tabs that drag for a minute stay far below the budget of an account, 600 questions a minute", async () => {
  const clock = createFakeClock(NOW);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => createWorld({ clock, hasWorker: false })));
  for (const { buy, sell } of tabs) {
    buy(24_000);
    sell(24_200);
  }
  await clock.run(5_000);
  const before = tabs.map(({ server }) => server.calls.length);
  for (const { analyzer } of tabs) analyzer.dispatch({ type: "begin-drag" });
  const ids = tabs.map(({ state }) => state.instance!.legs.map(({ id }) => id));
  // A pointer that rests for a moment now and then, which is what lets a question through.
  for (let frame = 0; frame < 60 * 60; frame++) {
    const isResting = frame % 30 >= 15;
    for (const [i, { analyzer }] of tabs.entries()) {
      if (!isResting)
        analyzer.dispatch({ type: "drag-strikes", ids: ids[i]!, by: 50 * (1 + (frame % 7)), mirror: false });
    }
    clock.step(1_000 / 60);
    if (frame % 15 === 0) await Promise.all(tabs.map(({ settle }) => settle()));
  }
  const asked = tabs.map(({ server }, i) => server.calls.length - before[i]!);
  const summaries = tabs.map(({ server }) => server.summaries().length);
  expect(Math.max(...summaries)).toBeLessThanOrEqual(45);
  const computes = tabs.flatMap(({ server }) => [...server.summaries(), ...server.of("calculate_margin")]);
  expect(Math.min(...asked)).toBeGreaterThan(10);
  expect(computes.filter(({ at }) => at > 6_000).length).toBeLessThan(210);
});

test("a drag that never rests asks at its beginning and when it is quiet, and no more than that", async () => {
  const { analyzer, state, server, clock, buy } = await createWorld();
  buy(24_000);
  await clock.run(5_000);
  const before = server.summaries().length;
  analyzer.dispatch({ type: "begin-drag" });
  const ids = [state.instance!.legs[0]!.id];
  for (let frame = 1; frame <= 600; frame++) {
    analyzer.dispatch({ type: "drag-strikes", ids, by: 50 * (frame % 9), mirror: false });
    await clock.run(1_000 / 60);
  }
  expect(server.summaries().length - before).toBe(1);
  analyzer.dispatch({ type: "end-drag" });
  await clock.run(1_200);
  expect(server.summaries().length - before).toBe(2);
});
