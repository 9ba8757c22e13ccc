import { expect, test } from "vitest";
import { createFrameProof, type FreshToken } from "#src/session/prove-frame.ts";
import { settle } from "#tests/support/fake-clock.ts";

function world() {
  const timers: { run: () => void; ms: number }[] = [];
  const state = {
    asked: 0,
    kept: [] as (string | null)[],
    told: [] as boolean[],
    answer: (): Promise<FreshToken | null> => Promise.resolve({ token: "fresh", goodFor: 900_000 }),
    isReady: false,
    hear: (_: string): void => {},
    /** Runs what was to be done after so long. */
    async pass(ms: number): Promise<void> {
      const at = timers.findIndex((timer) => timer.ms === ms);
      expect(at, `a timer of ${ms} ms`).toBeGreaterThanOrEqual(0);
      timers.splice(at, 1)[0]!.run();
      await settle();
    },
  };
  const prove = createFrameProof({
    ask: () => void state.asked++,
    onToken: (hear) => {
      state.hear = hear;
    },
    keep: (token) => void state.kept.push(token),
    renew: () => state.answer(),
    later(run, ms) {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    cancel(timer) {
      const at = timers.indexOf(timer as (typeof timers)[number]);
      if (at >= 0) timers.splice(at, 1);
    },
  });
  const start = (): void => {
    void prove((isFirst) => void state.told.push(isFirst)).then(() => {
      state.isReady = true;
    });
  };
  return { state, start };
}

test("[EMB-9] the page around is asked, and what it hands over is changed for a fresh token at once", async () => {
  const { state, start } = world();
  start();
  expect(state.asked).toBe(1);
  state.hear("handed");
  await settle();
  expect(state.kept).toEqual(["handed", "fresh"]);
  expect(state.isReady).toBe(true);
  expect(state.told).toEqual([false]);
});

test("[EMB-9] a token is renewed two minutes before its end, again and again", async () => {
  const { state, start } = world();
  start();
  state.hear("handed");
  await settle();
  state.answer = () => Promise.resolve({ token: "second", goodFor: 600_000 });
  await state.pass(780_000);
  expect(state.kept.at(-1)).toBe("second");
  state.answer = () => Promise.reject(new Error("away"));
  await state.pass(480_000);
  expect(state.kept.at(-1)).toBe("second");
  state.answer = () => Promise.resolve({ token: "third", goodFor: 900_000 });
  await state.pass(10_000);
  expect(state.kept.at(-1)).toBe("third");
});

test("[EMB-9] the first screen does not wait longer than 1.5 s, and is told of a token that comes later", async () => {
  const { state, start } = world();
  start();
  await settle();
  expect(state.isReady).toBe(false);
  await state.pass(1_500);
  expect(state.isReady).toBe(true);
  state.hear("late");
  await settle();
  expect(state.told).toEqual([true]);
});

test("[EMB-9] a refused token is kept no longer; another is asked for after 10 s, not at once", async () => {
  const { state, start } = world();
  start();
  state.answer = () => Promise.resolve(null);
  state.hear("stolen");
  await settle();
  expect(state.kept).toEqual(["stolen", null]);
  expect([state.asked, state.isReady]).toEqual([1, false]);
  await state.pass(10_000);
  expect(state.asked).toBe(2);
});
