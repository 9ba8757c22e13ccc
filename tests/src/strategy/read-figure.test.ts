import { describe, expect, test } from "vitest";
import {
  readDays,
  readIv,
  readLots,
  readMultiplier,
  readOffset,
  readPrice,
  readStrike,
  readTarget,
  readUnits,
} from "#src/strategy/fields/read-figure.ts";

const value = (reading: { ok: boolean }) =>
  reading.ok ? (reading as unknown as { value: number }).value : reading;
const BAD = ["-1", "−0.05", "abc", "1e308", "1e3", "Infinity", "NaN", "0x10", "12,3.4.5", "9".repeat(400)];

describe("what is no figure is refused, and says why", () => {
  test.each(BAD)("%s as a price", (text) => {
    const read = readPrice(text);
    expect(read.ok).toBe(false);
    expect(read.ok ? "" : read.reason).not.toBe("");
  });
  test.each([...BAD, "0", "1.5", ""])("%s as lots, units and multiplier", (text) => {
    for (const read of [readLots(text, 65), readUnits(text, 65), readMultiplier(text)])
      expect(read.ok).toBe(false);
  });
  test.each(BAD)("%s as an IV", (text) => expect(readIv(text).ok).toBe(false));
  test.each(["abc", "1e308", "-1001", "9".repeat(400)])("%s as an offset", (text) =>
    expect(readOffset(text).ok).toBe(false),
  );
  test.each([...BAD, "0", ""])("%s as days", (text) => expect(readDays(text).ok).toBe(false));
  test.each([...BAD, "0"])("%s as a target", (text) => expect(readTarget(text).ok).toBe(false));
});

test("figures are read as traders write them", () => {
  expect(value(readPrice("1,18.50"))).toBe(118.5);
  expect(value(readPrice(" .05 "))).toBe(0.05);
  expect(value(readPrice("0"))).toBe(0);
  expect(value(readPrice(""))).toBeNull();
  expect(value(readLots("2", 65))).toBe(130);
  expect(value(readUnits("100", 65))).toBe(100);
  expect(value(readIv("13.5"))).toBeCloseTo(0.135, 12);
  expect(value(readIv("13.5 %"))).toBeCloseTo(0.135, 12);
  expect(value(readIv(" "))).toBeNull();
  expect(value(readOffset("−2.5"))).toBe(-2.5);
  expect(value(readOffset(""))).toBe(0);
  expect(value(readTarget("24,500"))).toBe(24_500);
});

test("lots that no integer counts are refused", () => {
  expect(readLots("100001", 65).ok).toBe(false);
  expect(readLots("100000", 1e12).ok).toBe(false);
});

describe("a strike", () => {
  const strikes = {
    listed: [24_000, 24_050, 24_100],
    isTaken: (strike: number) => strike === 24_050,
    format: (strike: number) => strike.toLocaleString("en-IN"),
  };
  test("that is listed and free is taken", () => expect(value(readStrike("24,100", strikes))).toBe(24_100));
  test("that is not listed is refused with the nearest that is", () =>
    expect(readStrike("24090", strikes)).toEqual({
      ok: false,
      reason: "24,090 is not listed; the nearest is 24,100",
    }));
  test("that another leg has is refused", () =>
    expect(readStrike("24050", strikes)).toEqual({ ok: false, reason: "Another leg has this contract" }));
  test.each(BAD)("%s is refused", (text) => expect(readStrike(text, strikes).ok).toBe(false));
  test("nothing is near where nothing is listed", () =>
    expect(readStrike("1", { ...strikes, listed: [] })).toEqual({
      ok: false,
      reason: "No strikes are listed",
    }));
});
