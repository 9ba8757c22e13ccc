import { expect, test } from "vitest";
import { iv30Of } from "#src/features/iv-chart/live-iv.ts";
import { termRows } from "#src/features/iv-chart/term/term-rows.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-20T11:00:00+05:30");

test("[IV-9] an expiry is as the stream says, else as it was answered, and left out where nothing is known", () => {
  const expiries = [
    { expiry: "2026-11-17", days: null, now: null, close: 0.2, close_days: 1 },
    { expiry: "2026-11-24", days: 4, now: 0.12, close: 0.13, close_days: 8 },
    { expiry: "2026-12-29", days: 39, now: 0.14, close: null, close_days: 43 },
    { expiry: "2027-12-28", days: 403, now: null, close: null, close_days: 407 },
  ];
  const rows = termRows({ expiries }, [{ expiry: 20261124, atmIv: 0.15 }]);
  expect(rows.map(({ expiry, now, close }) => [expiry, now, close])).toEqual([
    ["2026-11-17", null, 0.2],
    ["2026-11-24", 0.15, 0.13],
    ["2026-12-29", 0.14, null],
  ]);
});

test("[IV-3] the 30-day IV of now is made of the expiries around thirty days, as the server makes it", () => {
  const listed = [
    { expiry: "2026-12-10", expiryInstant: NOW + 20 * DAY },
    { expiry: "2026-12-30", expiryInstant: NOW + 40 * DAY },
  ];
  const told = [
    { expiry: 20261230, atmIv: 0.2 },
    { expiry: 20261210, atmIv: 0.1 },
  ];
  const variance = (0.1 ** 2 * 20 + 0.2 ** 2 * 40) / 2;
  expect(iv30Of(told, listed, NOW)).toBeCloseTo(Math.sqrt(variance / 30), 12);
  expect(iv30Of([], listed, NOW)).toBeNaN();
});
