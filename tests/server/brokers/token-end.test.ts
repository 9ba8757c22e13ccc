import { expect, it } from "vitest";
import { nextIndianTime, sandboxTokenEnd, tokenEnd } from "#server/brokers/token-end.ts";

const at = (time: string): number => Date.parse(`2026-11-18T${time}+05:30`);
const HOUR_MS = 3_600_000;

it("ends a broker's token at the next such time of India's clock, however near it is", () => {
  expect(nextIndianTime(at("05:59:59"), "06:00")).toBe(at("06:00:00"));
  expect(nextIndianTime(at("06:00:00"), "06:00")).toBe(at("06:00:00") + 24 * HOUR_MS);
  expect(tokenEnd(at("23:59:00"), "24:00", false)).toBe(at("23:59:00") + 60_000);
});

it("lets a token of the sandbox live an hour, whatever the hour", () => {
  for (const hhmm of ["06:00", "03:30", "24:00"]) {
    for (let minute = 0; minute < 24 * 60; minute++) {
      const made = at("00:00:00") + minute * 60_000;
      const end = sandboxTokenEnd(made, hhmm);
      expect(end - made).toBeGreaterThanOrEqual(HOUR_MS);
      expect(end - made).toBeLessThan(25 * HOUR_MS);
      expect(nextIndianTime(end - 1, hhmm)).toBe(end);
    }
  }
  expect(tokenEnd(at("05:00:00"), "06:00", true)).toBe(at("06:00:00"));
  expect(tokenEnd(at("05:00:01"), "06:00", true)).toBe(at("06:00:00") + 24 * HOUR_MS);
});
