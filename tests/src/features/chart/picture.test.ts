import { describe, expect, test } from "vitest";
import type { BarsResponse } from "#protocol/http/chart-bars.ts";
import { createBarIndicators } from "#src/features/chart/picture/bar-indicators.ts";
import {
  heightOf,
  kindOf,
  levelsOf,
  linesOf,
  newestView,
  panesOf,
} from "#src/features/chart/picture/picture.ts";
import { runningOf, streamSeconds } from "#src/features/chart/series/bars-series.ts";

type Bars = BarsResponse["payload"];

const MINUTE = 60_000;
/** 20 Nov 2026, 09:15 in India. */
const OPEN = Date.UTC(2026, 10, 20, 3, 45);

const barsOf = (more: Partial<Bars> = {}): Bars => ({
  tradingsymbol: "RELIANCE",
  instrument_token: 738561,
  instrument_type: "EQ",
  interval: "5M",
  times: [OPEN, OPEN + 5 * MINUTE, OPEN + 10 * MINUTE],
  running_at: OPEN + 10 * MINUTE,
  open: [10, 12, 11],
  high: [13, 12, 14],
  low: [9, 11, 10],
  close: [12, 11, 13],
  volume: [100, 50, 20],
  oi: null,
  carried: [false, false, false],
  sessions: [
    {
      date: "2026-11-20",
      open: OPEN,
      close: OPEN + 375 * MINUTE,
      origin: "simulated",
      recorded_since: null,
      gaps: [],
    },
  ],
  ...more,
});
const chosen = { shape: "candles", isLog: false, indicators: [], interval: "5" } as const;
const panes = (bars: Bars, more: Partial<Parameters<typeof panesOf>[1]> = {}) =>
  panesOf(kindOf(bars, bars.volume === null ? "NIFTY" : "RELIANCE"), { ...chosen, ...more });

describe("[CHART-3] panes", () => {
  test("of a share are price and volume, of a contract open interest as well", () => {
    expect(panes(barsOf()).map(({ name }) => name)).toEqual(["Price", "Volume"]);
    expect(panes(barsOf({ oi: [1, 2, 3] })).map(({ name }) => name)).toEqual([
      "Price",
      "Volume",
      "Open interest",
    ]);
  });

  test("of an index say that it has no volume", () => {
    const index = barsOf({ tradingsymbol: "NIFTY 50", volume: null });
    expect(panes(index)[1]!.note).toContain("NIFTY is an index");
    expect(linesOf(index, "NIFTY", chosen, createBarIndicators()).map(({ id }) => id)).toEqual(["price"]);
  });

  test("are as high as there are many of them", () => {
    const two = heightOf(panes(barsOf()), false);
    expect(heightOf(panes(barsOf({ oi: [1, 2, 3] })), false)).toBeGreaterThan(two);
    expect(heightOf(panes(barsOf()), true)).toBeLessThan(two);
  });

  test("have the indicators that are chosen, each in its place", () => {
    const indicators = [
      { id: "ema", params: [2] },
      { id: "rsi", params: [2] },
      { id: "macd", params: [2, 3, 2] },
    ] as const;
    const bars = barsOf({ oi: [1, 2, 3] });
    expect(
      panes(bars, { indicators })
        .map(({ name }) => name)
        .slice(3),
    ).toEqual(["RSI 2", "MACD 2 3 2"]);
    const lines = linesOf(bars, "RELIANCE", { ...chosen, indicators }, createBarIndicators());
    expect(lines.slice(3).map(({ name, pane }) => [name, pane])).toEqual([
      ["EMA 2", 0],
      ["RSI 2", 3],
      ["MACD 2 3 2", 4],
      ["MACD 2 3 2 signal", 4],
      ["MACD 2 3 2 histogram", 4],
    ]);
    expect(lines.find(({ name }) => name === "EMA 2")!.values[0]).toBeNull();
    // Until what figures them is there the rest is in its place.
    const without = linesOf(bars, "RELIANCE", { ...chosen, indicators }, null);
    expect(without.map(({ id }) => id)).toEqual(["price", "volume", "oi"]);
  });

  test("of indicators that go on with their bars are those of all bars figured anew", () => {
    const indicators = [
      { id: "ema", params: [2] },
      { id: "vwap", params: [] },
    ] as const;
    const goingOn = createBarIndicators();
    const valuesOf = (bars: Bars, isGoingOn: boolean) =>
      linesOf(bars, "RELIANCE", { ...chosen, indicators }, isGoingOn ? goingOn : createBarIndicators()).map(
        ({ values }) => values,
      );
    const first = barsOf();
    const moved = barsOf({ high: [13, 12, 16], close: [12, 11, 15] });
    const ended = barsOf({
      times: [...first.times, OPEN + 15 * MINUTE],
      running_at: OPEN + 15 * MINUTE,
      ...{ open: [10, 12, 11, 12], high: [13, 12, 16, 12], low: [9, 11, 10, 12], close: [12, 11, 14, 12] },
      ...{ volume: [100, 50, 30, 5], carried: [false, false, false, false] },
    });
    const corrected = { ...ended, close: [11, 11, 14, 12] };
    for (const bars of [first, moved, ended, corrected])
      expect(valuesOf(bars, true)).toEqual(valuesOf(bars, false));
    expect(valuesOf(ended, true)).not.toEqual(valuesOf(corrected, true));
  });

  test("leave out a VWAP of days, which begins anew with each of them", () => {
    const indicators = [{ id: "vwap", params: [] }] as const;
    const idsOf = (interval: "5" | "1D") =>
      linesOf(barsOf(), "RELIANCE", { ...chosen, indicators, interval }, createBarIndicators()).map(
        ({ id }) => id,
      );
    expect(idsOf("5")).toContain("vwap vwap");
    expect(idsOf("1D")).not.toContain("vwap vwap");
  });
});

describe("[CHART-3] lines", () => {
  test("of prices have open, high and low beside the close, but for a line", () => {
    const [price] = linesOf(barsOf(), "RELIANCE", chosen, null);
    expect(price).toMatchObject({ shape: "candles", values: [12, 11, 13], prices: { high: [13, 12, 14] } });
    expect(linesOf(barsOf(), "RELIANCE", { ...chosen, shape: "line" }, null)[0]).not.toHaveProperty("prices");
  });
  test("write prices with two decimals, or as many as a currency has", () => {
    expect(linesOf(barsOf(), "RELIANCE", chosen, null)[0]!.format(12.5)).toBe("12.50");
    const dollar = barsOf({ instrument_token: 256 * 1000 + 3 });
    expect(linesOf(dollar, "USDINR", chosen, null)[0]!.format(84.0025)).toBe("84.0025");
  });
});

describe("[CHART-8] the session before", () => {
  const days = barsOf({
    interval: "1D",
    times: [OPEN - 2 * 86_400_000, OPEN - 86_400_000, OPEN],
    high: [1, 15, 14],
    low: [1, 8, 9],
    close: [1, null, 13],
  });
  test("is named by what is known of it", () => {
    expect(levelsOf(days, OPEN).map(({ name }) => name)).toEqual([
      "Previous high 15.00",
      "Previous low 8.00",
    ]);
  });
  test("is nothing where there is none", () => {
    expect(levelsOf(days, OPEN - 2 * 86_400_000)).toEqual([]);
    expect(levelsOf(null, OPEN)).toEqual([]);
  });
});

describe("[CHART-4] the bar that is on", () => {
  test("is the one that was answered, unless nothing was traded in it", () => {
    expect(runningOf(barsOf())).toEqual({
      time: OPEN + 10 * MINUTE,
      open: 11,
      high: 14,
      low: 10,
      close: 13,
      volume: 20,
    });
    expect(runningOf(barsOf({ carried: [false, false, true] }))).toBeNull();
    expect(runningOf(barsOf({ running_at: null }))).toBeNull();
    expect(runningOf(barsOf({ close: [12, 11, null] }))).toBeNull();
  });

  test("streams at the chart's own length where both begin together, else by the minute", () => {
    expect(streamSeconds("15", OPEN)).toBe(900);
    expect(streamSeconds("60", OPEN)).toBe(3_600);
    // A session of commodities begins at nine.
    expect(streamSeconds("15", OPEN - 15 * MINUTE)).toBe(900);
    expect(streamSeconds("30", OPEN - 15 * MINUTE)).toBe(60);
    expect(streamSeconds("1D", OPEN)).toBeNull();
  });
});

test("the newest bars are in view at first, where there are more than can be told apart", () => {
  expect(newestView([1, 2, 3, 4], 2)).toEqual({ from: 3, to: 4 });
  expect(newestView([1, 2], 2)).toBeNull();
});
