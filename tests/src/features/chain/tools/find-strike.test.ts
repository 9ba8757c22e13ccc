import { expect, test } from "vitest";
import { findStrike } from "#src/features/chain/tools/find-strike.ts";

const STRIKES = Float64Array.from([22_450, 23_950, 24_400, 24_450, 24_500, 24_900, 25_000]);

test("[CHAIN-37] digits mean the strike that begins with them, of several the nearest to the money", () => {
  const find = (typed: string, atRow = 3): number =>
    STRIKES[findStrike(typed, STRIKES, 0, atRow)] ?? Number.NaN;
  expect(["2", "24", "249", "2245", "25000"].map((typed) => find(typed))).toEqual([
    24_450, 24_450, 24_900, 22_450, 25_000,
  ]);
  expect(find("24", 6)).toBe(24_900);
  // Without a price of the underlying the middle stands for the money.
  expect(find("2", -1)).toBe(24_450);
});

test("[CHAIN-37] what no strike begins with has none, nor has an empty chain", () => {
  expect(findStrike("9", STRIKES, 0, 3)).toBe(-1);
  expect(findStrike("250000", STRIKES, 0, 3)).toBe(-1);
  expect(findStrike("2", new Float64Array(0), 0, -1)).toBe(-1);
});

test("[CHAIN-37] strikes with decimals are found by what is written", () => {
  const currency = Float64Array.from([84.25, 84.5, 84.75]);
  expect(findStrike("84.5", currency, 2, 0)).toBe(1);
  expect(findStrike("84.7", currency, 2, 0)).toBe(2);
});
