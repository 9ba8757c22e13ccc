import fc from "fast-check";
import { expect, test } from "vitest";
import { builderPayload } from "#analysis/builder-payload.ts";
import { drawnGrid, searchGrid } from "#domain/strategy/payoff-grid.ts";
import { call, FAR, market, put, SPOT, summary } from "#tests/domain/strategy/strategy-fixture.ts";

/** Half a hundredth of a paisa, and the rounding of a difference. */
const BOUND = 0.000_05 + 1e-9;

const legs = fc.array(
  fc.record({
    type: fc.constantFrom(call, put),
    strike: fc.integer({ min: 0, max: 80 }).map((step) => 22_000 + 50 * step),
    quantity: fc.integer({ min: -4, max: 4 }).map((lots) => 65 * lots),
    price: fc.integer({ min: 1, max: 8_000 }).map((ticks) => ticks / 20),
    expiry: fc.constantFrom({}, { expiry: FAR }),
  }),
  { minLength: 1, maxLength: 6 },
);

test("[STRAT-6] a curve's figures are within half a hundredth of a paisa of what was computed, and no zero has a sign", () => {
  fc.assert(
    fc.property(legs, (asked) => {
      const at = market();
      const computed = summary(
        asked.map(({ type, strike, quantity, price, expiry }) => type(strike, quantity, price, expiry)),
        {},
        at,
      );
      const told = builderPayload(computed, { strategy: at });
      expect(told.payoff_prices).toEqual([...computed.payoffs!.price]);
      for (const [exact, said] of [
        [computed.payoffs!.atTarget, told.payoffs_at_target!],
        [computed.payoffs!.atExpiry, told.payoffs_at_expiry!],
      ] as const) {
        const isWrong = (figure: number | null, i: number): boolean =>
          !(Math.abs(figure! - exact[i]!) <= BOUND) ||
          Object.is(figure, -0) ||
          !/^-?\d+(\.\d{1,4})?$/.test(String(figure));
        expect(said.filter(isWrong)).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test("[STRAT-6] points have as few decimals as leave each within half a hundredth of a step of its place", () => {
  for (const [min, max, decimals] of [
    [22_812.4137, 25_187.5863, 2],
    [83.1234567, 91.7654321, 4],
    [0.5123456789, 3.1234567891, 5],
    [1_111_111.111, 9_999_999.999, 0],
  ] as const) {
    const points = drawnGrid({ min, max }, []);
    const step = (max - min) / 400;
    expect(points).toHaveLength(401);
    expect([points[0], points[400]]).toEqual([min, max]);
    for (const [i, point] of [...points].entries()) {
      expect(Math.abs(point - (min + i * step))).toBeLessThanOrEqual(step / 200 + 1e-9);
      if (i > 0) expect(point).toBeGreaterThan(points[i - 1]!);
      if (i > 0 && i < 400) expect(point).toBe(Number(point.toFixed(decimals)));
    }
  }
});

test("[STRAT-6] what is asked to be on the curve is, digit by digit", () => {
  const marks = [SPOT + 1 / 3, SPOT + 0.05, 24_828.527520956482];
  const points = drawnGrid({ min: 22_800, max: 25_200 }, [...marks, 30_000]);
  expect([...points]).toEqual(expect.arrayContaining(marks));
  expect(points).not.toContain(30_000);
  expect(points).toHaveLength(404);
});

test("roots and extremes are looked for on points that keep their millionths", () => {
  const range = { min: 22_812.4137, max: 25_187.5863 };
  const [drawn, searched] = [drawnGrid(range, []), searchGrid(range, [])];
  expect(searched).toHaveLength(drawn.length);
  expect(searched[1]).toBe(22_818.351632);
  expect(drawn[1]).toBe(22_818.35);
});
