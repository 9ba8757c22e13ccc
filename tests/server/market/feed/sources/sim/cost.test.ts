import { expect, test } from "vitest";
import { ist, simulatedMarket } from "#tests/support/market/simulated-market.ts";

/*
 * Coarse guards against a market that costs too much; the bench measures. Limits are three times what a slow shared
 * core needs.
 */
test("the whole market starts in mid-session quickly and ticks for well under half a core", () => {
  const startAt = ist("2026-11-20T14:45");
  const before = process.cpuUsage();
  const market = simulatedMarket({ startAt });
  const started = process.cpuUsage(before);
  expect((started.user + started.system) / 1e6).toBeLessThan(9);

  for (let k = 1; k <= 100; k++) market.advance(startAt + k * 50);
  market.takeDirty();
  const from = process.cpuUsage();
  let ticks = 0;
  for (let k = 101; k <= 300; k++) {
    market.advance(startAt + k * 50);
    ticks += market.takeDirty().length;
  }
  const used = process.cpuUsage(from);
  expect(ticks / 10).toBeGreaterThan(1_500);
  expect(ticks / 10).toBeLessThan(12_000);
  expect((used.user + used.system) / 1e6 / 10).toBeLessThan(0.25);
});

test("a day's jump and a minute's jump are cheap", () => {
  const startAt = ist("2026-11-18T10:00");
  const market = simulatedMarket({ startAt, universe: ["NIFTY", "SENSEX", "RELIANCE"] });
  const from = process.cpuUsage();
  for (let k = 1; k <= 20; k++) market.advance(startAt + k * 60_000);
  market.advance(ist("2026-11-20T10:00"));
  const used = process.cpuUsage(from);
  expect((used.user + used.system) / 1e6).toBeLessThan(6);
});
