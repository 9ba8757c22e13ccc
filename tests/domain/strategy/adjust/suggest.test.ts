import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adjusted } from "#domain/strategy/adjust/adjustment.ts";
import { adjustFigures } from "#domain/strategy/adjust/figures.ts";
import { ADJUST_GOALS, type Suggestion, suggestions } from "#domain/strategy/adjust/suggest.ts";
import { quotedLegs } from "#domain/strategy/adjust/world.ts";
import type { Leg } from "#domain/strategy/model.ts";
import { HAS_RECORDED, recordedWorlds } from "../preset-worlds.ts";
import { adjustWorld, condor, option, type World } from "./adjust-fixture.ts";

const world = adjustWorld("NIFTY");

function found(legs: readonly Leg[], goal: "delta" | "margin", at: World = world): readonly Suggestion[] {
  const answer = suggestions(legs, adjustFigures(legs, at), goal, at);
  return answer.kind === "found" ? answer.all : [];
}

/** The strategy after a suggestion, in figures, without what the suggestion says of them. */
function afterwards(legs: readonly Leg[], { adjustment }: Suggestion, at: World = world) {
  let names = 0;
  const changed = quotedLegs(
    adjusted(legs, adjustment, () => `new-${names++}`),
    legs,
    at,
  );
  return adjustFigures(changed, at);
}

const drawnLegs = fc.array(
  fc.record({
    type: fc.constantFrom("CE" as const, "PE" as const),
    steps: fc.integer({ min: -12, max: 12 }),
    lots: fc.integer({ min: -4, max: 4 }).filter((lots) => lots !== 0),
    at: fc.integer({ min: 0, max: 1 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function legsOf(drawn: readonly { type: "CE" | "PE"; steps: number; lots: number; at: number }[]): Leg[] {
  const legs = drawn.map(({ type, steps, lots, at }, i) =>
    world.leg(`leg-${i}`, option(world, type, steps, at), lots),
  );
  return legs.filter((leg, i) => legs.findIndex(({ token }) => token === leg.token) === i);
}

describe("suggestions", () => {
  test("STRAT-41: never raise what they claim to cut, nor make a loss endless or the margin much larger, whatever the strategy", () => {
    fc.assert(
      fc.property(drawnLegs, fc.constantFrom(...ADJUST_GOALS), (drawn, goal) => {
        const legs = legsOf(drawn);
        const before = adjustFigures(legs, world);
        for (const suggestion of found(legs, goal)) {
          const then = afterwards(legs, suggestion);
          const size = (figures: typeof then) =>
            goal === "delta" ? Math.abs(figures.delta) : figures.margin;
          expect(size(then)).toBeLessThan(size(before));
          expect(suggestion.cut).toBeCloseTo(size(before) - size(then), 6);
          expect(then.margin).toBeLessThanOrEqual(before.margin * 1.1 + 1e-6);
          if (before.maxLoss > Number.NEGATIVE_INFINITY)
            expect(then.maxLoss).toBeGreaterThan(Number.NEGATIVE_INFINITY);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("STRAT-42: at most six, the least lost for each unit cut first, and the same every time", () => {
    for (const goal of ADJUST_GOALS) {
      const all = found(condor(world), goal);
      expect(all.length).toBeGreaterThan(1);
      expect(all.length).toBeLessThanOrEqual(6);
      const worth = all.map(({ cost, cut }) => cost.lost / cut);
      expect(worth).toEqual(worth.toSorted((a, b) => a - b));
      expect(found(condor(world), goal)).toEqual(all);
      for (const { kind } of all)
        expect(all.filter((each) => each.kind === kind).length).toBeLessThanOrEqual(2);
    }
  });

  test("STRAT-40: a sold call in danger is rolled, closed in part or hedged; a naked one gets a wing", () => {
    const naked = [world.leg("call", option(world, "CE", 1), -2)];
    const kinds = new Set([...found(naked, "delta"), ...found(naked, "margin")].map(({ kind }) => kind));
    for (const kind of ["strike", "close", "wing", "hedge"]) expect(kinds).toContain(kind);
  });

  test("STRAT-41: what is illiquid or not quoted is left out", () => {
    const held = new Set(condor(world).map(({ token }) => token));
    const thin = adjustWorld("NIFTY", {
      quotes: (contract, quote) => (held.has(contract.token) ? quote : { ...quote, isLiquid: false }),
    });
    for (const { kind } of found(condor(thin), "delta", thin)) expect(kind).toBe("close");
    const unquoted = adjustWorld("NIFTY", {
      quotes: (_, quote) => ({ ...quote, bid: Number.NaN, ask: Number.NaN }),
    });
    expect(found(condor(unquoted), "delta", unquoted)).toEqual([]);
    const odd = adjustWorld("NIFTY", {
      quotes: (contract, quote) =>
        held.has(contract.token) ? quote : { ...quote, warnings: ["ODD_STRIKE"] },
    });
    for (const { kind } of found(condor(odd), "margin", odd)) expect(kind).toBe("close");
  });

  test("STRAT-41: nothing to cut and nothing known are told apart", () => {
    const bought = [world.leg("call", option(world, "CE", 2), 1)];
    expect(suggestions(bought, adjustFigures(bought, world), "margin", world)).toEqual({ kind: "little" });
    const dark = { ...world, market: { ...world.market, spot: Number.NaN } };
    const figures = adjustFigures(bought, dark);
    expect(figures.delta).toBeNaN();
    expect(suggestions(bought, figures, "delta", dark)).toEqual({ kind: "unknown" });
  });

  test("positions stay as they are", () => {
    const legs = condor(world).map((leg) => ({ ...leg, kind: "position" as const }));
    for (const { kind } of found(legs, "delta")) expect(kind).toBe("hedge");
  });

  test.skipIf(!HAS_RECORDED).each(["NIFTY", "BANKNIFTY", "RELIANCE"])(
    "of real closing prices keep their word: %s on 18 Aug 2026",
    (symbol) => {
      const given = recordedWorlds().find(({ name }) => name === symbol)!;
      const real = adjustWorld(symbol, { given });
      // The nearest expiry of that list ends within minutes.
      const at = real.contracts.expiries.findIndex((expiry) => expiry > "2026-08-18");
      const legs = [
        real.leg("call", option(real, "CE", 2, at), -2),
        real.leg("put", option(real, "PE", -3, at), -1),
      ];
      const before = adjustFigures(legs, real);
      for (const goal of ADJUST_GOALS) {
        const all = found(legs, goal, real);
        expect(all.length).toBeGreaterThan(1);
        for (const each of all) {
          const then = afterwards(legs, each, real);
          if (goal === "delta") expect(Math.abs(then.delta)).toBeLessThan(Math.abs(before.delta));
          else expect(then.margin).toBeLessThan(before.margin);
        }
      }
    },
  );

  test.each(["USDINR", "CRUDEOIL", "RELIANCE", "SENSEX"])("%s: answers too", (symbol) => {
    const own = adjustWorld(symbol);
    const legs = [own.leg("call", option(own, "CE", 1), -2)];
    expect(found(legs, "delta", own).length).toBeGreaterThan(0);
    for (const each of found(legs, "delta", own)) expect(Number.isFinite(each.cost.lost)).toBe(true);
  });
});
