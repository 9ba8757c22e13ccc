import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askedEachMinute } from "#src/live/asked-each-minute.ts";

const TEN = Date.UTC(2026, 10, 20, 4, 30);
let answers: (() => Promise<number>)[];
let asked: number[];
let isVisible: boolean;
let seen: Set<() => void>;
let changeIdentity: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: TEN + 20_000 });
  [answers, asked, isVisible, seen] = [[], [], true, new Set()];
});
afterEach(() => {
  vi.useRealTimers();
});

function start(random = 0.5) {
  let n = 0;
  const handle = askedEachMinute(
    () => {
      asked.push(Date.now() - TEN);
      const own = answers[n++];
      return own === undefined ? Promise.resolve(n) : own();
    },
    {
      now: () => Date.now(),
      random: () => random,
      retryIn: () => 15_000,
      isVisible: () => isVisible,
      onVisible(run) {
        seen.add(run);
        return () => void seen.delete(run);
      },
      onIdentity(run) {
        changeIdentity = run;
        return () => {};
      },
    },
  );
  return { handle, end: handle.subscribe(() => {}) };
}

test("is asked at once, then after each minute's end at a moment of the page's own", async () => {
  const { handle } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(handle.read()).toEqual({ answer: 1, status: "known", error: null, isStale: false });
  await vi.advanceTimersByTimeAsync(130_000);
  expect(asked).toEqual([20_000, 65_000, 125_000]);
  expect(handle.read().answer).toBe(3);
});

test("two pages do not ask at the same moment", async () => {
  const [one, other] = [start(0.1), start(0.9)];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([20_000, 20_000, 61_000, 69_000]);
  one.end();
  other.end();
});

test("rests while nobody sees the page, and asks at once when it is seen again", async () => {
  const { handle } = start();
  await vi.advanceTimersByTimeAsync(1_000);
  isVisible = false;
  await vi.advanceTimersByTimeAsync(1_800_000);
  expect(asked).toHaveLength(1);
  isVisible = true;
  for (const run of seen) run();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.length).toBeGreaterThan(1);
  expect(handle.read().isStale).toBe(false);
});

test("keeps the last answer beside a failure, and forgets it for another account", async () => {
  answers = [() => Promise.resolve(7), () => Promise.reject("away")];
  const { handle } = start();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(handle.read()).toMatchObject({ answer: 7, status: "failed", isStale: true });
  changeIdentity();
  expect(handle.read()).toMatchObject({ answer: null, status: "asked", isStale: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(handle.read()).toMatchObject({ answer: 3, status: "known" });
});

test("nothing is asked after its last consumer has gone", async () => {
  const { end } = start();
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(1);
});
