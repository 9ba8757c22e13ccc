/** Candles for tests of patterns. */
import fc from "fast-check";
import type { Candle, CandleColumns } from "#domain/candles/candle.ts";
import { type FoundPattern, findPatterns } from "#domain/candles/find-patterns.ts";

export const candle = (open: number, high: number, low: number, close: number): Candle => ({
  open,
  high,
  low,
  close,
});

export const UNKNOWN = candle(Number.NaN, Number.NaN, Number.NaN, Number.NaN);

/** Candles ten from low to high, each closing `step` below the one before; fifteen of them end at 118. */
export function falling(count = 15, step = 3): Candle[] {
  return Array.from({ length: count }, (_, i) => {
    const close = 118 + step * (count - 1 - i);
    return candle(close + 1, close + 5, close - 5, close);
  });
}

export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const column = (name: keyof Candle) => Float64Array.from(candles, (each) => each[name]);
  return { open: column("open"), high: column("high"), low: column("low"), close: column("close") };
}

export function found(candles: readonly Candle[], gapsBefore: readonly number[] = []): FoundPattern[] {
  return findPatterns(columnsOf(candles), { isGapBefore: (index) => gapsBefore.includes(index) });
}

/** The candles with their prices at `at(price)`; where that turns them upside down, high and low change places. */
export function repriced(candles: readonly Candle[], at: (price: number) => number): Candle[] {
  return candles.map(({ open, high, low, close }) => {
    const [a, b] = [at(high), at(low)];
    return candle(at(open), Math.max(a, b), Math.min(a, b), at(close));
  });
}

/** Candles in paise that go on from each other, trend and hesitate: patterns are frequent in them. */
const shape = fc.record({
  jump: fc.constantFrom(0, 0, 0, -250, 250),
  rise: fc.oneof(fc.constantFrom(0, 100, -100), fc.integer({ min: -1200, max: 1200 })),
  above: fc.oneof(fc.constantFrom(0, 10), fc.integer({ min: 0, max: 1500 })),
  below: fc.oneof(fc.constantFrom(0, 10), fc.integer({ min: 0, max: 1500 })),
});

export const walks = fc
  .record({
    shapes: fc.array(shape, { minLength: 16, maxLength: 60 }),
    drift: fc.constantFrom(-300, 0, 300),
  })
  .map(({ shapes, drift }) => {
    let price = 100_000;
    return shapes.map(({ jump, rise, above, below }) => {
      const open = price + jump;
      const close = open + rise + drift;
      price = close;
      return candle(
        open / 100,
        (Math.max(open, close) + above) / 100,
        (Math.min(open, close) - below) / 100,
        close / 100,
      );
    });
  });
