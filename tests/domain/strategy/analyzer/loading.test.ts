import { describe, expect, test } from "vitest";
import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import { reduce } from "#domain/strategy/analyzer/reduce.ts";
import { buildPreset } from "#domain/strategy/presets/build.ts";
import { simulatedWorld } from "../preset-worlds.ts";
import {
  ATM,
  add,
  type Bench,
  bench,
  CONTEXT,
  expired,
  FUTURE,
  idOf,
  NEAR,
  option,
  position,
  positionsOf,
  share,
  trade,
  withLegs,
} from "./analyzer-fixture.ts";

describe("a strategy that comes whole", () => {
  const world = simulatedWorld("NIFTY");
  const preset = (lots = 1): AnalyzerAction => {
    const built = buildPreset("SHORT_IRON_CONDOR", world, NEAR);
    if (!built.ok) throw new Error(built.fault);
    const meta = { id: "SHORT_IRON_CONDOR", name: "Short Iron Condor" };
    return { type: "load-preset", meta, placed: built.legs, lots };
  };
  const kept = (trades: readonly ReturnType<typeof trade>[], draft = {}): AnalyzerAction => ({
    type: "load-trades",
    source: "UNSAVED_STRATEGY",
    meta: null,
    trades,
    draft,
  });

  test("[ANZ-27] is ready-made until it gets other legs", () => {
    for (const change of [
      (id: string) => ({ type: "flip-leg", id }) as const,
      (id: string) => ({ type: "swap-type", id }) as const,
      (id: string) => ({ type: "delete-leg", id }) as const,
      () => add(FUTURE),
    ]) {
      const made = bench();
      made.do(preset(2));
      expect(made.now()).toMatchObject({
        dataSource: "PRESET_STRATEGY",
        dataSourceMeta: { id: "SHORT_IRON_CONDOR" },
      });
      expect(made.now().lotMultiplier).toBe(2);
      made.do({ type: "step-strike", id: idOf(made, 3), direction: 1 }, { type: "reset-prices" });
      expect(made.now().dataSource).toBe("PRESET_STRATEGY");
      made.do(change(idOf(made, 0)));
      expect(made.now()).toMatchObject({ dataSource: "UNSAVED_STRATEGY", dataSourceMeta: null });
    }
    expect(bench().do(add(FUTURE)).dataSource).toBe("UNSAVED_STRATEGY");
    const saved = bench();
    saved.do({
      type: "load-trades",
      source: "SAVED_STRATEGY",
      meta: { id: "7", name: "Mine" },
      trades: [trade(FUTURE)],
    });
    saved.do(add(option("CE", ATM)), { type: "flip-leg", id: idOf(saved, 0) });
    expect(saved.now()).toMatchObject({ dataSource: "SAVED_STRATEGY", dataSourceMeta: { id: "7" } });
  });

  test("[ANZ-28] is not named while positions are looked at", () => {
    const made = bench();
    made.do(positionsOf([position(option("CE", ATM))]), preset());
    expect(made.now()).toMatchObject({ dataSource: "LIVE_POSITIONS", dataSourceMeta: null });
    expect(made.now().legs).toHaveLength(4);
    made.do({ type: "set-manual-pnl", isChecked: true, pnl: 9 }, positionsOf([]), preset());
    expect(made.now().manualPnl).toEqual({ isChecked: false, pnl: 0 });
    expect(made.now().dataSource).toBe("PRESET_STRATEGY");
  });

  test("[ANZ-28] a leg that is added where there are no positions makes an unsaved strategy", () => {
    for (const source of ["LIVE_POSITIONS", "DRAFT_PORTFOLIOS"] as const) {
      const made = bench();
      made.do({ type: "load-positions", source, meta: { id: "4", name: "Paper" }, positions: [] });
      expect(made.now().dataSource).toBe(source);
      made.do(add(FUTURE));
      expect(made.now()).toMatchObject({ dataSource: "UNSAVED_STRATEGY", dataSourceMeta: null });
      expect(made.do({ type: "undo" })).toMatchObject({ dataSource: source, dataSourceMeta: { id: "4" } });
    }
  });

  test("[ANZ-28] positions that are all closed meanwhile name trades beside them until one is added", () => {
    const made = bench();
    made.do(positionsOf([position(option("CE", ATM))]), add(FUTURE), positionsOf([]));
    expect(made.now()).toMatchObject({ dataSource: "LIVE_POSITIONS", positions: [] });
    made.do({ type: "flip-leg", id: idOf(made, 0) });
    expect(made.now().dataSource).toBe("LIVE_POSITIONS");
    made.do(add(option("PE", ATM)));
    expect(made.now().dataSource).toBe("UNSAVED_STRATEGY");
  });

  test("[ANZ-57] positions that a link brings as trades keep the name of where they are from", () => {
    const made = bench();
    const trades = [trade(FUTURE)];
    made.do({ type: "load-trades", source: "LIVE_POSITIONS", meta: null, trades });
    expect(made.now().dataSource).toBe("LIVE_POSITIONS");
    expect(made.do(add(option("CE", ATM))).dataSource).toBe("UNSAVED_STRATEGY");
  });

  test("[ANZ-29] replaces the trades and leaves what is asked of them", () => {
    const made = withLegs(FUTURE);
    made.do(
      { type: "set-target-price", price: 24_500 },
      { type: "set-strike-iv", expiry: NEAR, strike: ATM, iv: 0.3 },
      { type: "set-manual-pnl", isChecked: true, pnl: 500 },
      kept([trade(option("CE", ATM)), trade(option("PE", ATM), { entryPrice: null, isSelected: false })]),
    );
    expect(made.now()).toMatchObject({ targetPrice: 24_500, manualPnl: { isChecked: false, pnl: 0 } });
    expect(made.now().legs).toMatchObject([
      { type: "CE", quantity: -65, entryPrice: 100, isSelected: true, customIv: 0.3 },
      { type: "PE", entryPrice: null, isSelected: false, customIv: 0.3 },
    ]);
  });

  test("[ANZ-29] brings its own figures, where they are figures", () => {
    const made = withLegs(FUTURE);
    made.do(
      kept([trade(option("CE", ATM), { quantity: 300, iv: 0.25 })], {
        targetPrice: 23_000,
        ivOffset: -2,
        customStrikeWiseIvs: { [`${NEAR} ${ATM + 50}`]: 0.4, nonsense: 1, [`${NEAR} 24100`]: -1 },
        lotMultiplier: 3,
        manualPnl: { isChecked: true, pnl: -10 },
      }),
    );
    expect(made.now()).toMatchObject({
      targetPrice: 23_000,
      ivOffset: -2,
      customStrikeWiseIvs: { [`${NEAR} ${ATM + 50}`]: 0.4, [`${NEAR} ${ATM}`]: 0.25 },
      lotMultiplier: 3,
      manualPnl: { isChecked: true, pnl: -10 },
    });
    made.do(kept([trade(FUTURE, { quantity: 100 })], { lotMultiplier: 3 }));
    expect(made.now().lotMultiplier).toBe(1);
    made.do(
      kept([trade(option("CE", ATM), { quantity: 0 }), trade(FUTURE), trade(FUTURE, { quantity: 130 })], {
        targetPrice: Number.NaN,
        targetDateTime: 1e308,
        ivOffset: 1e308,
        lotMultiplier: 0,
        manualPnl: { isChecked: true, pnl: Number.NaN },
      }),
    );
    expect(made.now()).toMatchObject({
      targetPrice: 23_000,
      targetDateTime: null,
      ivOffset: -2,
      lotMultiplier: 2,
    });
    expect(made.now().manualPnl).toEqual({ isChecked: false, pnl: 0 });
    expect(made.now().legs).toMatchObject([{ type: "FUT", quantity: -130 }]);
  });

  test("[ANZ-30] is ready when its contracts are listed, over, or shares", () => {
    const ready = (made: Bench) => made.now().legs.map(({ isInitialized }) => isInitialized);
    const moved = { ...option("CE", ATM), token: 12345, lotSize: 75 };
    const trades = [trade(moved), trade(expired()), trade(share()), trade(option("PE", ATM))];
    const early = bench({ contracts: null });
    early.do(kept(trades));
    expect(ready(early)).toEqual([false, true, true, false]);
    expect(early.now().legs[1]!.isExpired).toBe(true);

    const made = bench();
    made.do(kept(trades));
    expect(ready(made)).toEqual([false, true, true, true]);
    made.do({ type: "initialize-legs" });
    expect(ready(made)).toEqual([true, true, true, true]);
    expect(made.now().legs[0]).toMatchObject(option("CE", ATM));
    const state = made.state();
    made.do({ type: "initialize-legs" });
    expect(made.state()).toBe(state);
    const timeless = bench({ now: Number.NaN });
    timeless.do(kept([trade(expired())]));
    expect(timeless.now().legs[0]).toMatchObject({ isInitialized: true, isExpired: true });
    const unknown = bench({ contracts: null, now: Number.NaN });
    unknown.do(kept([trade(expired())]));
    expect(ready(unknown)).toEqual([false]);
    const later = reduce(unknown.state(), { type: "initialize-legs" }, { ...CONTEXT, now: Number.NaN });
    expect(later.builder[0].legs[0]).toMatchObject({ isInitialized: true, isExpired: true });
    const gone = bench();
    gone.do(kept([trade({ ...option("CE", ATM), token: 5, strike: 1.5 })]), { type: "initialize-legs" });
    expect(ready(gone)).toEqual([false]);
  });
});
