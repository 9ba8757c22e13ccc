import { expect, test } from "vitest";
import { type HomeFigure, isHomeFigure, storyOf } from "#src/features/home/figure-story.ts";
import type { MarketRow } from "#src/features/home/market-rows.ts";

const row = {
  underlying: { token: 7, symbol: "NIFTY", spotTickSize: 0.05 },
  figures: {
    spot: 24_172.3,
    spotPreviousClose: 24_100,
    spotOpen: 24_120.5,
    spotLow: 24_090.05,
    spotHigh: 24_210,
    forward: 24_180.25,
    atmIv: 0.1234,
    atmIvPrevious: 0.12,
    futureOi: 1_250_000,
    futureOiPrevious: 1_200_000,
  },
  expiry: "2026-11-24",
} as unknown as MarketRow;

const inputs = (figure: HomeFigure, of: MarketRow = row) => storyOf(figure, of, false).inputs;

test("a figure of the overview tells what it was made of, as it is written there", () => {
  expect(inputs("changePct")).toEqual([
    ["Last price", "24,172.30"],
    ["Previous close", "24,100.00"],
  ]);
  expect(inputs("dayRange")).toEqual([
    ["Open", "24,120.50"],
    ["Day's low", "24,090.05"],
    ["Day's high", "24,210.00"],
    ["Last price", "24,172.30"],
  ]);
  expect(inputs("ivChange")).toEqual([
    ["Expiry", "24 Nov"],
    ["ATM IV", "12.3 %"],
    ["ATM IV at the previous close", "12.0 %"],
  ]);
  expect(inputs("maxPain")).toEqual([
    ["Expiry", "24 Nov"],
    ["Forward", "24,180.25"],
  ]);
  expect(inputs("oiChange")?.slice(0, 2)).toEqual([
    ["OI of the futures, units", "12,50,000"],
    ["The same at the previous close", "12,00,000"],
  ]);
});

test("what nothing is known of yet has its formula, and says that it does not know its inputs", () => {
  const unknown = { ...row, figures: null, expiry: null } as MarketRow;
  const told = storyOf("atmIv", unknown, true);
  expect(told.formula).toContain("Black-76");
  expect(told.state).toBe("stale");
  expect(told.inputs).toEqual([
    ["Forward", "--"],
    ["ATM IV at the previous close", "-- %"],
  ]);
});

test("only figures have a story", () => {
  expect(isHomeFigure("pcr")).toBe(true);
  expect(isHomeFigure("toString")).toBe(false);
  expect(isHomeFigure(undefined)).toBe(false);
});
