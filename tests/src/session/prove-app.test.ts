import { expect, test } from "vitest";
import { createAppProof } from "#src/session/prove-app.ts";
import { createFakeClock } from "../../support/fake-clock.ts";

const MINUTE = 60_000;

function world(options: { readonly isApp?: boolean; readonly validForMs?: number | null } = {}) {
  const { isApp = true, validForMs = 15 * MINUTE } = options;
  const clock = createFakeClock();
  const seen = { asked: 0, exchanged: [] as string[], later: 0, isReady: false };
  let say: (token: string) => void = () => {};
  const prove = createAppProof({
    ask() {
      seen.asked++;
      return isApp;
    },
    onToken(hear) {
      say = hear;
      return () => {};
    },
    async exchange(token) {
      seen.exchanged.push(token);
      if (validForMs === null) throw new Error("refused");
      return validForMs;
    },
    later: (run, ms) => clock.setTimeout(run, ms),
  });
  const begin = (): Promise<void> =>
    prove(() => seen.later++).then(() => {
      seen.isReady = true;
    });
  return { clock, seen, begin, say: (token: string) => say(token) };
}

test("[EMB-3] the app is asked once, and the first page waits until its token was taken", async () => {
  const { clock, seen, begin, say } = world();
  void begin();
  void begin();
  await clock.run(500);
  expect(seen).toMatchObject({ asked: 1, isReady: false });
  say("token-1");
  await clock.run(0);
  expect(seen).toMatchObject({ asked: 1, exchanged: ["token-1"], isReady: true, later: 0 });
});

test("[EMB-3] a proof is renewed before it ends", async () => {
  const { clock, seen, begin, say } = world();
  void begin();
  say("token-1");
  await clock.run(12 * MINUTE);
  expect(seen.asked).toBe(1);
  await clock.run(MINUTE);
  expect(seen.asked).toBe(2);
  say("token-2");
  await clock.run(0);
  expect(seen).toMatchObject({ exchanged: ["token-1", "token-2"], later: 1 });
});

test("[EMB-3] an app that says nothing is waited for a moment, and believed when it answers later", async () => {
  const { clock, seen, begin, say } = world();
  void begin();
  await clock.run(1_499);
  expect(seen.isReady).toBe(false);
  await clock.run(1);
  expect(seen).toMatchObject({ isReady: true, later: 0 });
  say("late");
  await clock.run(0);
  expect(seen.later).toBe(1);
});

test("[EMB-3] a refused token opens nothing, ends the wait, and is not asked for again", async () => {
  const { clock, seen, begin, say } = world({ validForMs: null });
  void begin();
  say("forged");
  await clock.run(0);
  expect(seen.isReady).toBe(true);
  await clock.run(60 * MINUTE);
  expect(seen).toMatchObject({ asked: 1, later: 0 });
});

test("[EMB-3] where there is no app to ask, the page does not wait", async () => {
  const { clock, seen, begin } = world({ isApp: false });
  void begin();
  await clock.run(0);
  expect(seen.isReady).toBe(true);
});
