import { describe, expect, test } from "vitest";
import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import { canRedo, canUndo } from "#domain/strategy/analyzer/figures.ts";
import { reduce } from "#domain/strategy/analyzer/reduce.ts";
import { MOST_STEPS } from "#domain/strategy/analyzer/undo.ts";
import {
  ATM,
  add,
  type Bench,
  bench,
  CONTEXT,
  draftOf,
  FAR,
  FUTURE,
  NEAR,
  option,
  position,
  positionsOf,
  prices,
  STRIKES,
  trade,
  withLegs,
} from "./analyzer-fixture.ts";

const UNDO = { type: "undo" } as const;
const REDO = { type: "redo" } as const;
const target = (price: number) => ({ type: "set-target-price", price }) as const;
const idOf = (made: Bench, i: number) => made.now().legs[i]!.id;

describe("[ANZ-35] undo", () => {
  test("goes back step by step, and forward again", () => {
    const made = withLegs(option("CE", ATM));
    const drafts = [draftOf(made.now())];
    const actions: readonly AnalyzerAction[] = [
      add(option("PE", ATM)),
      { type: "flip-leg", id: idOf(made, 0) },
      { type: "set-strike-iv", expiry: NEAR, strike: ATM, iv: 0.2 },
      { type: "set-iv-offset", points: 1 },
      target(25_000),
      { type: "set-lot-multiplier", multiplier: 4 },
      positionsOf([position(option("CE", ATM, FAR))]),
      { type: "toggle-position-expiry", expiry: FAR },
      { type: "clear-legs" },
      { type: "clear-positions" },
    ];
    for (const action of actions) drafts.push(draftOf(made.do(action)));
    for (const draft of drafts.slice(0, -1).reverse()) expect(draftOf(made.do(UNDO))).toEqual(draft);
    for (const draft of drafts.slice(1)) expect(draftOf(made.do(REDO))).toEqual(draft);
  });

  test("goes back 100 steps and no further", () => {
    const made = bench();
    for (let i = 1; i <= MOST_STEPS + 20; i++) made.do(target(i));
    expect(made.now().past).toHaveLength(100);
    for (let i = 0; i < MOST_STEPS + 20; i++) made.do(UNDO);
    expect(made.now().targetPrice).toBe(20);
    expect(made.now().future).toHaveLength(100);
    expect([canUndo(made.now()), canRedo(made.now())]).toEqual([false, true]);
  });

  test("forgets what was undone when something else is done", () => {
    const made = bench();
    made.do(target(1), target(2), UNDO, target(3));
    expect(canRedo(made.now())).toBe(false);
    expect(made.do(REDO).targetPrice).toBe(3);
    expect(made.do(UNDO).targetPrice).toBe(1);
  });

  test("leaves how the strategy is looked at, and gives no id twice", () => {
    const made = withLegs(option("CE", ATM));
    made.do(
      add(option("PE", ATM)),
      { type: "select-tab", tab: "greeksTable" },
      { type: "set-settings", settings: { OIMode: "off" } },
      UNDO,
    );
    expect(made.now()).toMatchObject({ selectedAnalysisTab: "greeksTable", settings: { OIMode: "off" } });
    const first = made.now().future[0]!.legs[1]!.id;
    expect(made.do(add(FUTURE)).legs[1]!.id).not.toBe(first);
  });

  test("is no step by itself when nothing came of an action", () => {
    const made = withLegs(option("CE", ATM));
    const steps = made.now().past.length;
    made.do(
      { type: "set-entry-price", id: idOf(made, 0), price: null },
      { type: "flip-leg", id: "gone" },
      { type: "reset-prices" },
      { type: "set-target-price", price: null },
      add(option("CE", ATM)),
    );
    expect(made.now().past).toHaveLength(steps);
  });
});

describe("[ANZ-36] a drag", () => {
  const move = (made: Bench, steps: number) =>
    ({
      type: "drag-strikes",
      ids: [idOf(made, 0)],
      by: steps * (STRIKES[1]! - STRIKES[0]!),
      mirror: false,
    }) as const;

  test("is one step however far it went", () => {
    const made = withLegs(option("CE", ATM));
    const before = draftOf(made.now());
    const steps = made.now().past.length;
    made.do({ type: "begin-drag" });
    for (let i = 1; i <= 9; i++) made.do(move(made, i), target(24_000 + i));
    made.do({ type: "end-drag" });
    expect(made.now().past).toHaveLength(steps + 1);
    expect(draftOf(made.do(UNDO))).toEqual(before);
    expect(made.do(REDO).targetPrice).toBe(24_009);
  });

  test("that ends where it began is none, whatever was told meanwhile", () => {
    const made = withLegs(option("CE", ATM));
    made.do(positionsOf([position(option("PE", ATM))]));
    const steps = made.now().past.length;
    made.do({ type: "begin-drag" }, move(made, 3), prices(made.now().legs, 50, 1));
    made.do(positionsOf([position(option("PE", ATM), { quantity: -650 })]), move(made, 0), {
      type: "end-drag",
    });
    expect(made.now().past).toHaveLength(steps);
    expect(made.now().dragFrom).toBeNull();
    expect(made.now().positions[0]!.quantity).toBe(-650);
  });

  test("that is given up leaves everything as it was", () => {
    const made = withLegs(option("CE", ATM));
    const before = draftOf(made.now());
    made.do(
      { type: "begin-drag" },
      move(made, 3),
      target(1),
      { type: "begin-drag" },
      { type: "cancel-drag" },
    );
    expect(draftOf(made.now())).toEqual(before);
    expect(made.now().dragFrom).toBeNull();
  });

  test("has no undo while it lasts, and ends once", () => {
    const made = withLegs(option("CE", ATM));
    made.do({ type: "begin-drag" }, target(1));
    const state = made.state();
    made.do(UNDO, REDO);
    expect(made.state()).toBe(state);
    expect(canUndo(made.now())).toBe(false);
    made.do({ type: "end-drag" });
    const ended = made.state();
    made.do({ type: "end-drag" }, { type: "cancel-drag" });
    expect(made.state()).toBe(ended);
  });
});

describe("[ANZ-37] going back", () => {
  const last = (made: Bench) => made.now().legs.map(({ quote }) => quote.lastPrice);

  test("keeps the newest prices of what is held", () => {
    const made = withLegs(option("CE", ATM));
    made.do(
      prices(made.now().legs, 100, 1),
      { type: "flip-leg", id: idOf(made, 0) },
      prices(made.now().legs, 80, 2),
      UNDO,
    );
    expect(made.now().legs[0]).toMatchObject({ quantity: 65, quotedAt: 2 });
    expect(last(made)).toEqual([80]);
  });

  test("brings back prices of what was put away only while none are newer", () => {
    const made = withLegs(option("CE", ATM), option("PE", ATM));
    made.do(prices(made.now().legs, 100, 1), { type: "delete-leg", id: idOf(made, 1) });
    made.do(UNDO);
    expect(last(made)).toEqual([100, 100]);
    made.do(REDO, prices(made.now().legs, 90, 2), UNDO);
    expect(last(made)).toEqual([90, Number.NaN]);
    expect(made.now().legs[1]!.marketIv).toBeNaN();
  });

  test("brings back positions of another source, and knows what is over by now", () => {
    const made = bench();
    const paper = position(option("CE", ATM), { id: "paper" });
    made.do(positionsOf([paper], "DRAFT_PORTFOLIOS"), positionsOf([position(FUTURE)]), UNDO);
    expect(made.now()).toMatchObject({ dataSource: "DRAFT_PORTFOLIOS", positions: [{ id: "paper" }] });

    const early = bench();
    early.do(add(option("CE", ATM)), { type: "clear-legs" });
    const over = { ...CONTEXT, now: option("CE", ATM).expiryInstant };
    expect(reduce(early.state(), UNDO, over).builder[0].legs[0]!.isExpired).toBe(true);
  });

  test("and forth again gives a position no price that it had not", () => {
    const made = withLegs(option("CE", ATM));
    made.do(prices(made.now().legs, 100, 1), { type: "delete-leg", id: idOf(made, 0) });
    const before = draftOf(made.do(positionsOf([position(option("CE", ATM))])));
    made.do(UNDO, UNDO, REDO, REDO);
    expect(draftOf(made.now())).toEqual(before);
  });

  test("leaves positions as they are now, selected as they were", () => {
    const made = bench();
    const held = position(option("CE", ATM));
    made.do(
      positionsOf([held]),
      { type: "toggle-leg", id: held.id },
      positionsOf([{ ...held, quantity: -650, bookedPnl: 9 }]),
      UNDO,
    );
    expect(made.now().positions).toMatchObject([{ isSelected: true, quantity: -650, bookedPnl: 9 }]);
    made.do(REDO);
    expect(made.now().positions).toMatchObject([{ isSelected: false, quantity: -650 }]);
  });
});

describe("[ANZ-38] no step is", () => {
  const load = (source: "SAVED_STRATEGY" | "UNSAVED_STRATEGY") =>
    ({ type: "load-trades", source, meta: null, trades: [trade(option("CE", ATM))] }) as const;

  test("a draft that is brought back into an untouched instance", () => {
    const made = bench();
    made.do(load("UNSAVED_STRATEGY"));
    expect(canUndo(made.now())).toBe(false);
    made.do(load("SAVED_STRATEGY"));
    expect(canUndo(made.now())).toBe(true);
  });

  test("the arrival of instruments", () => {
    const made = bench({ contracts: null });
    made.do(load("UNSAVED_STRATEGY"), { type: "initialize-legs" });
    expect(made.now().past).toEqual([]);
  });
});
