import { expect, it } from "vitest";
import { sessionTimes } from "#server/market/history/session-times.ts";
import { createWholeSessions } from "#server/market/history/whole-session.ts";
import { createLocalBus } from "#server/platform/bus/local.ts";

const DATE = "2026-11-23";
const OPEN = Date.parse(`${DATE}T09:15:00+05:30`);
const MINUTE = 60_000;

/** @param on start of the minute that has not been heard to its end, null none */
function viewed(on: number | null, until: number) {
  const sessions = createWholeSessions({
    bus: createLocalBus(),
    watch: { keepsSessions: () => true, epoch: () => 1 },
    store: { blocks: async () => [] },
    recorder: {
      day: () => null,
      blocks: () => [],
      beganWith: () => 0,
      running: () => (on === null ? null : { start: on, bar: () => null, last: () => null }),
    },
  });
  const day = { market: "sim", date: DATE, isInvented: true, heardAs: "simulated", followed: [] } as const;
  const { length, running } = sessions.viewed(day, sessionTimes("NFO", DATE, true), until);
  return { length, running: running?.start ?? null };
}

it("tells the minutes that have ended, and the one that is on", () => {
  expect(viewed(null, OPEN + 3 * MINUTE + 1)).toEqual({ length: 3, running: null });
  expect(viewed(OPEN + 3 * MINUTE, OPEN + 3 * MINUTE + 1)).toEqual({
    length: 4,
    running: OPEN + 3 * MINUTE,
  });
});

it("lets a minute that is over go on until all of it has been heard", () => {
  expect(viewed(OPEN + 2 * MINUTE, OPEN + 3 * MINUTE + 100)).toEqual({
    length: 3,
    running: OPEN + 2 * MINUTE,
  });
  const close = sessionTimes("NFO", DATE, true).close;
  const last = { length: (close - OPEN) / MINUTE, running: close - MINUTE };
  expect(viewed(close - MINUTE, close + 100)).toEqual(last);
});

it("tells nothing of what is heard before the session, nor after it", () => {
  expect(viewed(OPEN - 5 * MINUTE, OPEN - 4 * MINUTE)).toEqual({ length: 0, running: null });
  expect(viewed(OPEN - MINUTE, OPEN + 100)).toEqual({ length: 0, running: null });
  const close = sessionTimes("NFO", DATE, true).close;
  expect(viewed(close, close + MINUTE)).toEqual({ length: (close - OPEN) / MINUTE, running: null });
});
