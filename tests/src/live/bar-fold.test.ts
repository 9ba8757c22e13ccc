import { describe, expect, test } from "vitest";
import { createBarFold } from "#src/live/bar-fold.ts";
import { barMoments, dayMoment } from "#src/live/bar-ticks.ts";
import type { BarFigures, BarSnapshot, QuoteSnapshot } from "#workers/engine/api.ts";

const MINUTE = 60_000;
/** 10:15 in India. */
const START = Date.UTC(2026, 10, 20, 4, 45);
const at = (minutes: number, seconds = 0): number => START + minutes * MINUTE + seconds * 1000;

const piece = (time: number, [open, high, low, close]: readonly number[], volume: number): BarFigures => ({
  ...{ time, open: open!, high: high!, low: low!, close: close! },
  volume,
});
const streamed = (bar: BarFigures, previous: BarFigures | null = null): BarSnapshot => ({
  ...bar,
  token: 1,
  previous,
  stale: false,
});
const quote = (more: Partial<QuoteSnapshot> = {}): QuoteSnapshot => ({
  ...{ token: 1, lastPrice: 107, previousClose: 95, open: 100, high: 120, low: 90, averagePrice: 100 },
  ...{ volume: 900, oi: 40, lastTradeTime: 0, bid: 0, ask: 0, stale: false },
  ...more,
});
/** Bars of five minutes. */
const startOf = (time: number): number => START + Math.floor((time - START) / (5 * MINUTE)) * 5 * MINUTE;

describe("a bar made of running bars", () => {
  test("of its own length is that bar", () => {
    const fold = createBarFold();
    expect(fold.read()).toBeNull();
    expect(fold.take(piece(START, [1, 4, 1, 2], 10), START)).toEqual({
      open: 1,
      high: 4,
      low: 1,
      close: 2,
      volume: 10,
    });
    expect(fold.take(piece(START, [1, 5, 1, 3], 12), START)).toMatchObject({ high: 5, close: 3, volume: 12 });
  });

  test("of shorter ones has the first open, the extremes of all, the last close and what was traded in each once", () => {
    const fold = createBarFold();
    fold.take(piece(at(0), [10, 12, 9, 11], 5), START);
    fold.take(piece(at(0), [10, 13, 9, 12], 7), START);
    const whole = fold.take(piece(at(1), [12, 12, 7, 8], 3), START);
    expect(whole).toEqual({ open: 10, high: 13, low: 7, close: 8, volume: 10 });
    expect(fold.take(piece(at(5), [8, 9, 8, 9], 2), at(5))).toEqual({
      open: 8,
      high: 9,
      low: 8,
      close: 9,
      volume: 2,
    });
  });

  test("goes on from what was answered of it, and counts nothing twice", () => {
    const fold = createBarFold();
    fold.answered(piece(START, [10, 20, 5, 11], 100));
    // The relay keeps bars of the length from when they are asked for: this one began with the minute.
    expect(fold.take(piece(START, [11, 12, 11, 12], 40), START)).toEqual({
      ...{ open: 10, high: 20, low: 5, close: 12 },
      volume: 100,
    });
    expect(fold.take(piece(START, [11, 21, 11, 13], 46), START)).toMatchObject({ high: 21, volume: 106 });
  });
});

describe("moments of a chart shorter than a day", () => {
  test("tell the end of a bar that is known only with the next one, then the next one", () => {
    const fold = createBarFold();
    const first = piece(START, [1, 4, 1, 2], 10);
    barMoments(fold, { quote: quote(), bar: streamed(first), at: at(4, 59) }, startOf);
    const ended = piece(START, [1, 6, 1, 5], 14);
    const next = piece(at(5), [5, 5, 5, 5], 1);
    expect(barMoments(fold, { quote: quote(), bar: streamed(next, ended), at: at(5, 1) }, startOf)).toEqual([
      { at: START, values: [1, 6, 1, 5, 14, 40] },
      { at: at(5, 1), values: [5, 5, 5, 5, 1, 40] },
    ]);
  });

  test("stay in a bar until the next begins, or nothing was traded in it for a while: then it is the last price", () => {
    const fold = createBarFold();
    barMoments(fold, { quote: quote(), bar: streamed(piece(START, [1, 4, 1, 2], 10)), at: at(1) }, startOf);
    expect(barMoments(fold, { quote: quote(), bar: null, at: at(5, 1) }, startOf)).toEqual([
      { at: START, values: [1, 4, 1, 2, 10, 40] },
    ]);
    expect(barMoments(fold, { quote: quote(), bar: null, at: at(5, 4) }, startOf)).toEqual([
      { at: at(5, 4), values: [2, 2, 2, 2, 0, 40] },
    ]);
  });

  test("tell no price of what has not traded, and no volume of an index", () => {
    const none = barMoments(createBarFold(), { quote: quote({ volume: 0 }), bar: null, at: at(1) }, startOf);
    expect(none[0]!.values).toEqual([null, null, null, null, 0, 40]);
    const index = quote({ volume: Number.NaN, oi: Number.NaN });
    const still = barMoments(createBarFold(), { quote: index, bar: null, at: at(1) }, startOf);
    expect(still[0]!.values).toEqual([107, 107, 107, 107, null, null]);
  });
});

describe("moments of a chart of days and longer", () => {
  test("are the day as the exchange tells it", () => {
    expect(dayMoment(createBarFold(), quote(), at(9), START).values).toEqual([100, 120, 90, 107, 900, 40]);
  });
  test("of a week hold what was before the day, and what was traded since it was answered", () => {
    const fold = createBarFold();
    fold.answered(piece(START, [80, 110, 70, 105], 5_000));
    expect(dayMoment(fold, quote(), at(9), START).values).toEqual([80, 120, 70, 107, 5_000, 40]);
    expect(dayMoment(fold, quote({ volume: 950 }), at(10), START).values).toEqual([
      80, 120, 70, 107, 5_050, 40,
    ]);
  });
  test("have no figures while nothing has traded", () => {
    const values = dayMoment(createBarFold(), quote({ volume: 0 }), at(1), START).values;
    expect(values).toEqual([null, null, null, null, null, 40]);
  });
});
