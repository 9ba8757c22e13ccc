import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AskPast, barSeries, type Past, pointSeries, splice } from "#src/live/series.ts";
import type { Handle, Streamed } from "#src/live/streams.ts";
import type { BarFigures, BarSnapshot } from "#workers/engine/api.ts";

const NIFTY = 256265;
const MINUTE = 60_000;
/** 10:00 in India. */
const TEN = Date.UTC(2026, 10, 20, 4, 30);
const at = (minutes: number): number => TEN + minutes * MINUTE;

const figures = (time: number, close: number): BarFigures => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});
const past = (asOf: number, ...bars: readonly (readonly [minutes: number, close: number])[]): Past => ({
  bars: bars.map(([minutes, close]) => figures(at(minutes), close)),
  asOf,
});

describe("bars of before and bars that streamed", () => {
  test("overlap: a bar that had ended is as it was told, one that still ran is as it streamed", () => {
    const told = past(at(2) + 30_000, [0, 100], [1, 101], [2, 102]);
    const streamed = [figures(at(1), 51), figures(at(2), 52), figures(at(3), 53)];
    expect(splice(told, streamed).map(({ time, close }) => [(time - TEN) / MINUTE, close])).toEqual([
      [0, 100],
      [1, 101],
      [2, 52],
      [3, 53],
    ]);
  });

  test("a bar that only one of them has is there, in its place", () => {
    const told = past(at(4), [0, 100], [3, 103]);
    expect(splice(told, [figures(at(1), 51), figures(at(5), 55)]).map(({ close }) => close)).toEqual([
      100, 51, 103, 55,
    ]);
  });
});

let state: Streamed<readonly BarSnapshot[]>;
let listeners: Set<() => void>;
let changeIdentity: () => void;
let asked: {
  readonly signal: AbortSignal;
  readonly answer: (past: Past) => Promise<void>;
  readonly fail: () => Promise<void>;
}[];

const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};
const askPast: AskPast = (signal) =>
  new Promise((resolve, reject) => {
    asked.push({
      signal,
      answer(value) {
        resolve(value);
        return settle();
      },
      fail() {
        reject(new Error("away"));
        return settle();
      },
    });
  });

const edges = () => ({
  barsOf: () => ({
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
  }),
  now: () => Date.now(),
  random: () => 0.5,
  onIdentity(run: () => void) {
    changeIdentity = run;
    return () => {
      changeIdentity = () => {};
    };
  },
});

function say(
  minutes: number,
  close: number,
  { previous = null, stale = false }: { previous?: BarFigures | null; stale?: boolean } = {},
): void {
  state = {
    data: [{ token: NIFTY, ...figures(at(minutes), close), previous, stale }],
    refused: null,
    isOld: false,
  };
  for (const listener of listeners) listener();
}

beforeEach(() => {
  vi.useFakeTimers();
  state = { data: null, refused: null, isOld: false };
  listeners = new Set();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const closes = (series: Handle<{ readonly close: readonly number[] }>): readonly number[] =>
  series.read().close;

describe("a series of bars", () => {
  function start() {
    const series = barSeries(NIFTY, askPast, edges());
    return { series, end: series.subscribe(() => {}) };
  }

  test("begins with what was before and goes on with what streams, in columns of one length", async () => {
    const { series } = start();
    say(2, 52);
    expect(series.read()).toMatchObject({ close: [52], past: "asked" });
    await asked[0]?.answer(past(at(2), [0, 100], [1, 101]));
    expect(series.read()).toEqual({
      time: [at(0), at(1), at(2)],
      open: [100, 101, 52],
      high: [100, 101, 52],
      low: [100, 101, 52],
      close: [100, 101, 52],
      volume: [1, 1, 1],
      isStale: false,
      past: "known",
    });
  });

  test("a new minute keeps the one before as it ended, and asks for nothing", async () => {
    const { series } = start();
    await asked[0]?.answer(past(at(0)));
    say(0, 50);
    say(0, 51);
    say(1, 60, { previous: figures(at(0), 55) });
    expect(closes(series)).toEqual([55, 60]);
    expect(asked).toHaveLength(1);
  });

  test("an instrument that did not trade for minutes has no bars of them, and nothing is missing", async () => {
    const { series } = start();
    await asked[0]?.answer(past(at(0)));
    say(0, 50);
    say(7, 60, { previous: figures(at(0), 50) });
    expect(closes(series)).toEqual([50, 60]);
    expect(asked).toHaveLength(1);
  });

  test("a gap is asked for, and what comes fills it; meanwhile the rest is shown", async () => {
    const { series } = start();
    await asked[0]?.answer(past(at(0)));
    say(0, 50);
    say(4, 60);
    expect(series.read()).toMatchObject({ close: [50, 60], past: "asked" });
    await asked[1]?.answer(past(at(4) + 1_000, [0, 55], [1, 56], [2, 57], [3, 58], [4, 59]));
    expect(closes(series)).toEqual([55, 56, 57, 58, 60]);
  });

  test("the next day's first bar asks at a moment of its own, since all charts see it at once", async () => {
    const { series } = start();
    await asked[0]?.answer(past(at(0)));
    const nextDay = 24 * 60;
    say(0, 50);
    say(nextDay, 60);
    expect(closes(series)).toEqual([50, 60]);
    vi.advanceTimersByTime(4_999);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer(past(at(nextDay), [0, 50], [nextDay - 1, 58]));
    expect(closes(series)).toEqual([50, 58, 60]);
  });

  test("another account's market begins anew: nothing of the first one's is left, nor taken late", async () => {
    const { series } = start();
    await asked[0]?.answer(past(at(1), [0, 100]));
    say(1, 51);
    changeIdentity();
    expect(closes(series)).toEqual([]);
    // The engine still has the bar of the market before.
    say(1, 51, { stale: true });
    expect(closes(series)).toEqual([]);
    say(0, 70);
    await asked[1]?.answer(past(at(0), [-1, 69]));
    expect(closes(series)).toEqual([69, 70]);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test("a market that went back in time is another one", async () => {
    const { series } = start();
    await asked[0]?.answer(past(at(5), [4, 100]));
    say(5, 50);
    say(2, 60);
    await asked[1]?.answer(past(at(2), [1, 59]));
    expect(closes(series)).toEqual([59, 60]);
  });

  test("without an answer what streams is shown, and the last consumer's end forgets all", async () => {
    const { series, end } = start();
    say(0, 50);
    await asked[0]?.fail();
    expect(series.read()).toMatchObject({ close: [50], past: "failed" });
    end();
    expect(series.read()).toMatchObject({ close: [], past: "none" });
    expect(listeners.size).toBe(0);
  });

  test("old figures are marked", () => {
    const { series } = start();
    say(0, 50, { stale: true });
    expect(series.read().isStale).toBe(true);
  });
});

describe("a series of points", () => {
  test("grows with each price that is told fresh, and begins anew with another account", () => {
    vi.setSystemTime(1_000);
    const series = pointSeries(NIFTY, edges());
    const end = series.subscribe(() => {});
    say(0, 50);
    vi.setSystemTime(2_000);
    say(0, 51, { stale: true });
    expect(series.read()).toEqual({ times: [1_000], values: [50], isStale: true });
    say(0, 52);
    expect(series.read()).toEqual({ times: [1_000, 2_000], values: [50, 52], isStale: false });
    changeIdentity();
    expect(series.read().times).toEqual([]);
    end();
    expect(listeners.size).toBe(0);
  });

  test("begins with what was before, as far as nothing streamed yet, and asks for it anew with another account", async () => {
    vi.setSystemTime(at(2));
    const before = { times: [at(0), at(1), at(2), at(3)], values: [40, 41, 42, 43] };
    const ask = vi.fn(async () => before);
    const series = pointSeries(NIFTY, { ...edges(), askPast: ask });
    const end = series.subscribe(() => {});
    say(0, 50);
    expect(series.read().values).toEqual([50]);
    await settle();
    expect(series.read()).toEqual({ times: [at(0), at(1), at(2)], values: [40, 41, 50], isStale: false });
    changeIdentity();
    expect(series.read().values).toEqual([]);
    await settle();
    expect(series.read().values).toEqual([40, 41, 42, 43]);
    expect(ask).toHaveBeenCalledTimes(2);
    end();
  });

  test("what was before could not be had at first: it is asked for again, and stands in front of what streamed meanwhile", async () => {
    vi.setSystemTime(at(2));
    const ask = vi
      .fn(async () => ({ times: [at(0), at(1)], values: [40, 41] }))
      .mockRejectedValueOnce(new Error("away"));
    const series = pointSeries(NIFTY, { ...edges(), askPast: ask });
    const end = series.subscribe(() => {});
    say(0, 50);
    await vi.advanceTimersByTimeAsync(60_000);
    say(0, 51);
    expect(series.read().values).toEqual([40, 41, 50, 51]);
    expect(ask).toHaveBeenCalledTimes(2);
    end();
  });

  test("a point grows the columns in place, and is told as another state", async () => {
    const series = pointSeries(NIFTY, edges());
    const end = series.subscribe(() => {});
    say(0, 50);
    const before = series.read();
    vi.setSystemTime(2_000);
    say(0, 51);
    const after = series.read();
    expect(after).not.toBe(before);
    expect(after.values).toBe(before.values);
    expect(after.values.at(-1)).toBe(51);
    end();
  });

  test("without what was before it is what streams", async () => {
    const series = pointSeries(NIFTY, { ...edges(), askPast: () => Promise.reject(new Error("away")) });
    const end = series.subscribe(() => {});
    await settle();
    say(0, 50);
    expect(series.read().values).toEqual([50]);
    end();
  });
});
