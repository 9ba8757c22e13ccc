import { expect, test } from "vitest";
import {
  type CheckedFigure,
  createFigureList,
  measureOf,
  type Tolerance,
} from "#analysis/validation/figures.ts";

function checked(tolerance: Tolerance, got: number, wanted: number | null): CheckedFigure {
  const into: CheckedFigure[] = [];
  createFigureList("case", tolerance, into).number("figure", got, wanted);
  return into[0]!;
}

test("within either tolerance a figure is right, and its error says so by the same measure", () => {
  const both = { relative: 1e-9, absolute: 1e-7 };
  for (const [got, wanted, isRight] of [
    [1e6 + 0.0009, 1e6, true],
    [1e6 + 0.0011, 1e6, false],
    [9e-8, 0, true],
    [1.1e-7, 0, false],
    [-1.5, 1.5, false],
  ] as const) {
    const figure = checked(both, got, wanted);
    expect(figure.isRight, `${got} for ${wanted}`).toBe(isRight);
    expect(Math.abs(figure.error!) <= measureOf(both).allowed).toBe(isRight);
  }
});

test("without a relative tolerance errors are rupees", () => {
  expect(measureOf({ absolute: 1e-4 })).toEqual({ unit: "rupees", allowed: 1e-4 });
  expect(checked({ absolute: 1e-4 }, 2.13341, 2.1333)).toMatchObject({ isRight: false });
  expect(checked({ absolute: 1e-4 }, 2.13339, 2.1333)).toMatchObject({
    isRight: true,
    error: expect.closeTo(9e-5, 10),
  });
  expect(measureOf({})).toEqual({ unit: "exact", allowed: 0 });
});

test("what is not known is right only where it is not known", () => {
  expect(checked({ relative: 1 }, Number.NaN, null)).toMatchObject({ isRight: true, got: null, error: null });
  expect(checked({ relative: 1 }, 0, null).isRight).toBe(false);
  expect(checked({ relative: 1 }, Number.NaN, 0)).toMatchObject({ isRight: false, error: null });
});

test("no end is equal or not", () => {
  expect(checked({ relative: 1e-9 }, Infinity, Infinity).isRight).toBe(true);
  expect(checked({ relative: 1e-9 }, -Infinity, Infinity).isRight).toBe(false);
  expect(checked({ relative: 1e-9 }, 1e300, Infinity).isRight).toBe(false);
});
