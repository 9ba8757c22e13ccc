import { expect, test } from "vitest";
import { createSupertrend } from "#domain/indicators/ranges.ts";
import { reaching } from "./bars.ts";

/** Line and direction of closes whose bars reach two up and down: with n = 1 the range is four, or more by a jump. */
function figuresOf(closes: readonly number[]): (readonly number[])[] {
  const indicator = createSupertrend(1, 1);
  return closes.map((close) => indicator.push(reaching(close, 2)));
}

test("begins as falling, with the upper band as its line", () => {
  expect(figuresOf([100])).toEqual([[104, -1]]);
});

test("the upper band comes down with the price and stays while that rises within it", () => {
  // Ranges 4, 12, 4, 8: bands at 104, 102, 94, and 104 again, which is not taken.
  expect(figuresOf([100, 90, 90, 96])).toEqual([
    [104, -1],
    [102, -1],
    [94, -1],
    // A close past the band turns it: the lower band is the line.
    [88, 1],
  ]);
});

test("a close on the band does not turn it, a paisa beyond does", () => {
  expect(figuresOf([100, 90, 90, 94]).at(-1)).toEqual([94, -1]);
  expect(figuresOf([100, 90, 90, 94.01]).at(-1)![1]).toBe(1);
});

test("rising, the lower band climbs and stays while the price falls within it", () => {
  const figures = figuresOf([100, 90, 90, 96, 96, 100, 100, 97, 95.9]);
  const rising = figures.slice(3, 8);
  expect(rising.map(([, direction]) => direction)).toEqual([1, 1, 1, 1, 1]);
  const lines = rising.map(([line]) => line!);
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
  expect(lines.at(-1)).toBe(96);
  expect(figures.at(-1)![1]).toBe(-1);
});
