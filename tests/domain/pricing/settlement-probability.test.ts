import { expect, test } from "vitest";
import { settlementCdf } from "#domain/pricing/settlement-probability.ts";

const WEEK = 7 / 365;
const below = (level: number) => settlementCdf(level, 24060, WEEK, 0.13);

test("settlement probabilities match the reference to 1e-12", () => {
  expect(Math.abs(below(24520) - below(23600) - 0.711813590709)).toBeLessThan(1e-12);
  expect(Math.abs(1 - below(24350) - 0.249994259747)).toBeLessThan(1e-12);
});

test("nothing settles below 0 and everything below infinity", () => {
  expect(below(0)).toBe(0);
  expect(below(-5)).toBe(0);
  expect(below(Infinity)).toBe(1);
});

test("is unknown without volatility or time", () => {
  expect(settlementCdf(24000, 24060, WEEK, 0)).toBeNaN();
  expect(settlementCdf(24000, 24060, 0, 0.13)).toBeNaN();
  expect(settlementCdf(24000, 24060, WEEK, Number.NaN)).toBeNaN();
  expect(settlementCdf(24000, Number.NaN, WEEK, 0.13)).toBeNaN();
});
