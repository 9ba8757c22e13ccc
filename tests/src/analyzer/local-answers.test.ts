import { describe, expect, test } from "vitest";
import type { ShownPayload } from "#src/analyzer/analyzer.ts";
import { account, CONTRACTS, contract, createWorld, HEAD, payloadOf, VISITOR } from "./world.ts";

describe("[ANZ-51] a change is answered here first", () => {
  test("in the worker at once, and drawn in the next frame", async () => {
    const { analyzer, state, worker, buy, settle, frame, server, clock } = await createWorld();
    server.isPrompt = false;
    const drawn: ShownPayload[] = [];
    analyzer.onPayload((shown) => drawn.push(shown));
    buy(24_000);
    expect(worker.questions).toHaveLength(1);
    await settle();
    expect(drawn).toHaveLength(0);
    await frame();
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toMatchObject({ source: "local", revision: state.instance!.revision, ghost: null });
    expect(state.payload).toBe(drawn[0]!.payload);
    expect(state.payloadSource).toBe("local");
    expect(state.local).toBe("live");
    await clock.run(1_000);
    expect(state.performance).toMatchObject({ questions: 1, answers: 1 });
  });

  test("a bid and an ask that the server told stay when an answer of the worker says nothing of them", async () => {
    const { state, worker, buy, clock } = await createWorld();
    buy(24_000);
    await clock.run(100);
    const read = () => state.instance!.legs[0]!.quote;
    // The worker's answer came first, and the server's brought the book.
    expect(read()).toMatchObject({ bid: 100, ask: 102 });
    worker.market = { spot: 24_100 };
    for (let i = 0; i < 5; i++) {
      await worker.head();
      await clock.run(1_000);
    }
    expect(state.payload!.underlying_price).toBe(24_100);
    expect(read()).toMatchObject({ usablePrice: 101, bid: 100, ask: 102 });
  });

  test("the answer tells the legs their prices", async () => {
    const { state, server, buy, frame } = await createWorld();
    server.isPrompt = false;
    buy(24_000);
    await frame();
    expect(state.instance!.legs[0]!.quote.usablePrice).toBe(101);
    expect(state.instance!.legs[0]!.marketIv).toBeCloseTo(0.13, 6);
  });

  test("several answers before a frame are one picture, the newest", async () => {
    const { analyzer, worker, buy, frame } = await createWorld();
    buy(24_000);
    await frame();
    const drawn: ShownPayload[] = [];
    analyzer.onPayload((shown) => drawn.push(shown));
    for (const price of [24_100, 24_200, 24_300]) {
      analyzer.dispatch({ type: "set-target-price", price });
      await Promise.resolve();
    }
    expect(worker.questions.at(-1)?.target_underlying_price).toBe(24_300);
    await frame();
    expect(drawn).toHaveLength(1);
    expect(drawn[0]!.payload.selected_target_price).toBe(24_300);
  });

  test("[ANZ-52] an answer to an older question never takes the place of one to a newer", async () => {
    const { analyzer, state, worker, buy, frame } = await createWorld();
    worker.isPrompt = false;
    buy(24_000);
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    expect(worker.open).toHaveLength(2);
    await worker.open[1]!.answer();
    await frame();
    expect(state.payload!.selected_target_price).toBe(24_500);
    await worker.open[0]!.answer();
    await frame();
    expect(state.payload!.selected_target_price).toBe(24_500);
  });

  test("[ANZ-52] the server's answer to the same question does not take the place of the worker's, a late one of an older still less", async () => {
    const { analyzer, state, server, worker, buy, frame } = await createWorld();
    server.isPrompt = false;
    buy(24_000);
    await frame();
    const local = state.payload;
    await server.newest("builder_v3").answer({ payload: payloadOf(worker.questions[0]!, { spot: 24_400 }) });
    await frame();
    expect(state.payload).toBe(local);
    expect(state.server.state).toBe("answered");
    expect(state.instance!.strategySummary.value!.underlying_price).toBe(24_400);
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    await frame();
    expect(state.payload!.selected_target_price).toBe(24_500);
  });

  test("a question whose turn was taken is counted, and leaves what is shown", async () => {
    const { state, worker, server, clock, buy, frame } = await createWorld();
    worker.isPrompt = false;
    server.isPrompt = false;
    buy(24_000);
    await worker.open[0]!.lose();
    await frame();
    expect(state.payloadSource).not.toBe("local");
    await clock.run(1_500);
    expect(state.performance).toMatchObject({ questions: 1, answers: 0, dropped: 1 });
  });

  test("a drag keeps the answer of before as its ghost, until it ends", async () => {
    const { analyzer, state, buy, frame } = await createWorld();
    buy(24_000);
    await frame();
    const before = state.payload;
    const ghosts: ShownPayload["ghost"][] = [];
    const strikes: number[] = [];
    analyzer.onPayload(({ ghost, legs }) => {
      ghosts.push(ghost);
      strikes.push(legs[0]!.strike);
    });
    analyzer.dispatch({ type: "begin-drag" });
    expect(state.ghost).toBe(before);
    const { id } = state.instance!.legs[0]!;
    analyzer.dispatch({ type: "drag-strikes", ids: [id], by: 100, mirror: false });
    await frame();
    analyzer.dispatch({ type: "drag-strikes", ids: [id], by: 200, mirror: false });
    await frame();
    expect(ghosts.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ghosts)).toEqual(new Set([before]));
    expect(new Set(strikes)).toEqual(new Set([24_100, 24_200]));
    analyzer.dispatch({ type: "end-drag" });
    expect(state.ghost).toBeNull();
    expect(state.instance!.legs[0]!.strike).toBe(24_200);
  });

  test("while something is dragged React is told ten times a second at most, who paints every frame", async () => {
    const { analyzer, state, clock, buy, frame } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    let painted = 0;
    analyzer.onPayload(() => painted++);
    const published = new Set<unknown>();
    const instances = new Set<unknown>();
    analyzer.dispatch({ type: "begin-drag" });
    for (let i = 1; i <= 60; i++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_000 + i });
      await frame();
      published.add(state.payload);
      instances.add(state.instance);
      expect(analyzer.instance()!.targetPrice).toBe(24_000 + i);
    }
    expect(painted).toBe(60);
    expect(published.size).toBeLessThanOrEqual(12);
    expect(instances.size).toBeLessThanOrEqual(12);
    analyzer.dispatch({ type: "end-drag" });
    expect(state.instance).toBe(analyzer.instance());
    expect(state.payload!.selected_target_price).toBe(24_060);
  });

  test("an answer that is late dims what is shown, a drag that is followed does not", async () => {
    const { analyzer, state, worker, server, clock, buy, frame } = await createWorld();
    server.isPrompt = false;
    buy(24_000);
    await frame();
    analyzer.dispatch({ type: "begin-drag" });
    for (let i = 1; i <= 40; i++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_000 + i });
      await frame();
      expect(state.isStale).toBe(false);
    }
    analyzer.dispatch({ type: "end-drag" });
    worker.isPrompt = false;
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    await clock.run(299);
    expect(state.isStale).toBe(false);
    await clock.run(1);
    expect(state.isStale).toBe(true);
    await worker.open.at(-1)!.answer();
    expect(state.isStale).toBe(false);
  });

  test("without trades nothing is asked and nothing shown", async () => {
    const { analyzer, state, worker, server, buy, frame, clock } = await createWorld();
    buy(24_000);
    await frame();
    const asked = worker.questions.length;
    analyzer.dispatch({ type: "clear-legs" });
    expect(state.payload).toBeNull();
    await worker.head();
    await clock.run(60_000);
    expect(worker.questions).toHaveLength(asked);
    expect(server.summaries()).toHaveLength(1);
  });
});

describe("the live market", () => {
  test("each frame is answered, at a pace that React can keep", async () => {
    const { analyzer, state, worker, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(2_000);
    let painted = 0;
    analyzer.onPayload(() => painted++);
    const published = new Set<unknown>();
    const before = worker.questions.length;
    for (let i = 1; i <= 20; i++) {
      worker.market = { spot: 24_000 + i };
      await worker.head({ spot: 24_000 + i });
      await clock.run(100);
      published.add(state.payload);
    }
    expect(worker.questions.length - before).toBe(20);
    expect(painted).toBe(20);
    expect(published.size).toBeLessThanOrEqual(4);
    await clock.run(1_000);
    expect(state.payload!.underlying_price).toBe(24_020);
    expect(state.market!.spot).toBe(24_020);
  });

  test("nothing is asked while the page is hidden, and once when it is seen again", async () => {
    const { worker, visibility, buy, clock } = await createWorld();
    buy(24_000);
    await clock.run(100);
    visibility.set(false);
    const before = worker.questions.length;
    for (let i = 0; i < 10; i++) await worker.head();
    expect(worker.questions).toHaveLength(before);
    visibility.set(true);
    expect(worker.questions).toHaveLength(before + 1);
  });

  test("is of the legs' expiries and of the one that is looked at, and follows them", async () => {
    const { analyzer, worker, buy, state } = await createWorld();
    expect(worker.specs).toEqual([]);
    buy(24_000);
    expect(worker.specs[0]).toEqual({ underlying: 256_265, expiries: ["2026-11-24"], maxRate: 1 });
    analyzer.lookAt("2026-12-29", "picker");
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-11-24", "2026-12-29"] });
    analyzer.lookAt(null, "picker");
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-11-24"] });
    analyzer.dispatch({ type: "set-expiry", id: state.instance!.legs[0]!.id, expiry: "2026-12-29" });
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-12-29"] });
    const opened = worker.specs.length;
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    expect(worker.specs).toHaveLength(opened);
    analyzer.dispatch({ type: "clear-legs" });
    expect(worker.specs.at(-1)).toBe("closed");
    expect(state.market).toBeNull();
  });

  test("what the server's answer was made of besides is looked at too", async () => {
    const { worker, server, buy, settle } = await createWorld();
    server.instead = (path, body) =>
      path.endsWith("builder_v3")
        ? {
            payload: {
              ...payloadOf(body as never),
              market_versions: [
                { expiry: "2026-11-24", epoch: 1, sequence: 1 },
                { expiry: "2026-12-29", epoch: 1, sequence: 1 },
              ],
            },
          }
        : undefined;
    buy(24_000);
    await settle();
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-11-24", "2026-12-29"] });
  });

  test("a future whose day has no options is live by the nearest expiry that has, and by those of the options beside it", async () => {
    const world = await createWorld({ isClosed: true });
    const { analyzer, engine, worker, state, clock } = world;
    const future = { ...contract("FUT", 0), expiry: "2026-12-18" };
    engine.contracts = CONTRACTS.map((each) => (each.token === future.token ? future : each));
    analyzer.open("NIFTY");
    await world.settle();
    const deal = { action: "BUY", quantity: 65, entryPrice: null } as const;
    analyzer.dispatch({ type: "add-leg", contract: future, deal });
    await clock.run(100);
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-11-24"] });
    analyzer.lookAt("2026-12-18", "adjust");
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-11-24"] });
    await worker.head();
    await clock.run(1_500);
    expect(state.market).toMatchObject({ isStale: false });
    expect(state.local).toBe("live");
    analyzer.dispatch({ type: "add-leg", contract: contract("CE", 24_000, "2026-12-29"), deal });
    await clock.run(100);
    expect(worker.specs.at(-1)).toMatchObject({ expiries: ["2026-12-29"] });
    expect(state.marketRefused).toBeNull();
  });

  test("comes once a second, and ten times while the server is asked and for a moment after", async () => {
    const { analyzer, worker, server, clock, buy } = await createWorld();
    server.isPrompt = false;
    const rate = () => (worker.specs.at(-1) as { readonly maxRate: number }).maxRate;
    buy(24_000);
    expect(worker.specs.map((spec) => spec !== "closed" && spec.maxRate)).toEqual([1, 10]);
    await clock.run(3_000);
    expect(rate()).toBe(10);
    const [asked] = server.summaries();
    await asked!.answer({ payload: payloadOf(asked!.input.body as never) });
    await clock.run(499);
    expect(rate()).toBe(10);
    await clock.run(1);
    expect(rate()).toBe(1);
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    expect(rate()).toBe(10);
    await server.newest("builder_v3").fail(new Error("away"));
    await clock.run(500);
    expect(rate()).toBe(1);
  });

  test("a refusal is told until the next frame", async () => {
    const { state, worker, buy, clock } = await createWorld();
    buy(24_000);
    await worker.head();
    worker.refuseMarket({ code: "access.denied", message: "no" });
    expect(state.marketRefused).toMatchObject({ message: "no" });
    await worker.head({ frame: 2 });
    expect(state.marketRefused).toBeNull();
    await clock.run(1_500);
    expect(state.market!.frame).toBe(2);
  });

  test("a frame of another underlying says nothing", async () => {
    const { state, worker, buy, clock } = await createWorld();
    buy(24_000);
    await clock.run(100);
    const before = worker.questions.length;
    await worker.head({ underlying: 1 });
    expect(worker.questions).toHaveLength(before);
    expect(state.market).toBeNull();
    expect(HEAD.underlying).toBe(256_265);
  });
});

describe("a worker that does not answer", () => {
  test("no worker: the server alone answers", async () => {
    const { state, buy, clock } = await createWorld({ hasWorker: false });
    buy(24_000);
    await clock.run(100);
    expect(state.local).toBe("none");
    expect(state.payloadSource).toBe("server");
    expect(state.payload).not.toBeNull();
  });

  test("one that breaks leaves the server's answers, says so once, and goes on when it is started anew", async () => {
    const { analyzer, state, worker, buy, clock, logged } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    expect(state.payloadSource).toBe("local");
    worker.isBroken = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    await clock.run(1_000);
    expect(state.local).toBe("none");
    expect(state.payloadSource).toBe("server");
    expect(state.payload!.selected_target_price).toBe(24_500);
    analyzer.dispatch({ type: "set-target-price", price: 24_600 });
    await clock.run(1_000);
    expect(logged("The compute worker does not answer")).toBe(1);
    await worker.restart();
    await clock.run(16);
    expect(state.local).toBe("live");
    expect(state.payloadSource).toBe("local");
  });

  test("that it broke is said until one answers again", async () => {
    const { analyzer, state, worker, buy, clock } = await createWorld();
    buy(24_000);
    await clock.run(100);
    expect(state.isLocalBroken).toBe(false);
    worker.isBroken = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    await clock.run(100);
    expect(state.isLocalBroken).toBe(true);
    analyzer.retry();
    await clock.run(100);
    expect(state.isLocalBroken).toBe(true);
    worker.isBroken = false;
    analyzer.retry();
    await clock.run(100);
    expect(state).toMatchObject({ isLocalBroken: false, local: "live" });
    const without = await createWorld({ hasWorker: false });
    without.buy(24_000);
    await without.clock.run(100);
    expect(without.state).toMatchObject({ isLocalBroken: false, local: "none" });
  });

  test("a question that it cannot answer goes to the server, and the next one is answered here", async () => {
    const { analyzer, state, worker, buy, clock, logged } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    worker.hasMarket = false;
    analyzer.dispatch({ type: "set-target-price", price: 24_500 });
    await clock.run(1_000);
    expect(state).toMatchObject({ payloadSource: "server", isLocalBroken: false });
    worker.hasMarket = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_600 });
    await clock.run(1_000);
    expect(state).toMatchObject({ payloadSource: "local", local: "live" });
    expect(logged("The compute worker does not answer")).toBe(0);
  });

  test("one without a market asks again when the server's answer brought one", async () => {
    const { state, worker, server, buy, settle, clock } = await createWorld();
    worker.hasMarket = false;
    server.isPrompt = false;
    buy(24_000);
    await settle();
    expect(state.local).toBe("no-market");
    worker.hasMarket = true;
    await server.newest("builder_v3").answer({ payload: payloadOf(worker.questions[0]!) });
    await clock.run(16);
    expect(worker.questions).toHaveLength(2);
    expect(state.local).toBe("live");
    expect(state.payloadSource).toBe("local");
  });

  test("retry starts another", async () => {
    const { analyzer, state, worker, buy, clock, startedWorkers } = await createWorld();
    worker.isBroken = true;
    buy(24_000);
    await clock.run(100);
    expect(state.local).toBe("none");
    worker.isBroken = false;
    analyzer.retry();
    await clock.run(100);
    expect(startedWorkers()).toBe(2);
    expect(state.local).toBe("live");
  });
});

test("[STRAT-21] whom the server would refuse a summary gets no local one either", async () => {
  const basic = account({ broker: 5, subject: { broker: 5, plan: "no_plan", isMobileApp: false } });
  const { state, worker, server, caller, buy, clock } = await createWorld({ caller: basic });
  buy(24_000);
  await worker.head();
  await clock.run(60_000);
  expect(state.mayAnalyse).toBe(false);
  expect(worker.questions).toEqual([]);
  expect(worker.specs).toEqual([]);
  expect(server.calls).toEqual([]);
  caller.set(account());
  await clock.run(100);
  expect(state.mayAnalyse).toBe(true);
  expect(worker.questions.length).toBeGreaterThan(0);
  expect(server.summaries()).toHaveLength(1);
  expect(state.payload).not.toBeNull();
  const asked = worker.questions.length;
  caller.set(VISITOR);
  expect(state.payload).toBeNull();
  expect(worker.specs.at(-1)).toBe("closed");
  await clock.run(60_000);
  expect(worker.questions).toHaveLength(asked);
  expect(server.summaries()).toHaveLength(1);
});
