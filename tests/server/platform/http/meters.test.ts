import fc from "fast-check";
import { expect, it } from "vitest";
import { createMeter } from "#server/platform/http/meters.ts";

const WINDOW_MS = 1_000;

it("never lets a key take more than a window holds, whatever others take, unless one piece alone is more", () => {
  const step = fc.record({
    key: fc.constantFrom("a", "b"),
    amount: fc.integer({ min: 1, max: 40 }),
    passes: fc.integer({ min: 0, max: 700 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 0;
      const meter = createMeter(30, WINDOW_MS, () => now);
      const windows = new Map<string, { from: number; used: number }>();
      for (const { key, amount, passes } of steps) {
        now += passes;
        const held = windows.get(key);
        const window = held !== undefined && now < held.from + WINDOW_MS ? held : { from: now, used: 0 };
        windows.set(key, window);
        const answer = meter.take(key, amount);
        const hasRoom = window.used === 0 || window.used + amount <= 30;
        expect("waitMs" in answer).toBe(!hasRoom);
        if (hasRoom) window.used += amount;
        if ("waitMs" in answer) expect(answer.waitMs).toBe(window.from + WINDOW_MS - now);
      }
    }),
  );
});

it("has room again for what was given back, and never more than was taken", () => {
  const meter = createMeter(10, WINDOW_MS, () => 0);
  const first = meter.take("a", 8);
  expect(meter.take("a", 8)).toEqual({ waitMs: WINDOW_MS });
  if ("giveBack" in first) first.giveBack(100);
  expect("giveBack" in meter.take("a", 10)).toBe(true);
  expect(meter.take("a", 1)).toEqual({ waitMs: WINDOW_MS });
});

it("asks no room for a deposit, and counts it until it is given back", () => {
  const meter = createMeter(10, WINDOW_MS, () => 0);
  for (let n = 0; n < 9; n++) {
    const taken = meter.take("a", 1, 20);
    expect(meter.take("a", 1)).toEqual({ waitMs: WINDOW_MS });
    if ("giveBack" in taken) taken.giveBack(20);
  }
  expect("giveBack" in meter.take("a", 1)).toBe(true);
  expect(meter.take("a", 1)).toEqual({ waitMs: WINDOW_MS });
});

it("what is given back late belongs to the window it was taken of", () => {
  let now = 0;
  const meter = createMeter(10, WINDOW_MS, () => now);
  const old = meter.take("a", 10);
  now = WINDOW_MS;
  expect("giveBack" in meter.take("a", 10)).toBe(true);
  if ("giveBack" in old) old.giveBack(10);
  expect(meter.take("a", 1)).toEqual({ waitMs: WINDOW_MS });
});

it("remembers a bounded number of keys, and forgets the one that was seen longest ago", () => {
  const meter = createMeter(1, WINDOW_MS, () => 0);
  for (let n = 0; n < 60_000; n++) meter.take(`address ${n}`, 1);
  expect(meter.size).toBe(50_000);
  expect("waitMs" in meter.take("address 59999", 1)).toBe(true);
  expect("waitMs" in meter.take("address 0", 1)).toBe(false);
});
