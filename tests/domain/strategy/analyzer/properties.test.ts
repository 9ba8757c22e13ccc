import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnalyzerAction } from "#domain/strategy/analyzer/actions.ts";
import { isSdDays, isUnits } from "#domain/strategy/analyzer/bounds.ts";
import { shownIv } from "#domain/strategy/analyzer/figures.ts";
import { initialState, instanceOf } from "#domain/strategy/analyzer/instances.ts";
import { ivKey } from "#domain/strategy/analyzer/ivs.ts";
import {
  ANALYSIS_TABS,
  type AnalyzerInstance,
  type AnalyzerState,
  INSTANCE_LIMITS,
  NAMESPACES,
  type Namespace,
} from "#domain/strategy/analyzer/model.ts";
import { reduce } from "#domain/strategy/analyzer/reduce.ts";
import { refusalOf } from "#domain/strategy/analyzer/refusals.ts";
import { isSlippage } from "#domain/strategy/entry.ts";
import { SHIFTS } from "#domain/strategy/legs/shift.ts";
import {
  ATM,
  CONTEXT,
  contracts,
  draftOf,
  expired,
  FAR,
  FUTURE,
  facts,
  HOUR,
  NEAR,
  NOW,
  option,
  position,
  STRIKES,
  share,
  trade,
} from "./analyzer-fixture.ts";

const middle = STRIKES.indexOf(ATM);
const POOL = [
  ...STRIKES.slice(middle - 2, middle + 3).flatMap((strike) =>
    [NEAR, FAR].flatMap((expiry) =>
      (["CE", "PE"] as const).flatMap((side) => contracts.option(side, expiry, strike) ?? []),
    ),
  ),
  FUTURE,
  share(),
];

const ODD = [Number.NaN, Infinity, -Infinity, 1e308, -1e308, 0, -1, 0.5] as const;
const oneOf = <T>(all: readonly T[]) => fc.constantFrom(...all);
const number = (min: number, max: number) =>
  fc.oneof({ weight: 5, arbitrary: fc.integer({ min, max }) }, { weight: 1, arbitrary: oneOf(ODD) });
const orNull = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { nil: null });

const contract = oneOf(POOL);
const id = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }).map((i) => `leg-${i}`) },
  { weight: 1, arbitrary: oneOf(["", "gone", "__proto__", `NRML ${FUTURE.tradingsymbol}`]) },
);
const expiry = oneOf([NEAR, NEAR, FAR, contracts.expiries[2] ?? FAR, "2031-01-01", "__proto__"]);
const strike = fc.oneof(oneOf(STRIKES.slice(middle - 6, middle + 7)), number(0, 60_000));
const deal = fc.record({
  action: oneOf(["BUY", "SELL"] as const),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 6 }).map((lots) => lots * 65),
    number(1, 500),
  ),
  entryPrice: orNull(number(0, 500)),
});
const time = number(0, 60).map((hours) => NOW + (hours - 5) * HOUR);
const positions = fc.uniqueArray(contract, { maxLength: 4 }).chain((held) =>
  fc.record({
    positions: fc.constant(held.map((each) => position(each))),
    product: oneOf(["NRML", "MIS"] as const),
  }),
);

const told = fc
  .record({
    told: fc.subarray(POOL),
    now: fc.integer({ min: 0, max: 40 }),
    max: fc.integer({ min: 0, max: 60 }),
    iv: number(0, 1),
  })
  .map(({ told: legs, now, max, iv }) => ({
    facts: facts(legs, { now: NOW + now * HOUR, targetTimeMax: NOW + max * HOUR, iv, price: now + 1 }),
    receivedAt: now,
  }));

const adjustment = fc.record({
  moves: fc.array(fc.record({ id, contract }), { maxLength: 2 }),
  quantities: fc.array(fc.record({ id, quantity: number(-300, 300) }), { maxLength: 2 }),
  adds: fc.array(fc.record({ contract, quantity: number(-300, 300) }), { maxLength: 2 }),
});

const action: fc.Arbitrary<AnalyzerAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("add-leg" as const), contract, deal }) },
  fc.record({ type: oneOf(["delete-leg", "toggle-leg", "flip-leg", "swap-type"] as const), id }),
  fc.record({
    type: oneOf([
      "clear-legs",
      "clear-positions",
      "reset-prices",
      "reset-ivs",
      "reset-position-expiries",
      "initialize-legs",
    ] as const),
  }),
  fc.record({ type: fc.constant("toggle-all" as const), isSelected: fc.boolean() }),
  fc.record({ type: fc.constant("set-entry-price" as const), id, price: orNull(number(0, 500)) }),
  fc.record({ type: fc.constant("set-quantity" as const), id, units: number(1, 500) }),
  fc.record({ type: fc.constant("set-expiry" as const), id, expiry }),
  fc.record({ type: fc.constant("set-strike" as const), id, strike }),
  fc.record({ type: fc.constant("step-strike" as const), id, direction: oneOf([1, -1] as const) }),
  fc.record({ type: fc.constant("move-leg" as const), id, to: number(0, 9) }),
  fc.record({ type: fc.constant("shift-legs" as const), shift: oneOf(SHIFTS) }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("drag-strikes" as const),
      ids: fc.array(id, { maxLength: 5 }),
      by: number(-400, 400),
      mirror: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("adjust" as const), adjustment }) },
  fc.record({ type: fc.constant("set-lot-multiplier" as const), multiplier: number(1, 9) }),
  fc.record({
    type: fc.constant("set-strike-iv" as const),
    expiry,
    strike,
    iv: orNull(number(0, 90).map((points) => points / 100)),
  }),
  fc.record({ type: fc.constant("set-iv-offset" as const), points: number(-30, 30) }),
  fc.record({
    type: fc.constant("set-entry-pricing" as const),
    pricing: fc.record({ mode: oneOf(["ltp", "mid", "touch"] as const), slippageTicks: number(0, 1_200) }),
  }),
  fc.record({
    type: fc.constant("load-preset" as const),
    meta: fc.constant({ id: "X", name: "X" }),
    lots: number(1, 5),
    placed: fc.array(fc.record({ contract, action: oneOf(["BUY", "SELL"] as const), lots: oneOf([1, 2]) }), {
      maxLength: 4,
    }),
  }),
  fc.record({
    type: fc.constant("load-trades" as const),
    source: oneOf(["SAVED_STRATEGY", "UNSAVED_STRATEGY"] as const),
    meta: fc.constant(null),
    trades: fc.array(
      fc
        .record({ contract: oneOf([...POOL, expired()]), deal, iv: orNull(number(0, 1)) })
        .map(({ contract: held, deal: agreed, iv }) => trade(held, { ...agreed, iv })),
      { maxLength: 5 },
    ),
    draft: fc.record({
      targetPrice: orNull(number(0, 60_000)),
      targetDateTime: orNull(time),
      ivOffset: number(-30, 30),
      lotMultiplier: number(1, 5),
      customStrikeWiseIvs: fc.dictionary(oneOf([ivKey(NEAR, ATM), "x", "__proto__"]), number(0, 2)),
    }),
  }),
  positions.map(({ positions: all, product }) => ({
    type: "load-positions" as const,
    source: "LIVE_POSITIONS" as const,
    meta: null,
    positions: all.map((each, i) => (i === 0 ? { ...each, product } : each)),
  })),
  fc.record({ type: fc.constant("toggle-position-expiry" as const), expiry }),
  fc.record({ type: fc.constant("set-target-price" as const), price: orNull(number(0, 60_000)) }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant("set-target-time" as const), time: orNull(time) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("set-target" as const),
      price: orNull(number(0, 60_000)),
      time: orNull(time),
    }),
  },
  fc.record({ type: fc.constant("set-target-interval" as const), interval: orNull(number(0, 2)) }),
  fc.record({ type: fc.constant("set-manual-pnl" as const), isChecked: fc.boolean(), pnl: number(-9, 9) }),
  fc.record({
    type: fc.constant("select-tab" as const),
    tab: oneOf(ANALYSIS_TABS),
  }),
  fc.record({
    type: fc.constant("set-zoom" as const),
    zoom: fc.oneof(
      fc.record({ kind: oneOf(["ZoomOut", "ZoomIn"] as const) }),
      fc.record({
        kind: fc.constant("CustomZoomIn" as const),
        min: number(0, 60_000),
        max: number(0, 60_000),
      }),
    ),
  }),
  fc.record({
    type: fc.constant("set-settings" as const),
    settings: fc.record(
      {
        sdMode: oneOf(["fixed", "expiry", "targetDate"] as const),
        sdFixedDays: number(1, 4_000),
        tradeView: oneOf(["lots", "units"] as const),
        multiplyByLots: fc.boolean(),
        netOfCharges: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    type: fc.constant("set-config" as const),
    config: fc.record(
      {
        enablePayoffTable: fc.boolean(),
        factorInBookedPnl: fc.boolean(),
        isMarginDataRequired: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  {
    weight: 4,
    arbitrary: fc.record({ type: oneOf(["begin-drag", "end-drag", "cancel-drag", "undo", "redo"] as const) }),
  },
  { weight: 3, arbitrary: told.map((news) => ({ type: "prices" as const, ...news })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(told, oneOf([0, 0, 0, 1]))
      .map(([news, late]) => ({ type: "summary-done" as const, summary: {}, revision: late, ...news })),
  },
  fc.record({
    type: fc.constant("open" as const),
    underlying: oneOf(["NIFTY", "BANKNIFTY", ""]),
    instanceId: oneOf(["a", "b", "c", "d", "e", "f", "g", ""]),
  }),
);

/** Most in two of them, so that they are worked on for long; the others all the same. */
const namespace = fc.oneof(
  { weight: 3, arbitrary: oneOf(["builder", "optionChain"] as const) },
  { weight: 1, arbitrary: oneOf(NAMESPACES) },
);
const steps = fc.array(fc.tuple(namespace, action), { minLength: 5, maxLength: 60 });

/** A generated answer says only how many revisions it is late. */
function answering(each: AnalyzerAction, { revision }: AnalyzerInstance): AnalyzerAction {
  return each.type === "summary-done" ? { ...each, revision: revision - each.revision } : each;
}

function expectSound(instance: AnalyzerInstance): void {
  const { legs, positions: held, targetDateTime: target, targetDateTimeBounds: bounds } = instance;
  expect(new Set(legs.map(({ token }) => token)).size).toBe(legs.length);
  const ids = [...legs, ...held].map((leg) => leg.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(isUnits(instance.lotMultiplier)).toBe(true);
  for (const leg of legs) {
    expect(isUnits(Math.abs(leg.quantity))).toBe(true);
    expect(leg.entryPrice === null || (leg.entryPrice >= 0 && leg.entryPrice < Infinity)).toBe(true);
  }
  for (const leg of [...legs, ...held]) {
    expect(leg.marketIv < 0 || shownIv(leg, instance) < 0 || (leg.customIv ?? 0) < 0).toBe(false);
    const isOption = leg.type === "CE" || leg.type === "PE";
    const own = isOption ? (instance.customStrikeWiseIvs[ivKey(leg.expiry!, leg.strike)] ?? null) : null;
    expect(leg.customIv).toBe(own);
  }
  for (const iv of Object.values(instance.customStrikeWiseIvs)) expect(iv >= 0 && iv < Infinity).toBe(true);
  expect(target === null || Number.isFinite(target)).toBe(true);
  if (target !== null && bounds !== null) expect(target > bounds.min && target <= bounds.max).toBe(true);
  expect(isSlippage(instance.entryPricing.slippageTicks)).toBe(true);
  expect(isSdDays(instance.settings.sdFixedDays)).toBe(true);
  const { zoom } = instance;
  if (zoom.kind === "CustomZoomIn") expect(zoom.min < zoom.max).toBe(true);
  expect(instance.targetPrice === null || Number.isFinite(instance.targetPrice)).toBe(true);
  expect(Math.max(instance.past.length, instance.future.length)).toBeLessThanOrEqual(100);
}

function run(
  all: readonly (readonly [Namespace, AnalyzerAction])[],
  each: (before: AnalyzerState, after: AnalyzerState, step: (typeof all)[number]) => void,
): void {
  let state = initialState();
  for (const [name, generated] of all) {
    const before = state;
    const done = answering(generated, instanceOf(before, name));
    state = reduce(before, done, { ...CONTEXT, namespace: name });
    each(before, state, [name, done]);
  }
}

const RUNS = { numRuns: 200 };

describe("whatever is done, in whatever order", () => {
  test("[ANZ-9] [ANZ-17] [ANZ-19] [ANZ-23] no contract is held twice, no multiplier under 1, no IV under 0, no target out of range", () => {
    fc.assert(
      fc.property(steps, (all) =>
        run(all, (_, after, [namespace]) => expectSound(instanceOf(after, namespace))),
      ),
      RUNS,
    );
  });

  test("[ANZ-2] no namespace has too many instances, and each has one", () => {
    fc.assert(
      fc.property(steps, (all) =>
        run(all, (_, after) => {
          for (const name of NAMESPACES) {
            expect(after[name].length).toBeGreaterThanOrEqual(1);
            expect(after[name].length).toBeLessThanOrEqual(INSTANCE_LIMITS[name]);
          }
        }),
      ),
      RUNS,
    );
  });

  test("[ANZ-1] [ANZ-5] what is done in one namespace leaves the others as they are, but for settings", () => {
    fc.assert(
      fc.property(steps, (all) =>
        run(all, (before, after, [own, each]) => {
          for (const name of NAMESPACES) {
            const { settings } = instanceOf(after, name);
            expect(settings).toEqual(instanceOf(after, own).settings);
            if (name !== own && each.type !== "set-settings") expect(after[name]).toBe(before[name]);
          }
        }),
      ),
      RUNS,
    );
  });

  test("[ANZ-6] what is refused changes nothing", () => {
    fc.assert(
      fc.property(steps, (all) =>
        run(all, (before, after, [namespace, each]) => {
          const refusal = refusalOf(instanceOf(before, namespace), each, { ...CONTEXT, namespace });
          if (refusal !== null) expect(after, `${each.type}: ${refusal}`).toBe(before);
        }),
      ),
      RUNS,
    );
  });

  test("[ANZ-35] undo and then redo changes nothing", () => {
    fc.assert(
      fc.property(steps, (all) =>
        run(all, (_, after, [namespace]) => {
          const context = { ...CONTEXT, namespace };
          const undone = reduce(after, { type: "undo" }, context);
          if (undone === after) return;
          const redone = instanceOf(reduce(undone, { type: "redo" }, context), namespace);
          const before = instanceOf(after, namespace);
          expect(draftOf(redone)).toEqual(draftOf(before));
          expect([redone.past.length, redone.future.length]).toEqual([
            before.past.length,
            before.future.length,
          ]);
        }),
      ),
      RUNS,
    );
  });

  test("[ANZ-39] no change of the work keeps its revision, and no revision goes back", () => {
    fc.assert(
      fc.property(steps, (all) =>
        run(all, (before, after, [namespace, each]) => {
          const [was, is] = [instanceOf(before, namespace), instanceOf(after, namespace)];
          expect(is.revision).toBeGreaterThanOrEqual(was.revision);
          const isTold = each.type === "prices" || each.type === "summary-done";
          if (!isTold && is.legs !== was.legs) expect(is.revision).toBeGreaterThan(was.revision);
        }),
      ),
      RUNS,
    );
  });
});

test("[ANZ-6] what is not there changes nothing", () => {
  const before = initialState();
  for (const each of [
    { type: "delete-leg", id: "__proto__" },
    { type: "toggle-position-expiry", expiry: "__proto__" },
    { type: "set-strike", id: "x", strike: option("CE", ATM).strike },
    { type: "shift-legs", shift: "up" },
    { type: "undo" },
    { type: "redo" },
    { type: "end-drag" },
  ] as const)
    expect(reduce(before, each, CONTEXT)).toBe(before);
});
