/** Bars of minutes while they stream, against what would be answered of the same minutes. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { premiumAverage } from "#domain/chain/premium.ts";
import { createMinuteFold, type MinuteBar } from "#src/live/minute-fold.ts";

const MINUTE = 60_000;
const BAR = 5 * MINUTE;
const OPEN = 1_795_000_200_000;

interface Tick {
  readonly premium: number;
  readonly units: number;
}

/** Feeds minutes, each by its moments, whose units are those of the minute so far. */
function fed(fold: ReturnType<typeof createMinuteFold>, minutes: readonly (readonly Tick[])[], from = 0) {
  const bars = new Map<number, MinuteBar>();
  for (const [i, ticks] of minutes.entries()) {
    const minute = OPEN + (from + i) * MINUTE;
    const bar = OPEN + Math.floor((minute - OPEN) / BAR) * BAR;
    let units = 0;
    for (const tick of ticks) {
      units += tick.units;
      const volumeOf = () => units;
      bars.set(bar, fold.take(0, { bar, minute, premium: tick.premium, volumeOf }, null));
    }
  }
  return [...bars.values()];
}

const tick = fc.record({
  premium: fc.integer({ min: 1, max: 500_000 }).map((paise) => paise / 100),
  units: fc.nat(500),
});
const minutes = fc.array(fc.array(tick, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 23 });

test("[STRADDLE-7] the average of bars that streamed is that of their minutes, at each minute's last premium", () => {
  fc.assert(
    fc.property(minutes, (all) => {
      const average = premiumAverage();
      let expected = Number.NaN;
      for (const ticks of all)
        expected = average(
          ticks.at(-1)!.premium,
          ticks.reduce((sum, { units }) => sum + units, 0),
        );
      const bars = fed(createMinuteFold(), all);
      const traded = bars.reduce((sum, { volume }) => sum + volume!, 0);
      const worth = bars.reduce((sum, each) => sum + each.worth!, 0);
      if (traded === 0) return expect(expected).toBeNaN();
      expect(worth / traded).toBeCloseTo(expected, 5);
    }),
  );
});

test("[STRADDLE-11] high and low of a bar are those of its minutes' ends, not of what lay between", () => {
  const [first, second] = fed(createMinuteFold(), [
    [
      { premium: 900, units: 1 },
      { premium: 100, units: 1 },
    ],
    [{ premium: 120, units: 1 }],
    [{ premium: 90, units: 1 }],
    [{ premium: 95, units: 1 }],
    [{ premium: 97, units: 1 }],
    [{ premium: 98, units: 1 }],
  ]);
  expect([first!.high, first!.low]).toEqual([120, 90]);
  expect([second!.high, second!.low]).toEqual([98, 98]);
});

test("what was answered of the bar that is on goes on from there; a bar whose beginning was not heard has no units until it is asked for", () => {
  const fold = createMinuteFold();
  const answered = { volume: 40, worth: 4_200, high: 110, low: 99 };
  const at = (minute: number, premium: number, units: number | null) => ({
    bar: OPEN,
    minute: OPEN + minute * MINUTE,
    premium,
    volumeOf: (isSeeded: boolean) => (isSeeded || minute > 2 ? units : null),
  });
  expect(fold.take(0, at(2, 105, 10), answered)).toEqual({ volume: 50, worth: 5_250, high: 110, low: 99 });
  expect(fold.take(0, at(3, 112, 5), answered)).toEqual({ volume: 55, worth: 5_810, high: 112, low: 99 });
  fold.forget();
  expect(fold.take(0, at(4, 113, 5), null)).toEqual({ volume: null, worth: null, high: 113, low: 113 });
  const again = { volume: 70, worth: 7_500, high: 114, low: 99 };
  expect(fold.take(0, at(4, 113, 0), again)).toEqual({ volume: 70, worth: 7_500, high: 114, low: 99 });
});

test("a minute whose premium is not known weighs nothing", () => {
  const [bar] = fed(createMinuteFold(), [
    [{ premium: Number.NaN, units: 500 }],
    [{ premium: 100, units: 10 }],
  ]);
  expect(bar).toEqual({ volume: 10, worth: 1_000, high: 100, low: 100 });
});
