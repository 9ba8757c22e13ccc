import { expect, test } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
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
const told = (close: (number | null)[]) => ({
  times: close.map((_, i) => at("09:15") + 60_000 * i),
  close,
  running_at: at("09:15") + 60_000 * (close.length - 1),
  sessions: [session],
});

test("the day so far is its minutes that have ended, each price at the end of its own", () => {
  expect(pointsOf(told([100, 101, 102]), at("10:00"))).toEqual({
    times: [at("09:16"), at("09:17")],
    values: [100, 101],
  });
});

test("after minutes that are not known it begins anew, so that no line crosses them", () => {
  expect(pointsOf(told([100, null, 102, 103, 104]), at("10:00"))).toEqual({
    times: [at("09:18"), at("09:19")],
    values: [102, 103],
  });
  expect(pointsOf(told([100, null, 104]), at("10:00"))).toEqual({ times: [], values: [] });
});

test("a session that never closes goes on past midnight", () => {
  const night = { ...session, open: at("09:00"), close: at("09:00") + 24 * 3_600_000 };
  const { values } = pointsOf(
    { ...told([100, 101, 102]), sessions: [night] },
    istInstant("2026-11-25", "00:30"),
  );
  expect(values).toEqual([100, 101]);
});

test("of a session of another day nothing is so far", () => {
  expect(pointsOf(told([100, 101]), istInstant("2026-11-25", "08:00"))).toEqual({ times: [], values: [] });
});
