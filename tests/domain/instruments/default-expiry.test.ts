import { expect, it } from "vitest";
import { istInstant } from "#domain/calendar/ist.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";

const listed = ["2026-11-23", "2026-12-01", "2026-12-08"].map((expiry) => ({
  expiry,
  lastTrade: istInstant(expiry, "15:40"),
}));

it.each([
  ["2026-11-18", "10:00", "2026-11-23"],
  ["2026-11-23", "15:39", "2026-11-23"],
  ["2026-11-23", "15:40", "2026-12-01"],
  ["2026-11-24", "08:59", "2026-12-01"],
  ["2026-12-08", "15:41", undefined],
])("on %s at %s the expiry that opens by itself is %s", (date, time, expiry) => {
  expect(defaultExpiry(listed, istInstant(date, time))?.expiry).toBe(expiry);
});

it("there is none where nothing is listed", () => {
  expect(defaultExpiry([], 0)).toBeUndefined();
});
