import { expect, test } from "vitest";
import { YEAR_MS, yearsToExpiry } from "#domain/pricing/time.ts";

const EXPIRY = Date.UTC(2026, 7, 25, 10, 10);
const MINUTE = 60_000;

test("time to expiry is calendar time over 365 days, weekends included and nothing rounded", () => {
  expect(yearsToExpiry(EXPIRY - 7 * 86_400_000, EXPIRY)).toBe(7 / 365);
  expect(yearsToExpiry(EXPIRY - 1.5 * MINUTE, EXPIRY)).toBe((1.5 * MINUTE) / YEAR_MS);
  expect(yearsToExpiry(EXPIRY - 5 * MINUTE, EXPIRY)).toBe((5 * MINUTE) / YEAR_MS);
});

test("the last minute is held at 60 s and the expiry instant is 0", () => {
  expect(yearsToExpiry(EXPIRY - 1, EXPIRY)).toBe(MINUTE / YEAR_MS);
  expect(yearsToExpiry(EXPIRY - MINUTE, EXPIRY)).toBe(MINUTE / YEAR_MS);
  expect(yearsToExpiry(EXPIRY, EXPIRY)).toBe(0);
  expect(yearsToExpiry(EXPIRY + 86_400_000, EXPIRY)).toBe(0);
});

test("an unknown time is unknown, not expired", () => {
  expect(yearsToExpiry(Number.NaN, EXPIRY)).toBeNaN();
});
