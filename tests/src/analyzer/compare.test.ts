import { describe, expect, test } from "vitest";
import { readCompare } from "#src/analyzer/compare/kept-compare.ts";
import { account, createWorld, SPOT } from "./world.ts";

const KEY = "strikewise.analyzer.builder.compare";

async function straddled(storage = new Map<string, string>()) {
  const world = await createWorld({ storage });
  world.buy(24_000);
  await world.clock.run(1_000);
  return world;
}

describe("[STRAT-56] snapshots", () => {
  test("are up to three, called A, B, C until they are called otherwise", async () => {
    const { state, analyzer } = await straddled();
    for (let n = 0; n < 4; n++) analyzer.compare.take();
    expect(state.snapshots.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    const [first, second] = state.snapshots;
    expect(analyzer.compare.rename(first!.id, "b")).toBe("NAME_TAKEN");
    expect(analyzer.compare.rename(first!.id, "   ")).toBe("EMPTY_NAME");
    expect(analyzer.compare.rename(first!.id, "x".repeat(41))).toBe("LONG_NAME");
    expect(analyzer.compare.rename(first!.id, " Iron <b> ")).toBeNull();
    expect(state.snapshots[0]!.name).toBe("Iron <b>");
    analyzer.compare.remove(second!.id);
    analyzer.compare.take();
    expect(state.snapshots.map(({ name }) => name)).toEqual(["Iron <b>", "C", "A"]);
  });

  test("outlive a reload of the tab, with their figures computed anew; another account gets none of them", async () => {
    const { analyzer, clock, storage } = await straddled();
    analyzer.compare.take();
    analyzer.compare.pin(SPOT + 100);
    await clock.run(1_000);
    analyzer.dispose();
    expect(readCompare(storage.get(KEY)!)!.snapshots).toHaveLength(1);

    const again = await createWorld({ storage });
    expect(again.state.snapshots.map(({ name, payload }) => [name, payload])).toEqual([["A", null]]);
    expect(again.state.pins).toEqual([SPOT + 100]);
    again.analyzer.compare.follow();
    await again.clock.run(1_000);
    await again.settle();
    expect(again.state.snapshots[0]!.isOfNow).toBe(true);
    again.analyzer.dispose();

    const other = await createWorld({ storage, caller: account({ id: "acc-8" }) });
    expect(other.state.snapshots).toEqual([]);
    expect(storage.has(KEY)).toBe(false);
  });

  test("what is kept is read with care: nothing that is no snapshot, no more than three, no price that is none", () => {
    expect(readCompare("{")).toBeNull();
    expect(readCompare('{"version":9}')).toBeNull();
    const kept = JSON.stringify({
      version: 1,
      account: "a",
      underlying: "NIFTY",
      snapshots: [null, { id: "1", name: "A", takenAt: 1, draft: { trades: "no" } }],
      pins: [100, -1, "200", null, 1e300],
    });
    expect(readCompare(kept)).toMatchObject({ snapshots: [], pins: [100] });
  });
});

describe("[STRAT-57] a comparison", () => {
  test("is in one market: what is set aside is analysed anew with each answer, at its own target, while it is looked at", async () => {
    const { state, analyzer, worker, clock, settle, frame } = await straddled();
    analyzer.dispatch({ type: "set-target-price", price: 24_400 });
    await frame();
    analyzer.compare.take();
    analyzer.dispatch({ type: "set-target-price", price: null });
    await clock.run(1_000);
    expect(worker.looks).toHaveLength(0);
    const end = analyzer.compare.follow();
    await settle();
    expect(worker.looks).toHaveLength(1);
    worker.market = { spot: 24_200 };
    await worker.head();
    await clock.run(2_000);
    await settle();
    const [snapshot] = state.snapshots;
    expect(snapshot!.payload!.underlying_price).toBe(24_200);
    expect(snapshot!.payload!.selected_target_price).toBe(24_400);
    end();
    const asked = worker.looks.length;
    analyzer.dispatch({ type: "set-iv-offset", points: 2 });
    await clock.run(2_000);
    expect(worker.looks).toHaveLength(asked);
  });

  test("where its market is not here, its figures stay those of before, and say so", async () => {
    const { state, analyzer, worker, settle } = await straddled();
    analyzer.compare.take();
    expect(state.snapshots[0]!.isOfNow).toBe(true);
    worker.hasMarket = false;
    analyzer.compare.follow();
    await settle();
    expect(state.snapshots[0]).toMatchObject({ isOfNow: false });
    expect(state.snapshots[0]!.payload).not.toBeNull();
  });

  test("one press goes back to it, which is one step of undo", async () => {
    const { state, analyzer, clock, buy } = await straddled();
    analyzer.dispatch({ type: "set-iv-offset", points: 3 });
    analyzer.compare.take();
    buy(24_500);
    analyzer.dispatch({ type: "set-iv-offset", points: 0 });
    await clock.run(1_000);
    const changed = state.instance!.legs.map(({ strike }) => strike);
    expect(changed).toEqual([24_000, 24_500]);
    analyzer.compare.goBack(state.snapshots[0]!.id);
    await clock.run(1_000);
    expect(state.instance!.legs.map(({ strike }) => strike)).toEqual([24_000]);
    expect(state.instance!.ivOffset).toBe(3);
    analyzer.dispatch({ type: "undo" });
    await clock.run(1_000);
    expect(state.instance!.legs.map(({ strike }) => strike)).toEqual(changed);
    expect(state.instance!.ivOffset).toBe(0);
  });

  test("the margin of a snapshot that was taken before it was told comes with it", async () => {
    const world = await createWorld();
    world.buy(24_000);
    await world.frame();
    world.analyzer.compare.take();
    expect(world.state.snapshots[0]!.margin).toBeNull();
    await world.clock.run(1_000);
    expect(world.state.snapshots[0]!.margin).toBe(150_000);
    expect(world.state.snapshots[0]!.charges).toBe(world.state.charges!.total.total);
  });
});
