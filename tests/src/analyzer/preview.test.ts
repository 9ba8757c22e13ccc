/** A change that is looked at before it is made: its curve beside those of the strategy at hand. */

import { describe, expect, test } from "vitest";
import type { Adjustment } from "#domain/strategy/adjust/adjustment.ts";
import { NO_ADJUSTMENT } from "#domain/strategy/adjust/adjustment.ts";
import { overlaysOf } from "#src/strategy/tabs/overlays.ts";
import { contract, createWorld, FAR } from "./world.ts";

async function straddle() {
  const world = await createWorld();
  world.sell(24_000);
  world.sell(24_000, "PE");
  await world.clock.run(1_000);
  const roll = (strike: number, expiry?: string): Adjustment => ({
    ...NO_ADJUSTMENT,
    moves: [{ id: world.state.instance!.legs[0]!.id, contract: contract("CE", strike, expiry) }],
  });
  return { ...world, roll };
}

describe("[STRAT-39] what is previewed", () => {
  test("is drawn as the strategy pays once it is made, and nothing is made", async () => {
    const { analyzer, state, clock, settle, roll } = await straddle();
    const legs = state.instance!.legs.map(({ strike }) => strike);
    expect(state.preview).toBeNull();
    analyzer.preview({ name: "After roll", adjustment: roll(24_300) });
    await settle();
    expect(state.preview!.name).toBe("After roll");
    const drawn = state.preview!.payload;
    expect(drawn.payoffs_at_expiry).not.toEqual(state.payload!.payoffs_at_expiry);
    expect(state.instance!.legs.map(({ strike }) => strike)).toEqual(legs);
    analyzer.dispatch({ type: "adjust", adjustment: roll(24_300) });
    await clock.run(1_000);
    expect(state.payload!.payoff_prices).toEqual(drawn.payoff_prices);
    expect(state.payload!.payoffs_at_expiry).toEqual(drawn.payoffs_at_expiry);
    expect(state.payload!.payoffs_at_target).toEqual(drawn.payoffs_at_target);
  });

  test("has curves on every tab, follows target and strategy, and goes when it is given up", async () => {
    const { analyzer, state, worker, clock, settle, roll } = await straddle();
    analyzer.dispatch({ type: "select-tab", tab: "greeksTable" });
    const adjustment = roll(24_000, FAR);
    analyzer.preview({ name: "After roll", adjustment });
    await clock.run(1_000);
    expect(state.preview!.payload.payoff_prices).not.toBeNull();
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(2_000);
    expect(state.preview!.payload.selected_target_price).toBe(24_100);
    const asked = worker.looks.length;
    analyzer.preview({ name: "After roll", adjustment });
    await settle();
    expect(worker.looks).toHaveLength(asked);
    analyzer.preview(null);
    expect(state.preview).toBeNull();
    analyzer.dispatch({ type: "set-target-price", price: 24_200 });
    await clock.run(2_000);
    expect(worker.looks).toHaveLength(asked);
  });

  test("of a leg that is gone, and under a drag, there is none", async () => {
    const { analyzer, state, clock, settle, roll } = await straddle();
    analyzer.preview({ name: "After roll", adjustment: roll(24_300) });
    await settle();
    analyzer.dispatch({ type: "begin-drag" });
    analyzer.dispatch({ type: "set-target-price", price: 24_050 });
    await clock.run(1_000);
    expect(state.preview).toBeNull();
    analyzer.dispatch({ type: "end-drag" });
    await clock.run(2_000);
    expect(state.preview).not.toBeNull();
    analyzer.dispatch({ type: "delete-leg", id: state.instance!.legs[0]!.id });
    await clock.run(2_000);
    expect(state.preview).toBeNull();
  });

  test("stands in the payoff after the snapshots, net of charges where that is", async () => {
    const { analyzer, state, clock, roll } = await straddle();
    analyzer.compare.take();
    analyzer.saveSettings({ netOfCharges: true });
    analyzer.preview({ name: "After roll", adjustment: roll(24_300) });
    await clock.run(2_000);
    const overlays = overlaysOf(state.snapshots, state.preview);
    expect(overlays.map(({ name }) => name)).toEqual(["A", "After roll"]);
    const { payload } = state.preview!;
    expect(overlays[1]!.figures.payoffs_at_expiry).toEqual(payload.net_payoffs_at_expiry);
    expect(payload.net_payoffs_at_expiry).not.toBeNull();
    expect(overlaysOf(state.snapshots, null).map(({ name }) => name)).toEqual(["A"]);
  });
});
