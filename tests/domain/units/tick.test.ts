import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundToTick, toWirePrice } from "#domain/units/tick.ts";

describe("roundToTick", () => {
  test("takes the nearest tick without float noise", () => {
    expect(roundToTick(24350.03, 0.05)).toBe(24350.05);
    expect(roundToTick(24350.02, 0.05)).toBe(24350);
    expect(roundToTick(0.1 + 0.2, 0.05)).toBe(0.3);
    expect(roundToTick(85.25126, 0.0025)).toBe(85.2525);
    expect(roundToTick(151237, 1)).toBe(151237);
    expect(roundToTick(151237.4, 5)).toBe(151235);
    expect(roundToTick(24023, 50)).toBe(24000);
  });

  test("a half rounds away from zero even where binary puts it just below", () => {
    expect(roundToTick(24350.075, 0.05)).toBe(24350.1);
    expect(roundToTick(1.005, 0.01)).toBe(1.01);
    expect(roundToTick(-24350.075, 0.05)).toBe(-24350.1);
    expect(roundToTick(24350.074, 0.05)).toBe(24350.05);
  });

  test("a price that is no price or a tick that is no tick leaves it as it is", () => {
    expect(roundToTick(Number.NaN, 0.05)).toBeNaN();
    expect(roundToTick(Number.POSITIVE_INFINITY, 0.05)).toBe(Number.POSITIVE_INFINITY);
    expect(roundToTick(12.34, 0)).toBe(12.34);
    expect(roundToTick(12.34, Number.NaN)).toBe(12.34);
  });

  test("never returns a negative zero", () => {
    expect(Object.is(roundToTick(-0.001, 0.05), 0)).toBe(true);
  });

  test("stays within half a tick, is stable, and prints at most the tick's decimals", () => {
    const ticks = fc.constantFrom([0.05, 2], [0.01, 2], [0.0025, 4], [0.1, 1], [1, 0], [0.5, 1], [0.2, 1]);
    fc.assert(
      fc.property(fc.double({ min: -200_000, max: 200_000, noNaN: true }), ticks, (price, pair) => {
        const [tick, decimals] = pair as [number, number];
        const rounded = roundToTick(price, tick);
        expect(Math.abs(rounded - price)).toBeLessThanOrEqual(tick / 2 + 1e-7);
        expect(roundToTick(rounded, tick)).toBe(rounded);
        expect(Number(rounded.toFixed(decimals))).toBe(rounded);
      }),
    );
  });
});

describe("wire prices", () => {
  test("rupees become integers and an unknown price becomes the wire's none", () => {
    expect(toWirePrice(24350.05, 100)).toBe(2435005);
    expect(toWirePrice(85.2525, 10_000_000)).toBe(852525000);
    expect(toWirePrice(1.1, 100)).toBe(110);
    expect(toWirePrice(Number.NaN, 100)).toBe(0);
    expect(toWirePrice(Number.POSITIVE_INFINITY, 100)).toBe(0);
    expect(Object.is(toWirePrice(-0.0001, 100), 0)).toBe(true);
  });

  test("every integer survives the way to rupees and back at each divisor", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -0x80000000, max: 0x7fffffff }),
        fc.constantFrom(100, 10_000, 10_000_000),
        (wire, divisor) => {
          expect(toWirePrice(wire / divisor, divisor)).toBe(wire);
        },
      ),
    );
  });
});
