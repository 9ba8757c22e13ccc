/** Candlestick patterns: docs/quant.md, Candle patterns. Each rule's edges are in tests/vectors/candle-patterns.json. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CANDLES_BEFORE, findPatterns } from "#domain/candles/find-patterns.ts";
import { CANDLE_PATTERN_IDS, type CandlePatternId } from "#domain/candles/pattern-ids.ts";
import { candle, columnsOf, falling, found, repriced, UNKNOWN, walks } from "./candles.ts";

const LONG = candle(118, 128, 118, 128);
const MIRROR: Readonly<Record<CandlePatternId, CandlePatternId>> = {
  HARAMI_BULLISH: "HARAMI_BEARISH",
  HARAMI_BEARISH: "HARAMI_BULLISH",
  ENGULF_BULLISH: "ENGULF_BEARISH",
  ENGULF_BEARISH: "ENGULF_BULLISH",
  PIERCE_BULLISH: "PIERCE_BEARISH",
  PIERCE_BEARISH: "PIERCE_BULLISH",
  MARUBOZU_BULLISH: "MARUBOZU_BEARISH",
  MARUBOZU_BEARISH: "MARUBOZU_BULLISH",
  HAMMER: "SHOOTING_STAR",
  SHOOTING_STAR: "HAMMER",
};

test("upside down a pattern is its mirror, at the same candle", () => {
  fc.assert(
    fc.property(walks, (candles) => {
      const turned = repriced(candles, (price) => 3000 - price);
      expect(found(turned)).toEqual(found(candles).map(({ index, id }) => ({ index, id: MIRROR[id] })));
    }),
  );
});

test("prices of another unit, or higher by as much, make the same patterns", () => {
  fc.assert(
    fc.property(walks, fc.constantFrom(0.01, 1 / 3, 7, 1000), (candles, times) => {
      const wanted = found(candles);
      expect(found(repriced(candles, (price) => price * times))).toEqual(wanted);
      expect(found(repriced(candles, (price) => price + 1000 * times))).toEqual(wanted);
    }),
  );
});

test("every pattern is met in drawn candles, and no candle has two names", () => {
  const met = new Set<CandlePatternId>();
  for (const candles of fc.sample(walks, { seed: 15, numRuns: 600 })) {
    const patterns = found(candles);
    expect(new Set(patterns.map(({ index }) => index)).size).toBe(patterns.length);
    for (const { id } of patterns) met.add(id);
  }
  expect([...met].sort()).toEqual([...CANDLE_PATTERN_IDS].sort());
});

test("a candle's pattern hangs on it and what went before, never on what came after", () => {
  fc.assert(
    fc.property(walks, fc.nat({ max: 60 }), (candles, end) => {
      const whole = found(candles).filter(({ index }) => index < end);
      expect(found(candles.slice(0, end))).toEqual(whole);
      expect(findPatterns(columnsOf(candles), { isGapBefore: () => false, end })).toEqual(
        whole.filter(({ index }) => index < candles.length),
      );
    }),
  );
});

test("a candle's pattern hangs on the fifteen before it and no other", () => {
  fc.assert(
    fc.property(walks, fc.nat({ max: 40 }), (candles, skipped) => {
      // Two candles and fifteen before: what ends later sees nothing of those that are skipped.
      const wanted = found(candles).filter(({ index }) => index >= skipped + CANDLES_BEFORE + 1);
      const shifted = found(candles.slice(skipped)).map(({ index, id }) => ({ index: index + skipped, id }));
      expect(shifted.filter(({ index }) => index >= skipped + CANDLES_BEFORE + 1)).toEqual(wanted);
    }),
  );
});

describe("gaps", () => {
  test("a running candle is left out by its end", () => {
    const candles = columnsOf([...falling(), LONG]);
    expect(findPatterns(candles, { isGapBefore: () => false })).toEqual([
      { index: 15, id: "MARUBOZU_BULLISH" },
    ]);
    expect(findPatterns(candles, { isGapBefore: () => false, end: 15 })).toEqual([]);
  });

  test("anywhere from the fifteen before to the pattern's last candle one stops it, further back it does not", () => {
    const candles = [...falling(20), LONG];
    const stops = (gap: number) => found(candles, [gap]).length === 0;
    expect(candles.map((_, gap) => stops(gap)).indexOf(true)).toBe(6);
    for (let gap = 6; gap <= 20; gap++) expect(stops(gap), `before ${gap}`).toBe(true);
  });

  test.each(["open", "high", "low", "close"] as const)("a candle with an unknown %s is one", (name) => {
    for (let at = 0; at <= 16; at++) {
      const candles = [...falling(16), LONG];
      candles[at] = { ...candles[at]!, [name]: Number.NaN };
      expect(found(candles), `at ${at}`).toHaveLength(at < 1 ? 1 : 0);
    }
  });

  test("after one fifteen candles have to pass", () => {
    const passed = (count: number) => found([...falling(20), UNKNOWN, ...falling(count), LONG]);
    expect(passed(14)).toEqual([]);
    expect(passed(15)).toEqual([{ index: 36, id: "MARUBOZU_BULLISH" }]);
  });
});

describe("decimals", () => {
  /** At prices like these 0.95 of the range is not what doubles make of it. */
  test.each([0.01, 0.05, 0.07, 1.1, 24_051.35])(
    "a body of exactly 0.95 of the range counts at a scale of %d",
    (scale) => {
      const base = repriced(falling(), (price) => price * scale);
      const edge = repriced([candle(118.25, 128, 118, 127.75)], (price) => price * scale);
      const short = repriced([candle(118.26, 128, 118, 127.75)], (price) => price * scale);
      expect(found([...base, ...edge])).toEqual([{ index: 15, id: "MARUBOZU_BULLISH" }]);
      expect(found([...base, ...short])).toEqual([]);
    },
  );
});

test("nothing, or too little, is no pattern", () => {
  expect(found([])).toEqual([]);
  expect(found([LONG])).toEqual([]);
  expect(found([...falling(14), LONG])).toEqual([]);
});

test("where no candle before moved there is none", () => {
  expect(found([...Array.from({ length: 20 }, () => candle(100, 100, 100, 100)), LONG])).toEqual([]);
});
