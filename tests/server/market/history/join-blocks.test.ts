import { expect, it } from "vitest";
import type { Bar } from "#server/market/bus/market-past.ts";
import { packBars, unpackBars } from "#server/market/bus/packed-bars.ts";
import { joinBlocks } from "#server/market/history/join-blocks.ts";

const bar = (
  start: number,
  prices: readonly [number, number, number, number],
  volume: number,
  oi: number,
): Bar => {
  const [open, high, low, close] = prices;
  return { start, open, high, low, close, volume, oi };
};
const MINUTE = 60_000;
const before = packBars([
  {
    token: 1,
    bars: [bar(0, [10, 12, 9, 11], 100, 5), bar(MINUTE, [11, 11, 8, 8], 50, 6)],
    origin: "recorded",
  },
  { token: 2, bars: [bar(0, [70, 70, 70, 70], 1, 1)], origin: "recorded" },
]);
const after = packBars([
  {
    token: 1,
    bars: [bar(MINUTE, [9, 13, 9, 12], 30, 7), bar(2 * MINUTE, [12, 12, 12, 12], 5, 7)],
    origin: "recorded",
  },
  { token: 3, bars: [bar(2 * MINUTE, [5, 5, 5, 5], 2, 2)], origin: "recorded" },
]);

it("goes on with what the process before had kept, the minute between them made of both", () => {
  const joined = joinBlocks("minutes", before, after);
  expect(unpackBars(joined)).toEqual([
    {
      token: 1,
      bars: [
        bar(0, [10, 12, 9, 11], 100, 5),
        bar(MINUTE, [11, 13, 8, 12], 80, 7),
        bar(2 * MINUTE, [12, 12, 12, 12], 5, 7),
      ],
      origin: "recorded",
    },
    { token: 2, bars: [bar(0, [70, 70, 70, 70], 1, 1)], origin: "recorded" },
    { token: 3, bars: [bar(2 * MINUTE, [5, 5, 5, 5], 2, 2)], origin: "recorded" },
  ]);
  // An answer that was lost has the same written once more.
  expect(unpackBars(joinBlocks("minutes", joined, after))).toEqual(unpackBars(joined));
});

it("takes the later end of a quarter, and the earlier one of what was not heard since", () => {
  const quarter = (token: number, close: number) => ({
    token,
    bars: [bar(0, [close, close, close, close], 1, 1)],
    origin: "recorded" as const,
  });
  const joined = joinBlocks(
    "quarters",
    packBars([quarter(1, 10), quarter(2, 20)]),
    packBars([quarter(1, 11)]),
  );
  expect(unpackBars(joined)).toEqual([quarter(1, 11), quarter(2, 20)]);
});

it("says no origin of a series whose parts have two", () => {
  const of = (origin: "recorded" | "simulated", start: number) =>
    packBars([{ token: 1, bars: [bar(start, [1, 1, 1, 1], 1, 1)], origin }]);
  const [joined] = unpackBars(joinBlocks("minutes", of("recorded", 0), of("simulated", MINUTE)));
  expect([joined!.bars.length, joined!.origin]).toEqual([2, null]);
});
