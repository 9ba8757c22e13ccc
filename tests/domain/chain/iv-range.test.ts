import { expect, test } from "vitest";
import { ivRange } from "#domain/chain/iv-range.ts";

test("high and low are the earliest of their kind, and the mean is of what is known", () => {
  const range = ivRange([0.2, null, 0.4, 0.1, 0.4, 0.1]);
  expect(range.high).toEqual({ at: 2, iv: 0.4 });
  expect(range.low).toEqual({ at: 3, iv: 0.1 });
  expect(range.mean).toBeCloseTo(0.24, 12);
  expect(range.count).toBe(5);
});

test("only what is asked for counts, and of nothing known nothing is said", () => {
  expect(ivRange([0.9, 0.2, 0.3, 0.9], 1, 3)).toMatchObject({ high: { at: 2 }, low: { at: 1 }, count: 2 });
  const none = ivRange([null, null]);
  expect([none.high, none.low, none.count]).toEqual([null, null, 0]);
  expect(none.mean).toBeNaN();
});
