import { expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/open-interest.ts";
import { pointsOf } from "#src/shared/series/day-so-far.ts";

const DAY = "2026-11-24";
const at = (clock: string): number => istInstant(DAY, clock);
const session: ChartSession = {
  date: DAY,
  open: at("09:15"),
  close: at("15:30"),
  origin: "recorded",
  recorded_since: null,
  gaps: [],
};
const told = {
  times: [at("09:15"), at("09:16"), at("09:17")],
  underlying_prices: [100, null, 102],
  sessions: [session],
};

test("the day so far is what is known of its minutes, each price at the end of its own", () => {
  expect(pointsOf(told, at("10:00"))).toEqual({ times: [at("09:16"), at("09:18")], values: [100, 102] });
});

test("of a session of another day nothing is so far", () => {
  expect(pointsOf(told, istInstant("2026-11-25", "08:00"))).toEqual({ times: [], values: [] });
});
