import { describe, expect, test } from "vitest";
import { nearestStop, PLAY_MS, playedTime, timeStops } from "#src/components/analysis/payoff/target-times.ts";

/** India's clock. */
const at = (day: number, hours: number, minutes: number) =>
  Date.UTC(2026, 10, day, hours, minutes) - 330 * 60_000;

describe("where the date slider may stand", () => {
  test("on an expiry day it is every quarter of an hour by India's clock, and both ends", () => {
    const stops = timeStops({ min: at(24, 14, 37), max: at(24, 15, 30) });
    expect(stops).toEqual([at(24, 14, 37), at(24, 14, 45), at(24, 15, 0), at(24, 15, 15), at(24, 15, 30)]);
  });

  test("for weeks it is each day at the hour of the end, after now", () => {
    const stops = timeStops({ min: at(20, 16, 0), max: at(24, 15, 30) });
    expect(stops).toEqual([at(20, 16, 0), at(21, 15, 30), at(22, 15, 30), at(23, 15, 30), at(24, 15, 30)]);
    expect(timeStops({ min: at(20, 15, 0), max: at(24, 15, 30) })[1]).toBe(at(20, 15, 30));
  });

  test("is one place when there is no time left", () => {
    expect(timeStops({ min: 5, max: 5 })).toEqual([5]);
  });

  test("rises without repeats", () => {
    for (const days of [0.3, 2.9, 3.1, 40, 400]) {
      const stops = timeStops({ min: at(1, 9, 15), max: at(1, 9, 15) + days * 86_400_000 });
      for (let i = 1; i < stops.length; i++) expect(stops[i]).toBeGreaterThan(stops[i - 1]!);
    }
  });

  test("a time between stops is shown at the nearer one", () => {
    expect(nearestStop([0, 10, 20], 14)).toBe(1);
    expect(nearestStop([0, 10, 20], 99)).toBe(2);
  });
});

describe("playing to the expiry", () => {
  const span = { min: 1000, max: 2000 };

  test("takes six seconds from where it stands", () => {
    expect(playedTime(span, 1500, 0, null)).toEqual({ time: 1500, isOver: false });
    expect(playedTime(span, 1500, PLAY_MS / 2, null)).toEqual({ time: 1750, isOver: false });
    expect(playedTime(span, 1500, PLAY_MS + 20, null)).toEqual({ time: 2000, isOver: true });
  });

  test("begins anew from the end, and from before the beginning", () => {
    expect(playedTime(span, 2000, 0, null).time).toBe(1000);
    expect(playedTime(span, Number.NaN, 0, null).time).toBe(1000);
  });

  test("jumps from stop to stop for those who want no motion", () => {
    const stops = [1000, 1400, 1800, 2000];
    const times = [0, 0.2, 0.39, 0.41, 0.79, 0.81, 1].map(
      (share) => playedTime(span, 1000, share * PLAY_MS, stops).time,
    );
    expect(times).toEqual([1000, 1000, 1000, 1400, 1400, 1800, 2000]);
  });
});
