import { expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartUnderlying } from "#server/capabilities/charts/chart-instruments.ts";
import { nearestExpiries } from "#server/capabilities/charts/measures/nearest-expiries.ts";
import type { ExpiryDay } from "#server/market/history/daily/daily-bars.ts";
import type { SessionTimes } from "#server/market/history/session-times.ts";

const underlying = { spot: { instrument_token: 1 }, exchange: "NFO", u: 0 } as ChartUnderlying;
const session = (date: string, close = "15:40"): SessionTimes =>
  ({ date, open: istInstant(date, "09:15"), close: istInstant(date, close) }) as SessionTimes;
const LISTED = ["2026-11-23", "2026-12-01"];
const NOW = istInstant("2026-11-20", "11:00");

const of = (sessions: SessionTimes[], { kept = [], now = NOW }: { kept?: ExpiryDay[]; now?: number } = {}) =>
  nearestExpiries(
    { past: { expiryDays: async () => kept }, underlying, symbol: "NIFTY", listed: LISTED, now },
    sessions,
  );

const kept = (date: number, expiry: number, origin: ExpiryDay["origin"]): ExpiryDay =>
  ({ date, expiry, callOi: 1, putOi: 1, origin }) as ExpiryDay;

test("where nothing was heard of a day the exchange's rule says what ended then, its last day included", async () => {
  expect(
    await of(["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-20"].map((day) => session(day))),
  ).toEqual(["2026-11-17", "2026-11-17", "2026-11-23", "2026-11-23"]);
});

test("what was heard of a day is believed before the rule; what a source tells may be of those listed now alone", async () => {
  const moved = [kept(20261116, 20261116, "recorded"), kept(20261116, 20261123, "recorded")];
  expect(await of([session("2026-11-16")], { kept: moved })).toEqual(["2026-11-16"]);
  expect(await of([session("2026-11-16")], { kept: [kept(20261116, 20261123, "source")] })).toEqual([
    "2026-11-17",
  ]);
});

test("one that has ended gives way only where its session goes on long after it", async () => {
  const evening = istInstant("2026-11-23", "18:00");
  expect(await of([session("2026-11-23")], { now: evening })).toEqual(["2026-11-23"]);
  expect(await of([session("2026-11-23", "23:30")], { now: evening })).toEqual(["2026-12-01"]);
  const before = istInstant("2026-11-23", "15:29");
  expect(await of([session("2026-11-23", "23:30")], { now: before })).toEqual(["2026-11-23"]);
});
