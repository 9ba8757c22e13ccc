import { describe, expect, test } from "vitest";
import type { BarsResponse } from "#protocol/http/chart-bars.ts";
import {
  flagsOf,
  hasPatternsOf,
  isAsked,
  patternsIn,
  patternsTold,
  summaryOf,
} from "#src/features/chart/patterns/bar-patterns.ts";
import { TEXTS } from "#src/features/chart/patterns/texts.ts";

type Bars = BarsResponse["payload"];
const DAY = 86_400_000;
/** 2 Nov 2026, 09:15 in India. */
const FIRST = Date.UTC(2026, 10, 2, 3, 45);

/** Sixteen bars that go nowhere, and one of nothing but a rising body. */
const marubozuAfter = (before: number, more: Partial<Bars> = {}): Bars => {
  const count = before + 1;
  const times = Array.from({ length: count }, (_, i) => FIRST + i * DAY);
  const of = (usual: (i: number) => number, last: number) =>
    times.map((_, i) => (i === before ? last : usual(i)));
  return {
    ...{ tradingsymbol: "RELIANCE", instrument_token: 738561, instrument_type: "EQ", interval: "1D" },
    ...{ times, running_at: null, volume: null, oi: null, carried: times.map(() => false) },
    open: of(() => 100, 100),
    high: of(() => 102, 110),
    low: of(() => 98, 100),
    close: of((i) => (i % 2 === 0 ? 101 : 99), 110),
    sessions: times.map((open) => ({
      ...{ date: new Date(open).toISOString().slice(0, 10), open, close: open + 375 * 60_000 },
      ...{ origin: "recorded", recorded_since: null, gaps: [] },
    })),
    ...more,
  } as Bars;
};
const marubozu = (index: number) => [{ index, id: "MARUBOZU_BULLISH" }];

describe("[CHART-10] patterns in the bars of the chart", () => {
  test("have fifteen bars before them", () => {
    expect(patternsIn(marubozuAfter(15), "1D")).toEqual(marubozu(15));
    expect(patternsIn(marubozuAfter(14), "1D")).toEqual([]);
  });

  test("are of bars that have ended", () => {
    const bars = marubozuAfter(15);
    expect(patternsIn({ ...bars, running_at: bars.times[15]! }, "1D")).toEqual([]);
  });

  test("have no gap in those before: a price, a minute of an hour or a day of a week that is not known", () => {
    const bars = marubozuAfter(16);
    const withNull = { ...bars, low: bars.low.map((low, i) => (i === 5 ? null : low)) };
    expect(patternsIn(withNull, "1D")).toEqual([]);
    const missed = bars.sessions.map((each, i) =>
      i === 5 ? { ...each, gaps: [{ from: each.open + 60_000, to: each.open + 120_000 }] } : each,
    );
    expect(patternsIn({ ...bars, sessions: missed }, "60")).toEqual([]);
    expect(patternsIn({ ...bars, sessions: missed }, "1D")).toEqual(marubozu(16));
    const unknown = bars.sessions.map((each, i) => (i === 5 ? { ...each, origin: null } : each));
    expect(patternsIn({ ...bars, sessions: unknown }, "1W")).toEqual([]);
  });

  test("do not count a first week or month, which may have begun before", () => {
    expect(patternsIn(marubozuAfter(15), "1W")).toEqual([]);
    expect(patternsIn(marubozuAfter(16), "1W")).toEqual(marubozu(16));
    expect(patternsIn(marubozuAfter(16), "1M")).toEqual(marubozu(16));
  });

  test("are not looked for in minutes, and of a share's hours the server is asked", () => {
    expect(patternsIn(marubozuAfter(16), "30")).toEqual([]);
    expect(hasPatternsOf("30")).toBe(false);
    expect(isAsked("60", { instrument_type: "EQ" })).toBe(true);
    expect(isAsked("60", { instrument_type: "INDEX" })).toBe(false);
    expect(isAsked("1D", { instrument_type: "EQ" })).toBe(false);
  });

  test("of the server stand at their hours; what is no pattern, or is of no bar, is left out", () => {
    const text = JSON.stringify([
      { date: 30, candle_names: ["HAMMER"] },
      { date: 20, candle_names: ["NOTHING"] },
      { date: 99, candle_names: ["HAMMER"] },
      null,
      { date: 10, candle_names: ["ENGULF_BEARISH", "HAMMER"] },
    ]);
    expect(patternsTold(text, [10, 20, 30])).toEqual([
      { index: 0, id: "ENGULF_BEARISH" },
      { index: 2, id: "HAMMER" },
    ]);
    expect(patternsTold("{}", [10])).toEqual([]);
  });

  test("have a flag below the bar or above it, with a code that is named", () => {
    const flags = flagsOf([
      { index: 1, id: "ENGULF_BULLISH" },
      { index: 2, id: "ENGULF_BEARISH" },
      { index: 3, id: "HAMMER" },
      { index: 4, id: "SHOOTING_STAR" },
    ]);
    expect(flags.map(({ code, isBelow }) => [code, isBelow])).toEqual([
      ["EN", true],
      ["EN", false],
      ["HM", true],
      ["SS", false],
    ]);
    expect(summaryOf(flags)).toContain("EN Engulfing, HM Hammer, SS Shooting Star");
    expect(summaryOf([])).toBe(TEXTS.none);
  });
});
