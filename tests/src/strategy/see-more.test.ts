import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attribution } from "#domain/strategy/attribution/attribution.ts";
import { writtenTerms } from "#domain/strategy/attribution/written.ts";
import { cellText, deepest, placeAfter, shade } from "#src/strategy/heat/cells.ts";
import { stepsOf } from "#src/strategy/more/why/steps.ts";

const rupees = fc.double({ min: -1e7, max: 1e7, noNaN: true });
const moved = fc
  .record({ delta: rupees, gamma: rupees, theta: rupees, vega: rupees, rest: rupees })
  .map((terms) => ({
    ...terms,
    total: terms.delta + terms.gamma + terms.theta + terms.vega + terms.rest,
  }));

function toldOf(
  move: Attribution["move"],
  soFar: number,
  booked: number,
  charges: Attribution["charges"] = null,
): Attribution {
  const place = { price: 24_000, time: 0 };
  const gross = soFar + move.total + booked;
  const atTarget = charges === null ? gross : gross - charges.entry - charges.exit;
  return { legs: [], move, soFar, booked, charges, atTarget, from: place, to: place };
}

describe("[STRAT-55] what is written adds up as well", () => {
  test("to the rupee and to the paisa", () => {
    fc.assert(
      fc.property(moved, fc.constantFrom(0, 2), (move, decimals) => {
        const { delta, gamma, theta, vega, rest, total } = writtenTerms(move, decimals);
        const scale = 10 ** decimals;
        const units = [delta, gamma, theta, vega, rest].reduce(
          (sum, each) => sum + Math.round(each * scale),
          0,
        );
        expect(units).toBe(Math.round(total * scale));
        expect(Math.abs(rest - move.rest)).toBeLessThanOrEqual(3 / scale);
      }),
    );
  });

  test("each bar begins where the one before ended, and the last is the whole, inside the picture", () => {
    fc.assert(
      fc.property(moved, rupees, fc.integer({ min: -1_000, max: 1_000 }), (move, soFar, booked) => {
        const { steps, zero } = stepsOf(toldOf(move, soFar, booked));
        const whole = steps.at(-1)!;
        const parts = steps.slice(0, -1);
        // Where no figure that is written is anything, there is nothing to draw.
        if (steps.every(({ value }) => value === 0)) {
          expect(steps.every(({ from, to }) => Number.isNaN(from) && Number.isNaN(to))).toBe(true);
          return;
        }
        for (let i = 1; i < parts.length; i++) expect(parts[i]!.from).toBe(parts[i - 1]!.to);
        expect(whole.from).toBe(zero);
        expect(whole.to).toBeCloseTo(parts.at(-1)!.to, 6);
        for (const { from, to } of steps) {
          for (const end of [from, to]) expect(end >= -1e-9 && end <= 100 + 1e-9).toBe(true);
        }
        expect(steps.some(({ name }) => name === "booked")).toBe(booked !== 0);
      }),
    );
  });

  test("charges are a step of their own below nothing, and all that is written adds up to the paisa", () => {
    const paid = fc.double({ min: 0, max: 9_000, noNaN: true });
    fc.assert(
      fc.property(moved, rupees, paid, paid, (move, soFar, entry, exit) => {
        const told = toldOf(move, soFar, 0, { entry, exit });
        const { steps, decimals } = stepsOf(told);
        const scale = 10 ** decimals;
        const whole = steps.at(-1)!.value;
        const units = steps.slice(0, -1).reduce((sum, { value }) => sum + Math.round(value * scale), 0);
        expect(units).toBe(Math.round(whole * scale));
        expect(Math.abs(whole - told.atTarget)).toBeLessThanOrEqual(0.5 / scale + 1e-6);
        const taken = steps.find(({ name }) => name === "charges")!;
        expect(taken.value).toBeLessThanOrEqual(0);
        expect(Math.abs(taken.value + entry + exit)).toBeLessThanOrEqual(0.5 / scale + 1e-6);
      }),
    );
    const still = { delta: 0, gamma: 0, theta: 0, vega: 0, rest: 0, total: 0 };
    expect(stepsOf(toldOf(still, 0, 0)).steps.some(({ name }) => name === "charges")).toBe(false);
  });

  test("what is unknown has no bar", () => {
    const unknown = { delta: 1, gamma: Number.NaN, theta: 0, vega: 0, rest: Number.NaN, total: Number.NaN };
    const { steps } = stepsOf(toldOf(unknown, 0, 0));
    expect(steps.every(({ from, to }) => Number.isNaN(from) || Number.isNaN(to))).toBe(true);
  });
});

describe("cells of the heat table", () => {
  test("are figures with their sign, in rupees or as a share of the capital; unknown is --", () => {
    expect(cellText(-12_345, "rupees", null)).toBe("−12.3K");
    expect(cellText(512.4, "rupees", null)).toBe("+512");
    expect(cellText(1_234_567, "rupees", null)).toBe("+12.35L");
    expect(cellText(-5_000, "percent", 100_000)).toBe("−5.0 %".replace(" ", ""));
    for (const capital of [null, 0]) expect(cellText(5_000, "percent", capital)).toBe("--");
    expect(cellText(Number.NaN, "rupees", null)).toBe("--");
  });

  test("have the more colour the more they are, and none without a figure", () => {
    expect(
      deepest({
        pnl: [
          [1, -4],
          [Number.NaN, 2],
        ],
      }),
    ).toBe(4);
    expect(shade(-4, 4)).toBeGreaterThan(shade(1, 4));
    expect(shade(1, 4)).toBeGreaterThan(0);
    expect([shade(Number.NaN, 4), shade(0, 4), shade(1, 0)]).toEqual([0, 0, 0]);
  });

  test("arrow keys go from one to the next and stop at the edges", () => {
    const at = { row: 0, column: 0 };
    expect(placeAfter("ArrowDown", at, 11, 9)).toEqual({ row: 1, column: 0 });
    expect(placeAfter("ArrowUp", at, 11, 9)).toEqual(at);
    expect(placeAfter("End", at, 11, 9)).toEqual({ row: 0, column: 8 });
    expect(placeAfter("PageDown", at, 11, 9)).toEqual({ row: 10, column: 0 });
    expect(placeAfter("Enter", at, 11, 9)).toBeNull();
  });
});
