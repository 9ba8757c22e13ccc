import { describe, expect, test } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import type { LookTold } from "#src/analyzer/looks/looks.ts";
import { createWorld } from "./world.ts";

async function looking() {
  const world = await createWorld();
  const told: LookTold[] = [];
  world.buy(24_000);
  await world.clock.run(1_000);
  return {
    ...world,
    told,
    watch: () => world.analyzer.looks.watch({ heat: "strikes" }, (next) => told.push(next)),
  };
}

describe("[STRAT-32] figures beside the payoff are net where it is", () => {
  test("what is looked at follows the switch, by the broker of who asks, and says which it is", async () => {
    const { analyzer, state, worker, clock, settle, watch, told, buy } = await looking();
    buy(24_200);
    watch();
    await settle();
    expect(worker.looks.at(-1)!.request.charges).toBeNull();
    expect(told.at(-1)!.look!.isNet).toBe(false);
    const before = told.at(-1)!.look!.heat!.pnl;
    analyzer.saveSettings({ netOfCharges: true });
    await clock.run(2_000);
    expect(worker.looks.at(-1)!.request.charges).toEqual({ broker_id: ZERODHA, net: true });
    expect(told.at(-1)!.look!.isNet).toBe(true);
    const { pnl, spotRow } = told.at(-1)!.look!.heat!;
    const cell = pnl[spotRow]![0]!;
    expect(cell).toBeLessThan(before[spotRow]![0]!);
    expect(cell).toBeCloseTo(state.payload!.net!.projected_payoff!, 6);
  });

  test("and so are snapshots, whichever way the switch stood when they were taken", async () => {
    const { analyzer, state, clock, settle } = await looking();
    analyzer.compare.take();
    analyzer.compare.follow();
    await settle();
    expect(state.snapshots[0]!.payload!.net).toBeNull();
    analyzer.saveSettings({ netOfCharges: true });
    await clock.run(2_000);
    const { payload } = state.snapshots[0]!;
    expect(payload!.net!.projected_payoff).toBeCloseTo(state.payload!.net!.projected_payoff!, 6);
    expect(payload!.net_payoffs_at_expiry).toEqual(state.payload!.net_payoffs_at_expiry);
    analyzer.saveSettings({ netOfCharges: false });
    await clock.run(2_000);
    expect(state.snapshots[0]!.payload!.net).toBeNull();
  });
});

describe("[STRAT-58] what is not looked at is not computed", () => {
  test("nothing is asked of the worker before something is looked at, nor after", async () => {
    const { analyzer, worker, clock, settle, watch, told } = await looking();
    expect(worker.looks).toHaveLength(0);
    const end = watch();
    await settle();
    expect(worker.looks).toHaveLength(1);
    expect(told.at(-1)!.look!.heat!.prices).toHaveLength(11);
    end();
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(1_000);
    expect(worker.looks).toHaveLength(1);
  });

  test("under a drag it is computed four times a second at most, and once more when the hand lets go", async () => {
    const { analyzer, worker, clock, settle, watch } = await looking();
    watch();
    await settle();
    const before = worker.looks.length;
    analyzer.dispatch({ type: "begin-drag" });
    for (let n = 1; n <= 60; n++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_000 + n });
      await clock.run(16);
    }
    const during = worker.looks.length - before;
    expect(during).toBeGreaterThan(0);
    expect(during).toBeLessThanOrEqual(5);
    analyzer.dispatch({ type: "end-drag" });
    await clock.run(300);
    expect(worker.looks.at(-1)!.request.target_underlying_price).toBe(24_060);
  });

  test("snapshots are not computed under a drag at all", async () => {
    const { analyzer, worker, clock, settle } = await looking();
    analyzer.compare.take();
    analyzer.compare.follow();
    await settle();
    const before = worker.looks.length;
    analyzer.dispatch({ type: "begin-drag" });
    for (let n = 1; n <= 30; n++) {
      analyzer.dispatch({ type: "set-target-price", price: 24_000 + n });
      await clock.run(16);
    }
    expect(worker.looks).toHaveLength(before);
    analyzer.dispatch({ type: "end-drag" });
    await clock.run(1_000);
    expect(worker.looks.length).toBeGreaterThan(before);
  });

  test("what cannot be answered is said: the figures of before are old, and without any there is nothing", async () => {
    const { analyzer, worker, clock, settle, watch, told } = await looking();
    worker.hasMarket = false;
    watch();
    await settle();
    expect(told.at(-1)).toEqual({ look: null, isStale: false, isMissing: true });
    worker.hasMarket = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(1_000);
    expect(told.at(-1)).toMatchObject({ isStale: false, isMissing: false });
    worker.isBroken = true;
    analyzer.dispatch({ type: "set-target-price", price: 24_200 });
    await clock.run(1_000);
    expect(told.at(-1)).toMatchObject({ isStale: true, isMissing: true });
    expect(told.at(-1)!.look).not.toBeNull();
  });

  test("without a strategy there is nothing to look at", async () => {
    const { analyzer, clock, settle, watch, told } = await looking();
    watch();
    await settle();
    analyzer.dispatch({ type: "clear-legs" });
    await clock.run(1_000);
    expect(told.at(-1)).toEqual({ look: null, isStale: false, isMissing: false });
  });
});
