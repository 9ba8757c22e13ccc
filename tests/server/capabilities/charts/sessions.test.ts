import { expect, test } from "vitest";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import { sessionOfAll } from "#server/capabilities/charts/sessions.ts";

const told = (gaps: [number, number][], rest: Partial<ChartSession> = {}): ChartSession => ({
  date: "2026-11-18",
  open: 0,
  close: 100,
  origin: "recorded",
  recorded_since: 0,
  gaps: gaps.map(([from, to]) => ({ from, to })),
  ...rest,
});

test("of several readings of a session a minute is a gap that none of them knows", () => {
  const spot = told([
    [0, 10],
    [40, 60],
    [90, 100],
  ]);
  const near = told([
    [5, 45],
    [50, 55],
    [80, 100],
  ]);
  expect(sessionOfAll([spot, near]).gaps).toEqual(
    told([
      [5, 10],
      [40, 45],
      [50, 55],
      [90, 100],
    ]).gaps,
  );
  expect(sessionOfAll([spot, near, told([])]).gaps).toEqual([]);
  expect(sessionOfAll([spot])).toEqual(spot);
});

test("its origin is the least trustworthy of what is known, its record begins with the first", () => {
  const all = sessionOfAll([
    told([], { recorded_since: 30 }),
    told([], { origin: "simulated", recorded_since: null }),
    told([], { origin: null, recorded_since: 20 }),
  ]);
  expect([all.origin, all.recorded_since]).toEqual(["simulated", 20]);
  const none = told([[0, 100]], { origin: null, recorded_since: null });
  expect(sessionOfAll([none, none])).toEqual(none);
});
