import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dayBreaks,
  dayStarts,
  lonePoints,
  spreadLabels,
  stretches,
  timeTicks,
  valueRange,
} from "#src/components/chart/time/time-scale.ts";

/** India's clock. */
const at = (day: number, hours: number, minutes: number) =>
  Date.UTC(2026, 10, day, hours, minutes) - 330 * 60_000;
/** Quarters from 09:15 on. */
const session = (day: number, bars = 25) => Array.from({ length: bars }, (_, i) => at(day, 9, 15 + 15 * i));

describe("ticks of market bars", () => {
  test("inside a day are whole hours, or less of them than have room", () => {
    expect(timeTicks(session(24), 8).map(({ text }) => text)).toEqual([
      "10:00",
      "11:00",
      "12:00",
      "13:00",
      "14:00",
      "15:00",
    ]);
    expect(timeTicks(session(24, 4), 8).map(({ text }) => text)).toEqual([
      "09:15",
      "09:30",
      "09:45",
      "10:00",
    ]);
    expect(timeTicks(session(24), 3).map(({ text }) => text)).toEqual(["10:00", "12:00", "14:00"]);
  });

  test("over several days are the first bars of days, thinned to what has room", () => {
    const times = [20, 23, 24, 25].flatMap((day) => session(day));
    expect(dayStarts(times)).toEqual([0, 25, 50, 75]);
    expect(timeTicks(times, 4)).toEqual([
      { index: 0, text: "20 Nov" },
      { index: 25, text: "23 Nov" },
      { index: 50, text: "24 Nov" },
      { index: 75, text: "25 Nov" },
    ]);
    expect(timeTicks(times, 2).map(({ index }) => index)).toEqual([0, 50]);
  });

  test("over several days are clocks between the dates too where there is room for both", () => {
    const times = [24, 25].flatMap((day) => session(day));
    expect(timeTicks(times, 12).map(({ text }) => text)).toEqual([
      ...["24 Nov", "10:00", "12:00", "14:00"],
      ...["25 Nov", "10:00", "12:00", "14:00"],
    ]);
  });

  test("of whole days are dates, with the year where it is another than before", () => {
    const days = [30, 31, 32, 33].map((day) => at(day + 30, 9, 15));
    expect(timeTicks(days, 10).map(({ text }) => text)).toEqual(["30 Dec", "31 Dec", "1 Jan 2027", "2 Jan"]);
  });

  test("are minutes where that few bars are in view, and the same of a hundred thousand seconds", () => {
    const minutes = Array.from({ length: 6 }, (_, i) => at(24, 10, 3 + i));
    expect(timeTicks(minutes, 10).map(({ text }) => text)).toEqual([
      ...["10:03", "10:04", "10:05", "10:06", "10:07", "10:08"],
    ]);
    const seconds = Array.from({ length: 22_500 }, (_, i) => at(24, 9, 15) + i * 1000);
    expect(timeTicks(seconds, 7).map(({ text }) => text)).toEqual([
      ...["10:00", "11:00", "12:00", "13:00", "14:00", "15:00"],
    ]);
  });

  test("a day of which the last bars alone are in view does not run into the name of the next", () => {
    const dates = (times: readonly number[]) =>
      timeTicks(times, 8).flatMap(({ text }) => (text.includes(":") ? [] : [text]));
    const rest = session(24).slice(-2);
    expect(dates([...rest, ...session(25), ...session(26)])).toEqual(["25 Nov", "26 Nov"]);
    expect(dates([...session(24).slice(-8), ...session(25), ...session(26)])).toEqual([
      "24 Nov",
      "25 Nov",
      "26 Nov",
    ]);
  });

  test("of nothing are none", () => {
    expect(timeTicks([], 5)).toEqual([]);
  });
});

describe("breaks between days", () => {
  test("lie before the first bars of days but the very first", () => {
    expect(dayBreaks([20, 23, 24].flatMap((day) => session(day)))).toEqual([25, 50]);
  });
  test("are none where each bar is a day", () => {
    expect(dayBreaks([20, 23, 24].map((day) => at(day, 9, 15)))).toEqual([]);
  });
});

describe("gaps", () => {
  test("leave points that no line shows", () => {
    expect(lonePoints([1, null, 2, null, 3, 4, null])).toEqual([0, 2]);
    expect(lonePoints([1])).toEqual([0]);
    expect(lonePoints([null, null])).toEqual([]);
  });

  test("stretches are first and last, also at the ends", () => {
    expect(stretches([true, true, false, true], Boolean)).toEqual([
      [0, 1],
      [3, 3],
    ]);
    expect(stretches([], Boolean)).toEqual([]);
  });
});

describe("labels beside the ends of lines", () => {
  test("stay where they are while nothing touches", () => {
    expect(spreadLabels([80, 10], 14, 0, 100)).toEqual([80, 10]);
  });

  test("are pushed apart in the order of the lines, and back inside at the end", () => {
    expect(spreadLabels([50, 52], 14, 0, 100)).toEqual([50, 64]);
    expect(spreadLabels([99, 98], 14, 0, 100)).toEqual([100, 86]);
  });

  test("never touch, never leave the plot, and keep their order, however many there are", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 250, noNaN: true }), { maxLength: 40 }), (places) => {
        const spread = spreadLabels(places, 14, 0, 200);
        const shown = spread.filter((y) => !Number.isNaN(y)).sort((a, b) => a - b);
        expect(shown.length).toBe(Math.min(places.length, 15));
        for (const y of shown) {
          expect(y).toBeGreaterThanOrEqual(-1e-9);
          expect(y).toBeLessThanOrEqual(200 + 1e-9);
        }
        for (let i = 1; i < shown.length; i++)
          expect(shown[i]! - shown[i - 1]!).toBeGreaterThanOrEqual(14 - 1e-9);
        for (const [i, a] of places.entries()) {
          for (const [j, b] of places.entries()) {
            if (a < b && !Number.isNaN(spread[i]!) && !Number.isNaN(spread[j]!)) {
              expect(spread[i]!).toBeLessThan(spread[j]!);
            }
          }
        }
      }),
    );
  });

  test("of a line without figures is none", () => {
    expect(spreadLabels([Number.NaN, 10], 14, 0, 100)).toEqual([Number.NaN, 10]);
  });
});

test("an axis holds its figures with room, also when they are all the same or none", () => {
  expect(valueRange(100, 200)).toEqual([90, 210]);
  const [low, high] = valueRange(50, 50);
  expect(low).toBeLessThan(50);
  expect(high).toBeGreaterThan(50);
  expect(valueRange(0, 0)).toEqual([-1, 1]);
  expect(valueRange(null, null)).toEqual([0, 1]);
});
