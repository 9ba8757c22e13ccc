import { beforeEach, describe, expect, test } from "vitest";
import {
  closeInfo,
  closeLadder,
  instrumentWindows,
  type LadderContract,
  MOST_LADDERS,
  openInfo,
  openLadder,
} from "#src/shared/instrument-windows.ts";

const option = (strike: number): LadderContract => ({
  symbol: "NIFTY",
  underlying: 256_265,
  expiry: "2026-11-24",
  strike,
  option: "CE",
});
const shown = () => instrumentWindows.ladders.map(({ slot, contract }) => [slot, contract.strike]);

beforeEach(() => {
  instrumentWindows.ladders = [];
  instrumentWindows.refusedLadders = 0;
  closeInfo();
});

describe("[CHAIN-65] books that are open", () => {
  test("take places of their own, and one that is closed leaves its place to the next", () => {
    for (const strike of [100, 200, 300]) openLadder(option(strike));
    closeLadder(option(200));
    openLadder(option(400));
    expect(shown()).toEqual([
      [0, 100],
      [2, 300],
      [1, 400],
    ]);
  });

  test("asked for again, one comes to the front and is not opened twice; the put of a strike is another", () => {
    openLadder(option(100));
    openLadder(option(100));
    openLadder({ ...option(100), option: "PE" });
    expect(instrumentWindows.ladders.map(({ asked }) => asked)).toEqual([2, 1]);
  });

  test("are four at most: a fifth is counted as refused and leaves the others as they are", () => {
    for (let at = 1; at <= MOST_LADDERS + 1; at++) openLadder(option(100 * at));
    expect(shown()).toHaveLength(MOST_LADDERS);
    expect(instrumentWindows.refusedLadders).toBe(1);
  });
});

test("the window on an instrument goes over to what is asked for last", () => {
  const before = instrumentWindows.infoAsked;
  openInfo("NIFTY");
  openInfo("RELIANCE");
  expect(instrumentWindows).toMatchObject({ info: "RELIANCE", infoAsked: before + 2 });
  closeInfo();
  expect(instrumentWindows.info).toBeNull();
});
