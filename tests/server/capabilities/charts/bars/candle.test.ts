import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Candle,
  foldCandles,
  stillCandle,
  UNKNOWN_CANDLE,
} from "#server/capabilities/charts/bars/candle.ts";

const traded = (open: number, high: number, low: number, close: number, volume = 65, oi = 650): Candle => ({
  open,
  high,
  low,
  close,
  volume,
  oi,
  isTraded: true,
  isKnown: true,
});

const price = fc.integer({ min: 100, max: 200 });
const candle = fc.oneof(
  fc.constant(UNKNOWN_CANDLE),
  fc.tuple(price, fc.integer({ min: 0, max: 9 })).map(([close, oi]) => stillCandle(close, 0, oi)),
  fc
    .tuple(price, price, fc.nat({ max: 9 }), fc.nat({ max: 9 }), fc.nat({ max: 99 }))
    .map(([open, close, up, down, volume]) =>
      traded(open, Math.max(open, close) + up, Math.min(open, close) - down, close, volume, volume * 65),
    ),
);

describe("a candle of several", () => {
  it("opens with the first trade, closes with the last, has their range and all that was traded", () => {
    const all = [stillCandle(99, 0, 600), traded(100, 104, 98, 103), traded(103, 110, 101, 102, 130, 700)];
    expect(foldCandles(all)).toEqual(traded(100, 110, 98, 102, 195, 700));
  });

  it("is the last price where nothing was traded, and open interest goes on", () => {
    expect(foldCandles([stillCandle(99, 0, 600), stillCandle(99, 0, 665)])).toEqual(stillCandle(99, 0, 665));
  });

  it("is of what is known, and unknown where nothing is", () => {
    const own = traded(100, 104, 98, 103);
    expect(foldCandles([UNKNOWN_CANDLE, own, UNKNOWN_CANDLE])).toEqual(own);
    expect(foldCandles([UNKNOWN_CANDLE])).toBe(UNKNOWN_CANDLE);
    expect(foldCandles([])).toBe(UNKNOWN_CANDLE);
  });

  it("does not know what one of its days does not", () => {
    const { high, low, volume, close } = foldCandles([
      traded(100, 104, 98, 103),
      traded(Number.NaN, Number.NaN, Number.NaN, 107, Number.NaN),
    ]);
    expect([high, low, volume, close]).toEqual([Number.NaN, Number.NaN, Number.NaN, 107]);
  });

  it("is the same whether parts are put together first or not", () => {
    fc.assert(
      fc.property(fc.array(candle, { maxLength: 12 }), fc.array(candle, { maxLength: 12 }), (a, b) => {
        expect(foldCandles([foldCandles(a), foldCandles(b)])).toEqual(foldCandles([...a, ...b]));
      }),
    );
  });
});
