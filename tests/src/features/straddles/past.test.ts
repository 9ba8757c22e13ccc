/** Today's straddle beside past expiries, as it is drawn. */
import { expect, test } from "vitest";
import { type Expiries, withToday } from "#src/features/straddles/past/expiries-series.ts";
import { comparedExpiry, pastLines, placesOf } from "#src/features/straddles/past/past-lines.ts";
import type { ShownLine } from "#src/features/straddles/straddle-page.ts";

const MINUTE = 60_000;
const OPEN = Date.parse("2026-11-18T03:45:00Z");

function told(compared: number): Expiries {
  const known = [1, 2, 3].map((each) => (compared < 3 ? null : each / 100));
  return {
    expiry: "2026-11-24",
    times: [0, 1, 2].map((minute) => OPEN + minute * MINUTE),
    trading_minutes: [1_499, 1_498, 1_497],
    running_at: OPEN + MINUTE,
    premium: [0.012, 0.011],
    low: known,
    median: known,
    high: known,
    known: [compared, compared, compared],
    compared: Array.from({ length: compared }, (_, i) => ({
      expiry: `2026-11-${10 + i}`,
      date: "2026-11-05",
      premium: [0.02, null, 0.018],
    })),
    sessions: [{ date: "2026-11-18", open: OPEN, close: OPEN + 3 * MINUTE }],
  } as unknown as Expiries;
}

test("[STRADDLE-12] lies over today's line the median with its middle half, and the past expiries that are asked for; nothing where nothing is known", () => {
  const lines = pastLines(told(4), ["2026-11-11"]);
  expect(lines.map(({ id }) => id)).toEqual(["today", "median", "high", "low", "past-2026-11-11"]);
  expect(lines[0]!.values).toEqual([1.2, 1.0999999999999999, null]);
  expect(lines[4]!.values).toEqual([2, null, 1.7999999999999998]);
  expect(lines[0]!.format(1.204)).toBe("1.20%");
  const looks = lines.map(({ colour, dash = [], width }) => `${colour} ${dash.join()} ${width}`);
  expect(new Set(looks).size).toBe(lines.length);
});

test("[STRADDLE-12] of fewer than three past expiries there is no median; what is on record is drawn by itself", () => {
  expect(pastLines(told(2), []).map(({ id }) => id)).toEqual(["today"]);
  expect(pastLines(told(2), ["2026-11-10"]).map(({ id }) => id)).toEqual(["today", "past-2026-11-10"]);
});

test("[STRADDLE-12] places are minutes of trading to the expiry, at whole steps, as many as have room", () => {
  const left = Array.from({ length: 375 }, (_, minute) => 375 + 374 - minute);
  const places = placesOf({ trading_minutes: left });
  expect(places.text(0)).toBe("749 min to expiry");
  expect(places.ticks(0, 375, 8).map(({ text }) => text)).toEqual(["720", "660", "600", "540", "480", "420"]);
  expect(places.ticks(0, 375, 3).map(({ text }) => text)).toEqual(["720", "600", "480"]);
  expect(places.ticks(370, 375, 8).map(({ index, text }) => [index, text])).toContainEqual([374, "375"]);
});

test("today's line goes on with what streams, and a minute that was not heard stays open", () => {
  const chart = {
    times: [OPEN, OPEN + MINUTE, OPEN + 2 * MINUTE],
    columns: [[0.012, null, 0.013]],
    runningAt: OPEN + 2 * MINUTE,
    session: null,
  };
  const next = withToday(told(3), chart);
  expect([next.premium, next.running_at]).toEqual([[0.012, null, 0.013], OPEN + 2 * MINUTE]);
});

test("[STRADDLE-12] the expiry is a rolling line's own, the first of the legs' options, else the nearest", () => {
  const of = (line: object) =>
    comparedExpiry({ expiry: null, contracts: [], ...line } as unknown as ShownLine, "2026-11-24");
  expect(of({ expiry: "2026-12-01" })).toBe("2026-12-01");
  const contracts = [
    { type: "FUT", expiry: "2026-11-20" },
    { type: "PE", expiry: "2026-12-29" },
    { type: "CE", expiry: "2026-12-08" },
  ];
  expect(of({ contracts })).toBe("2026-12-08");
  expect(of({ contracts: contracts.slice(0, 1) })).toBe("2026-11-24");
});
