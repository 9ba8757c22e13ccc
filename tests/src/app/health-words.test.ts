import { expect, test } from "vitest";
import { healthWords, type SaidHealth } from "#src/app/panels/health-words.ts";

const live: SaidHealth = {
  state: "live",
  feed: "live",
  latencyMs: 41.7,
  ageMs: 120,
  gaps: 0,
  refused: 0,
  reconnects: 0,
  storage: "ready",
};
const said = (changes: Partial<SaidHealth>, isLate = false) =>
  healthWords({ ...live, ...changes }, isLate).join(" ");

test("the health panel says in words how old prices are and whether something is missing", () => {
  expect(said({})).toBe("Live: prices are 42 ms old when they arrive. Nothing is missing.");
  expect(said({ latencyMs: 0.4 })).toContain("less than 1 ms old");
  expect(said({ latencyMs: null })).toBe("Live. Nothing is missing.");
  expect(said({}, true)).toBe("Live, one minute late. Nothing is missing.");
});

test("it says what was missed, what is not kept, and that nothing is heard", () => {
  expect(said({ gaps: 1, reconnects: 2 })).toBe(
    "Live: prices are 42 ms old when they arrive. 1 stretch was missed and fetched again: nothing is missing now. The connection was made anew 2 times.",
  );
  expect(said({ refused: 3, gaps: 1 })).toContain("3 messages could not be read");
  expect(said({ state: "stale", ageMs: 4_200 })).toMatch(/^Nothing has been heard from the market for 4 s;/);
  expect(said({ state: "offline" })).toMatch(/^This device has no network;/);
  expect(said({ feed: "refused" })).toMatch(/^The market’s prices may not be shown to you\./);
  expect(said({ storage: "unavailable" })).toContain("keeps no market data");
});
