/** What the feed tells of a watched chain while its market is closed. */
import { expect, it } from "vitest";
import { compactDate } from "#domain/calendar/ist.ts";
import { chainSubject, interestSubject } from "#server/market/bus/market-subjects.ts";
import { createFeedBench } from "#tests/support/market/fake-feed.ts";
import { FAKE_EXPIRIES, fakeUniverse } from "#tests/support/market/fake-market.ts";

const at = (text: string): number => Date.parse(`${text}+05:30`);
const NIFTY = fakeUniverse().underlyings[0]!.underlying.token;
const NEAR = compactDate(FAKE_EXPIRIES[0]);

function watchedAt(start: number) {
  const bench = createFeedBench({ start, clock: { kind: "exchange" } });
  bench.feed.start();
  const watch = (): void => {
    const interest = { chains: [[NIFTY, NEAR]] };
    bench.bus.publish(interestSubject(), new TextEncoder().encode(JSON.stringify(interest)));
  };
  watch();
  bench.timers.pass(1_200);
  const told = bench.collect(chainSubject(NIFTY, NEAR));
  const pass = (seconds: number): number => {
    const before = told.length;
    for (let second = 0; second < seconds; second += 1) {
      watch();
      bench.timers.pass(1_000);
    }
    return told.length - before;
  };
  return { ...bench, pass };
}

it("is told each second while the market is open and nothing trades, each five seconds once it is closed", () => {
  expect(watchedAt(at("2026-08-19T11:00:00")).pass(10)).toBe(10);
  expect(watchedAt(at("2026-08-19T20:00:00")).pass(10)).toBe(2);
});

it("is told at once of a price that moves all the same, and within a second that the market has opened", () => {
  const { market, pass } = watchedAt(at("2026-08-19T20:00:00"));
  market.move("NIFTY", 24_431);
  expect(pass(1)).toBe(1);
  const morning = watchedAt(at("2026-08-19T09:14:30"));
  morning.pass(29);
  expect(morning.pass(10)).toBeGreaterThanOrEqual(8);
});
