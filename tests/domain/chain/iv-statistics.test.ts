import { describe, expect, test } from "vitest";
import {
  constantMaturityIv,
  historicalVolatility,
  ivChange,
  ivLevel,
  ivPercentile,
  ivRank,
} from "#domain/chain/iv-statistics.ts";

const { NaN: unknown } = Number;
const days = (...values: number[]) => values.map((d) => d / 365);
/** 0.101, 0.102, … one for each close. */
const rising = (count: number) => Array.from({ length: count }, (_, i) => 0.1 + (i + 1) / 1000);

test("IV change is in vol points", () => {
  expect(ivChange(0.14, 0.125)).toBeCloseTo(1.5, 12);
  expect(ivChange(0.14, unknown)).toBeNaN();
});

describe("constant-maturity IV", () => {
  test("is total variance linear in time between the bracketing expiries", () => {
    // 0.15² x 20 = 0.45, 0.12² x 40 = 0.576, half way 0.513 over 30 days.
    expect(constantMaturityIv(days(6, 20, 40), [0.2, 0.15, 0.12])).toBeCloseTo(Math.sqrt(0.513 / 30), 14);
    expect(constantMaturityIv(days(20, 30, 40), [0.15, 0.13, 0.12])).toBe(0.13);
  });

  test("is an expiry's own outside the bracket, and passes over expired and unknown ones", () => {
    expect(constantMaturityIv(days(7), [0.2])).toBe(0.2);
    expect(constantMaturityIv(days(40, 60), [0.2, 0.3])).toBe(0.2);
    expect(constantMaturityIv(days(0, 20, 25, 40), [0.9, 0.15, unknown, 0.12])).toBeCloseTo(
      Math.sqrt(0.513 / 30),
      14,
    );
    expect(constantMaturityIv([], [])).toBeNaN();
    expect(constantMaturityIv(days(0), [0.2])).toBeNaN();
  });
});

describe("IV percentile and rank", () => {
  test("percentile counts the closes strictly below", () => {
    expect(ivPercentile(rising(100), 0.1505)).toBe(50);
    expect(ivPercentile(rising(100), 0.05)).toBe(0);
    expect(ivPercentile(rising(100), 0.5)).toBe(100);
  });

  test("rank is the place between least and greatest, clamped", () => {
    expect(ivRank(rising(101), 0.151)).toBeCloseTo(50, 10);
    expect(ivRank(rising(101), 0.5)).toBe(100);
    expect(ivRank(rising(101), 0.01)).toBe(0);
    expect(ivRank(new Array(100).fill(0.2), 0.2)).toBeNaN();
  });

  test("fewer than 60 known closes are not enough, and only the last 250 count", () => {
    expect(ivPercentile(rising(59), 0.2)).toBeNaN();
    expect(ivRank(rising(59), 0.2)).toBeNaN();
    expect(ivPercentile(rising(60), 0.2)).toBe(100);
    expect(ivPercentile([...rising(59), unknown], 0.2)).toBeNaN();
    expect(ivPercentile(rising(100), unknown)).toBeNaN();
    const old = new Array(100).fill(0.01);
    expect(ivPercentile([...old, ...new Array(250).fill(0.2)], 0.1)).toBe(0);
  });

  test("high is above 80 and low below 20", () => {
    expect([80, 80.1, 20, 19.9].map(ivLevel)).toEqual(["normal", "high", "normal", "low"]);
    expect(ivLevel(unknown)).toBeNull();
  });
});

test("historical volatility is the sample deviation of ln returns over 252 sessions", () => {
  const up = Math.exp(0.01);
  // Returns +1 %, -1 %: mean 0, sample deviation √(2 x 0.0001).
  expect(historicalVolatility([100, 100 * up, 100])).toBeCloseTo(Math.sqrt(0.0002 * 252), 12);
  expect(historicalVolatility([100, 100, 100, 100])).toBe(0);
  expect(historicalVolatility([100, 101])).toBeNaN();
});
