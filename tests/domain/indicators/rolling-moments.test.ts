import fc from "fast-check";
import { expect, test } from "vitest";
import { RollingMoments } from "#domain/indicators/rolling-moments.ts";

const SIZE = 1e6;
const values = fc.array(fc.double({ min: -SIZE, max: SIZE, noNaN: true }), { minLength: 1, maxLength: 120 });

/** Straight from the definitions, of the last n values up to one. */
function momentsOf(list: readonly number[], end: number, length: number) {
  const window = list.slice(end - length + 1, end + 1);
  const mean = window.reduce((sum, value) => sum + value, 0) / length;
  return { mean, variance: window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length };
}

test("mean and deviation are those of the last n values, from the nth on", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 40 }), (list, length) => {
      const rolling = new RollingMoments(length);
      const got = list.map((value) => rolling.push(value));
      const [early, known] = [got.slice(0, length - 1), got.slice(length - 1)];
      expect(early).toEqual(early.map(() => ({ mean: Number.NaN, deviation: Number.NaN })));
      const errors = known.flatMap(({ mean, deviation }, i) => {
        const wanted = momentsOf(list, i + length - 1, length);
        return [Math.abs(mean - wanted.mean) / SIZE, Math.abs(deviation ** 2 - wanted.variance) / SIZE ** 2];
      });
      expect(Math.max(0, ...errors)).toBeLessThan(1e-14);
    }),
  );
});

test("looking at a value takes nothing in", () => {
  const [looked, untouched] = [new RollingMoments(3), new RollingMoments(3)];
  for (const value of [5, 1, 4, 1, 5, 9, 2, 6]) {
    looked.peek(1000);
    expect(looked.peek(value)).toEqual(untouched.push(value));
    looked.push(value);
  }
});

test("equal values have no deviation, whatever stood before them", () => {
  const rolling = new RollingMoments(4);
  for (const value of [1e12, -1e12, 3e11]) rolling.push(value);
  for (let i = 0; i < 3; i++) rolling.push(0.1);
  expect(rolling.push(0.1)).toEqual({ mean: 0.1, deviation: 0 });
});
