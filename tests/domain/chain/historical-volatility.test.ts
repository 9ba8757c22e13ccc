import { expect, test } from "vitest";
import { rollingVolatility } from "#domain/chain/historical-volatility.ts";
import { historicalVolatility } from "#domain/chain/iv-statistics.ts";

const CLOSES = Array.from({ length: 40 }, (_, i) => 100 + ((i * 37) % 11));

test("each figure is of so many returns up to its close, and unknown while there are fewer", () => {
  const rolling = rollingVolatility(CLOSES, 10);
  expect(rolling).toHaveLength(CLOSES.length);
  expect(rolling.slice(0, 10).every(Number.isNaN)).toBe(true);
  expect(rolling[10]).toBe(historicalVolatility(CLOSES.slice(0, 11)));
  expect(rolling.at(-1)).toBe(historicalVolatility(CLOSES.slice(-11)));
});

test("a close that is not known leaves those that would rest on it unknown, and no others", () => {
  const rolling = rollingVolatility(CLOSES.with(15, Number.NaN), 10);
  const unknown = rolling.flatMap((value, i) => (Number.isNaN(value) ? [i] : []));
  expect(unknown).toEqual([...Array(10).keys(), ...Array.from({ length: 11 }, (_, i) => 15 + i)]);
});
