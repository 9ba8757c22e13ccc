import { expect, test } from "vitest";
import { errorText, scientific, valueText } from "#src/features/numbers/figure-text.ts";
import { readSearch } from "#src/features/numbers/search-params.ts";

test.each([
  [0, "0"],
  [3.14e-15, "3.1 × 10⁻¹⁵"],
  [-2e-9, "−2.0 × 10⁻⁹"],
  [9.96e-11, "1.0 × 10⁻¹⁰"],
])("an error of %d reads %s", (value, text) => {
  expect(scientific(value)).toBe(text);
});

test("errors carry their unit", () => {
  expect(errorText(-0.0634, "points")).toBe("−0.063 points");
  expect(errorText(0.11349, "percent")).toBe("0.113 %");
  expect(errorText(1e-12, "relative")).toBe("1.0 × 10⁻¹²");
});

test.each([
  [159.11097756618946, "159.110977566"],
  [-11.364808276272205, "−11.3648082763"],
  [1.7984384007e-7, "1.7984384007 × 10⁻⁷"],
  [0, "0"],
  [24000, "24000"],
  [null, "--"],
  [Infinity, "Unlimited"],
  ["", "(none)"],
  ["NO_ASK", "NO_ASK"],
])("a figure of %s reads %s", (value, text) => {
  expect(valueText(value)).toBe(text);
});

test("[NUM-5] the address says whether failures alone are shown, and nothing else does", () => {
  expect(readSearch(new URLSearchParams("show=failures")).onlyWrong).toBe(true);
  for (const query of ["", "show=all", "show=", "failures=1"]) {
    expect(readSearch(new URLSearchParams(query)).onlyWrong).toBe(false);
  }
});
