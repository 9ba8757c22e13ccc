import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Asked } from "#src/live/asked.ts";
import type { ColumnChart, Figure, Tick } from "#src/live/chart-columns.ts";
import { type ColumnSource, columnSeries } from "#src/live/column-series.ts";
import type { Handle } from "#src/live/streams.ts";

const MINUTE = 60_000;
/** 09:15 in India. */
const OPEN = Date.UTC(2026, 10, 20, 3, 45);
const SESSION = { open: OPEN, close: OPEN + 385 * MINUTE };
const at = (minutes: number): number => OPEN + minutes * MINUTE;

/** Open interest and volume by the minute, as they would be answered. */
type Answer = ColumnChart;
interface Question {
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  answer(value: Answer): Promise<void>;
  fail(error: unknown): Promise<void>;
}

let asked: Question[];
let take: ((tick: Tick | null) => void) | null;
let opened: number;
let closed: number;
let isVisible: boolean;
let seen: Set<() => void>;
let changeIdentity: () => void;

const settle = async (): Promise<void> => {
  for (let i = 0; i < 6; i++) await Promise.resolve();
};

/** Bars from one minute to another, the last of them running: open interest is 100 × the minute, 10 are traded in each. */
const answerOf = (first: number, last: number, session = SESSION): Answer => ({
  times: Array.from({ length: last - first + 1 }, (_, n) => session.open + (first + n) * MINUTE),
  runningAt: session.open + last * MINUTE,
  columns: [
    Array.from({ length: last - first + 1 }, (_, n) => 100 * (first + n)),
    Array.from({ length: last - first + 1 }, () => 10),
  ],
  session,
});

const source: ColumnSource<Answer> = {
  barMs: MINUTE,
  isTotal: [false, true],
  ask: (isWhole, signal) =>
    new Promise((resolve, reject) => {
      asked.push({
        isWhole,
        signal,
        answer(value) {
          resolve(value);
          return settle();
        },
        fail(error) {
          reject(error);
          return settle();
        },
      });
    }),
  chartOf: (answer) => answer,
  withChart: (_, chart) => chart,
  open(_, told) {
    take = told;
    opened++;
    return () => {
      closed++;
      take = null;
    };
  },
};

function start(of = source): { series: Handle<Asked<Answer>>; end: () => void } {
  const series = columnSeries(of, {
    now: () => Date.now(),
    random: () => 0.5,
    retryIn: (error) => (error === "wrong" ? null : 15_000),
    isVisible: () => isVisible,
    onVisible(run) {
      seen.add(run);
      return () => void seen.delete(run);
    },
    onIdentity(run) {
      changeIdentity = run;
      return () => {
        changeIdentity = () => {};
      };
    },
  });
  return { series, end: series.subscribe(() => {}) };
}

/** A moment of the market; open interest, and what the day has traded. */
const tell = (minutes: number, oi: Figure, volume: Figure = null): void =>
  take!({ at: at(minutes), values: [oi, volume] });

const oiOf = (series: Handle<Asked<Answer>>): Record<number, Figure> =>
  Object.fromEntries(
    (series.read().answer?.times ?? []).map((time, i) => [
      (time - OPEN) / MINUTE,
      series.read().answer!.columns[0]![i]!,
    ]),
  );

beforeEach(() => {
  vi.useFakeTimers({ now: at(2) });
  [asked, take, opened, closed, isVisible, seen] = [[], null, 0, 0, true, new Set()];
});
afterEach(() => {
  vi.useRealTimers();
});

async function begun(last = 2, of = source) {
  const started = start(of);
  await asked[0]!.answer(answerOf(0, last));
  return started;
}

describe("a chart that goes on by itself", () => {
  test("asks for its past once, and for all of it", async () => {
    const { series } = start();
    expect(series.read()).toEqual({ answer: null, status: "asked", error: null, isStale: false });
    await asked[0]!.answer(answerOf(0, 2));
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true]);
    expect(series.read()).toMatchObject({ status: "known", isStale: false });
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100, 2: 200 });
  });

  test("goes on in the bar that was on, and appends the next one", async () => {
    const { series } = await begun();
    tell(2.5, 222);
    tell(2.9, 225);
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100, 2: 225 });
    tell(3.1, 300);
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100, 2: 225, 3: 300 });
    expect(series.read().answer!.runningAt).toBe(at(3));
    expect(asked).toHaveLength(1);
  });

  test("has of a day's total what the bar has of it", async () => {
    const { series } = await begun();
    const volumes = () => series.read().answer!.columns[1];
    // Of 10 in the running bar as it was answered the day had 500.
    tell(2.5, 222, 500);
    tell(2.9, 222, 520);
    expect(volumes()).toEqual([10, 10, 30]);
    tell(3.1, 300, 527);
    expect(volumes()).toEqual([10, 10, 30, 7]);
  });

  test("closes what it opened with its last consumer, and shows nothing old to the next", async () => {
    const { series, end } = await begun();
    end();
    expect([opened, closed, seen.size]).toEqual([1, 1, 0]);
    expect(series.read().answer).toBeNull();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toHaveLength(1);
  });
});

describe("a stretch that was missed", () => {
  test("of thirty minutes of sleep is null until it is told, is asked for once, and nothing before it changes", async () => {
    const { series } = await begun();
    tell(2.9, 225);
    vi.setSystemTime(at(33));
    tell(33.1, 3_300);
    const before = oiOf(series);
    expect(Object.keys(before)).toHaveLength(34);
    for (let minute = 3; minute < 33; minute++) expect(before[minute]).toBeNull();
    expect([before[1], before[33]]).toEqual([100, 3_300]);
    expect(series.read().status).toBe("known");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, false]);
    tell(33.6, 3_333);
    await asked[1]!.answer(answerOf(0, 33));
    const after = oiOf(series);
    for (let minute = 3; minute < 33; minute++) expect(after[minute]).toBe(100 * minute);
    expect(after[33]).toBe(3_333);
    expect(opened).toBe(1);
  });

  test("is noticed where nothing was told as a bar ended, though its neighbour was", async () => {
    const { series } = await begun();
    tell(2.2, 220);
    take!(null);
    expect(series.read().isStale).toBe(true);
    tell(3.4, 340);
    expect(series.read().isStale).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toHaveLength(2);
    await asked[1]!.answer(answerOf(0, 3));
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100, 2: 200, 3: 340 });
  });

  test("within the bar that is on is none", async () => {
    await begun();
    take!(null);
    tell(2.9, 225);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toHaveLength(1);
  });

  test("within the bar that is on is asked for where a bar is made of all its moments", async () => {
    await begun(2, { ...source, isOfAllMoments: true });
    take!(null);
    tell(2.9, 225);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, false]);
  });

  test("in a bar that streamed without what its neighbours have is asked for once the bar has ended, and filled", async () => {
    const isDoubtful = ([own]: readonly Figure[], [before]: readonly Figure[]) =>
      (own === null) !== ((before ?? null) === null);
    const { series } = await begun(2, { ...source, isDoubtful });
    tell(2.5, 250);
    tell(3.5, 350);
    tell(4.2, null);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toHaveLength(1);
    tell(5.1, null);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, false]);
    await asked[1]!.answer(answerOf(0, 5));
    expect(oiOf(series)).toMatchObject({ 3: 300, 4: 400 });
    tell(5.6, 560);
    tell(6.1, 610);
    tell(7.1, 710);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toHaveLength(2);
  });

  test("between the answer and the first that streams is null as well", async () => {
    const { series } = await begun();
    tell(5.1, 510);
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100, 2: 200, 3: null, 4: null, 5: 510 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, false]);
  });

  test("is asked for at a moment of the page's own, and not while nobody sees it", async () => {
    await begun();
    isVisible = false;
    await vi.advanceTimersByTimeAsync(1_000);
    tell(9.1, 910);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveLength(1);
    isVisible = true;
    for (const run of seen) run();
    expect(asked.at(-1)!.isWhole).toBe(false);
    expect(asked.filter(({ signal }) => !signal.aborted)).toHaveLength(2);
  });

  test("of a session before stays, when the newest one is told anew", async () => {
    const { series } = start();
    const yesterday = { ...SESSION, open: OPEN - 86_400_000 };
    const [old, now] = [answerOf(0, 1, yesterday), answerOf(0, 2)];
    await asked[0]!.answer({
      ...now,
      times: [...old.times, ...now.times],
      columns: old.columns.map((column, c) => [...column, ...now.columns[c]!]),
    });
    tell(6, 600);
    await vi.advanceTimersByTimeAsync(30_000);
    await asked[1]!.answer(answerOf(0, 6));
    const { times, columns } = series.read().answer!;
    expect(times).toEqual([...old.times, ...answerOf(0, 6).times]);
    expect(columns[0]!.slice(0, 3)).toEqual([0, 100, 0]);
  });
});

describe("another market", () => {
  test("an account that changes forgets what was another's, and asks at once", async () => {
    const { series } = await begun();
    tell(3, 300);
    changeIdentity();
    expect(series.read()).toMatchObject({ answer: null, status: "asked" });
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, true]);
    await asked[1]!.answer(answerOf(0, 1));
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100 });
  });

  test("an answer that comes out of its turn is of no one's", async () => {
    const { series } = start();
    changeIdentity();
    await asked[1]!.answer(answerOf(0, 2));
    await asked[0]!.answer(answerOf(0, 1));
    expect(asked[0]!.signal.aborted).toBe(true);
    expect(oiOf(series)).toEqual({ 0: 0, 1: 100, 2: 200 });
  });

  test("a new epoch at an earlier time is begun anew, within seconds and not by all at once", async () => {
    const { series } = await begun(60);
    await vi.advanceTimersByTimeAsync(60_000);
    tell(10, 1_000);
    expect(series.read().answer).toBeNull();
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, true]);
    await asked[1]!.answer(answerOf(0, 10));
    expect(series.read().answer!.times).toHaveLength(11);
  });

  test("a clock that is told a moment late is no other market", async () => {
    const { series } = await begun(3);
    tell(2.99, 299);
    expect(oiOf(series)[3]).toBe(300);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });

  test("the session's end stops the bar that is on, and on another date the next session is asked for", async () => {
    const { series } = await begun(384);
    tell(385.5, 38_000);
    expect(series.read().answer!.runningAt).toBeNull();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(asked).toHaveLength(1);
    tell(24 * 60, 38_000);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, true]);
  });
});

describe("what cannot be had", () => {
  test("leaves what there was, stale, and is asked for again", async () => {
    const { series } = await begun();
    tell(9, 900);
    await vi.advanceTimersByTimeAsync(30_000);
    await asked[1]!.fail("away");
    expect(series.read()).toMatchObject({ status: "failed", isStale: true });
    expect(oiOf(series)[1]).toBe(100);
    await vi.advanceTimersByTimeAsync(30_000);
    await asked[2]!.answer(answerOf(0, 9));
    expect(series.read()).toMatchObject({ status: "known", error: null, isStale: false });
  });

  test("because it was asked wrongly is not asked again", async () => {
    const { series } = start();
    await asked[0]!.fail("wrong");
    expect(series.read()).toMatchObject({ answer: null, status: "failed", isStale: false });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toHaveLength(1);
  });
});

test("now and then the newest session is read again, so that it is what is recorded", async () => {
  const { series } = await begun();
  tell(3, 301);
  await vi.advanceTimersByTimeAsync(16 * 60_000);
  expect(asked.map(({ isWhole }) => isWhole)).toEqual([true, false]);
  await asked[1]!.answer(answerOf(0, 18));
  expect(oiOf(series)[3]).toBe(300);
});
