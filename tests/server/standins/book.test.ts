import { expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { bookOf } from "#server/standins/book.ts";

it.each([
  ["15:34", "2026-11-23"],
  // What it settles at is known by now, and it still trades.
  ["15:36", "2026-11-23"],
  ["15:39", "2026-11-23"],
  ["15:40", "2026-12-01"],
])("on the day of an expiry at %s a book's nearest contracts are of %s", (time, expiry) => {
  const market = { now: istInstant("2026-11-23", time), spotOf: () => 24_500 };
  const { positions } = bookOf("condor", market);
  expect(positions.map(({ instrument }) => instrument.expiry)).toEqual(Array(4).fill(expiry));
  for (const { averagePrice, lastPrice } of positions) {
    expect(averagePrice).toBeGreaterThan(0);
    expect(lastPrice).toBeGreaterThan(0);
  }
});
