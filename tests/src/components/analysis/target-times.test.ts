import { describe, expect, test } from "vitest";
import { nearestStop, PLAY_MS, playedTime, timeStops } from "#src/components/analysis/payoff/target-times.ts";

/** India's clock. */
const at = (day: number, hours: number, minutes: number) =>
  Date.UTC(2026, 10, day, hours, minutes) - 330 * 60_000;

describe("where the date slider may stand", () => {
  test("[STRAT-7] on an expiry day it is every quarter of an hour by India's clock, and both ends", () => {
    const stops = timeStops({ min: at(20, 14, 37), max: at(20, 15, 40) }, "NFO");
    expect(stops).toEqual([
      at(20, 14, 37),
      at(20, 14, 45),
      at(20, 15, 0),
      at(20, 15, 15),
      at(20, 15, 30),
      at(20, 15, 40),
    ]);
  });

  test("[STRAT-7] for a few days of trading it is their quarters of an hour, and none of night, weekend or holiday", () => {
    const stops = timeStops({ min: at(20, 15, 20), max: at(25, 15, 40) }, "NFO");
    expect(stops.slice(0, 4)).toEqual([at(20, 15, 20), at(20, 15, 30), at(20, 15, 40), at(23, 9, 15)]);
    // Friday's last quarter, Monday and, after the holiday of Tuesday, Wednesday: 26 quarters each, and the closes.
    expect(stops).toHaveLength(3 + 27 + 27);
    expect(stops.filter((time) => time > at(23, 15, 40))[0]).toBe(at(25, 9, 15));
  });

  test("[STRAT-7] where there is trading in the evening, there it may stand too", () => {
    const stops = timeStops({ min: at(19, 22, 50), max: at(20, 23, 30) }, "MCX");
    expect(stops.slice(0, 4)).toEqual([at(19, 22, 50), at(19, 23, 0), at(19, 23, 15), at(19, 23, 30)]);
    expect(stops).toContain(at(20, 18, 45));
    expect(stops.some((time) => time > at(20, 0, 0) && time < at(20, 9, 0))).toBe(false);
  });

  test("for weeks it is the close of each day of trading, after now", () => {
    const stops = timeStops({ min: at(20, 16, 0), max: at(27, 15, 40) }, "NFO");
    expect(stops).toEqual([at(20, 16, 0), ...[23, 25, 26, 27].map((day) => at(day, 15, 40))]);
    expect(timeStops({ min: at(20, 15, 0), max: at(27, 15, 40) }, "NFO")[1]).toBe(at(20, 15, 40));
  });

  test("is one place when there is no time left", () => {
    expect(timeStops({ min: 5, max: 5 }, "NFO")).toEqual([5]);
  });

  test("rises without repeats", () => {
    for (const days of [0.3, 2.9, 3.1, 40, 400]) {
      const stops = timeStops({ min: at(1, 9, 15), max: at(1, 9, 15) + days * 86_400_000 }, "MCX");
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
