import { expect, test } from "vitest";
import { isUsBusinessDay, isUsDaylightSaving } from "#domain/calendar/us-calendar.ts";

test("daylight saving runs from the second Sunday of March to the first Sunday of November", () => {
  const firstDays = ["2024-03-10", "2025-03-09", "2026-03-08", "2027-03-14"];
  const lastDays = ["2024-11-02", "2025-11-01", "2026-10-31", "2027-11-06"];
  const eve = ["2024-03-09", "2025-03-08", "2026-03-07", "2027-03-13"];
  const after = ["2024-11-03", "2025-11-02", "2026-11-01", "2027-11-07"];
  for (const date of [...firstDays, ...lastDays]) expect(isUsDaylightSaving(date), date).toBe(true);
  for (const date of [...eve, ...after, "2026-01-15", "2026-12-31"])
    expect(isUsDaylightSaving(date), date).toBe(false);
});

test("daylight saving agrees with the platform's time zone data for New York at noon", () => {
  const zone = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeZoneName: "short" });
  for (let ms = Date.UTC(2023, 0, 1, 17); ms < Date.UTC(2030, 0, 1); ms += 86_400_000) {
    const date = new Date(ms).toISOString().slice(0, 10);
    if (isUsDaylightSaving(date) !== zone.format(ms).endsWith("EDT")) expect.fail(date);
  }
  expect(zone.format(Date.UTC(2026, 6, 1))).toContain("EDT");
});

test("US holidays move off weekends", () => {
  // 4 July 2026 is a Saturday, 19 June 2027 a Saturday, 1 January 2023 a Sunday.
  for (const date of [
    "2026-07-03",
    "2027-06-18",
    "2023-01-02",
    "2026-01-19",
    "2026-11-26",
    "2026-05-25",
    "2026-04-03",
  ]) {
    expect(isUsBusinessDay(date), date).toBe(false);
  }
  for (const date of ["2026-11-27", "2026-07-06", "2026-11-24", "2026-01-26"]) {
    expect(isUsBusinessDay(date), date).toBe(true);
  }
  expect(isUsBusinessDay("2026-08-15")).toBe(false);
  expect(isUsBusinessDay("2026-08-16")).toBe(false);
});
