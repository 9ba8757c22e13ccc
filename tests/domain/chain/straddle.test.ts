import { describe, expect, test } from "vitest";
import {
  expectedMove,
  impliedMove,
  lowerBreakeven,
  premiumChange,
  premiumChangeFraction,
  upperBreakeven,
} from "#domain/chain/straddle.ts";

const { NaN: unknown } = Number;

describe("a strike's call and put together", () => {
  test("the expected move is one standard deviation: 24000 at 13 % over a quarter of a year is 1560", () => {
    expect(expectedMove(24_000, 0.13, 0.25)).toBeCloseTo(1560, 9);
  });

  test("at expiry nothing is expected any more, and without a forward, an IV or a time nothing is known", () => {
    expect(expectedMove(24_000, 0.13, 0)).toBe(0);
    expect(expectedMove(unknown, 0.13, 0.25)).toBeNaN();
    expect(expectedMove(24_000, unknown, 0.25)).toBeNaN();
    expect(expectedMove(24_000, 0.13, unknown)).toBeNaN();
  });

  test("a premium of 310 after closes of 180 and 100 has gained 30, 10.7 %", () => {
    expect(premiumChange(310, 180, 100)).toBe(30);
    expect(premiumChangeFraction(310, 180, 100)).toBeCloseTo(0.107143, 6);
  });

  test("without one of the closes, which the wire writes as 0, there is no change", () => {
    expect(premiumChange(310, 180, 0)).toBeNaN();
    expect(premiumChangeFraction(310, 0, 100)).toBeNaN();
  });

  test("[CHAIN-54] 24000 bought for 360 gains below 23640 and above 24360; no price falls below nought", () => {
    expect(lowerBreakeven(24_000, 360)).toBe(23_640);
    expect(upperBreakeven(24_000, 360)).toBe(24_360);
    expect(lowerBreakeven(300, 300)).toBeNaN();
    expect(lowerBreakeven(300, 310)).toBeNaN();
    expect(upperBreakeven(300, 310)).toBe(610);
    expect(lowerBreakeven(24_000, unknown)).toBeNaN();
    expect(upperBreakeven(24_000, unknown)).toBeNaN();
  });

  test("a premium of 360 on a forward of 24000 pays for a move of 1.5 %", () => {
    expect(impliedMove(360, 24_000)).toBeCloseTo(0.015, 12);
    expect(impliedMove(360, unknown)).toBeNaN();
  });
});
