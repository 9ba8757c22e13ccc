// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPoll, type Poll } from "#src/live/poll.ts";

const EVERY_MS = 1000;
let visibility: DocumentVisibilityState;
let asked: number;
let stopped: number;
let answer: () => Promise<number>;
let poll: Poll<number>;

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
function turn(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  [asked, stopped] = [0, 0];
  answer = () => Promise.resolve(asked);
  poll = createPoll<number>({
    ask: () => {
      asked++;
      return answer();
    },
    stop: () => void stopped++,
    isSame: (before, next) => before === next,
    everyMs: EVERY_MS,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("however many show it, it is asked once a turn; the last to go stops it and what was known is forgotten", async () => {
  const first = poll.subscribe(() => {});
  const second = poll.subscribe(() => {});
  await settle();
  expect(poll.read()).toEqual({ data: 1, failed: false });
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(asked).toBe(4);
  first();
  expect(stopped).toBe(0);
  second();
  expect(stopped).toBe(1);
  expect(poll.read()).toEqual({ data: null, failed: false });
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(asked).toBe(4);
});

test("a tab out of sight asks nothing, and asks at once when it is seen again", async () => {
  poll.subscribe(() => {});
  await settle();
  turn("hidden");
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
  expect(asked).toBe(1);
  turn("visible");
  expect(asked).toBe(2);
});

test("a question that takes longer than a turn is not asked twice", async () => {
  answer = () => new Promise(() => {});
  poll.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
  expect(asked).toBe(1);
});

test("a failure keeps the figures and says they are old; the next answer mends it", async () => {
  poll.subscribe(() => {});
  await settle();
  answer = () => Promise.reject(new Error("no engine"));
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(poll.read()).toEqual({ data: 1, failed: true });
  answer = () => Promise.resolve(1);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(poll.read()).toEqual({ data: 1, failed: false });
});

test("figures that are the same are shown once, and an answer to a component that has gone is dropped", async () => {
  let shown = 0;
  answer = () => Promise.resolve(7);
  const leave = poll.subscribe(() => shown++);
  await settle();
  const first = poll.read();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(poll.read()).toBe(first);
  expect(shown).toBe(1);
  let tell: (n: number) => void = () => {};
  answer = () => new Promise((resolve) => (tell = resolve));
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  leave();
  tell(8);
  await settle();
  expect(poll.read().data).toBeNull();
});
