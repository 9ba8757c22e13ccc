import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fullWindow,
  moneyRange,
  OI_SHARE,
  oiScale,
  stepZoom,
  windowOf,
  zoomAround,
  zoomTo,
} from "#src/components/analysis/payoff/payoff-scales.ts";
import { axisCounts, axisMoney } from "#src/components/analysis/plot/axis-text.ts";
import { payoff } from "./payoff-figures.ts";

const ALL = { kind: "ZoomOut" } as const;
const NEAR = { kind: "ZoomIn" } as const;
const FULL = { min: 20_000, max: 28_000 };

describe("the prices that are shown", () => {
  test("are the whole range when zoomed out, and none are known before an answer", () => {
    expect(windowOf(ALL, payoff())).toEqual(FULL);
    expect(fullWindow(null)).toBeNull();
    expect(fullWindow({ ...payoff(), payoff_prices: null })).toBeNull();
    expect(windowOf(NEAR, null)).toEqual({ min: 0, max: 1 });
  });

  test("are the curves' own where the range is not known", () => {
    expect(fullWindow({ ...payoff(), payoff_range: { x_min: null, x_max: null } })).toEqual(FULL);
  });

  test("hold two standard deviations, every breakeven and every strike when zoomed in, on even ends", () => {
    const { min, max } = windowOf(NEAR, payoff());
    // 2σ is 23,000 to 25,000; the outer breakeven lies at 25,500; 8 % of 2,500 either side, out to whole 200.
    expect([min, max]).toEqual([22_800, 25_800]);
    expect(windowOf(NEAR, payoff(), [22_000, 24_000])).toEqual({ min: 21_600, max: 25_800 });
  });

  test("are the middle half when neither is known", () => {
    const figures = payoff();
    const unknown = { ...figures.standard_deviation, lower_2: null, upper_2: null };
    const bare = { ...figures, standard_deviation: unknown, breakevens_at_expiry: [] };
    expect(windowOf(NEAR, bare)).toEqual({ min: 22_000, max: 26_000 });
  });

  test("stay inside what is known, and never become too few to read, whatever is asked for", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 60_000, noNaN: true }),
        fc.double({ min: 0, max: 60_000, noNaN: true }),
        (a, b) => {
          const zoom = { kind: "CustomZoomIn", min: Math.min(a, b), max: Math.max(a, b) } as const;
          const { min, max } = windowOf(zoom, payoff());
          expect(min).toBeGreaterThanOrEqual(FULL.min - 1e-6);
          expect(max).toBeLessThanOrEqual(FULL.max + 1e-6);
          expect(max - min).toBeGreaterThanOrEqual(40 - 1e-6);
        },
      ),
    );
  });
});

describe("zooming", () => {
  const shown = { min: 23_000, max: 25_000 };

  test("keeps the price under the pointer where it is", () => {
    const zoom = zoomAround(shown, FULL, 23_500, 0.5);
    expect(zoom).toEqual({ kind: "CustomZoomIn", min: 23_250, max: 24_250 });
  });

  test("out beyond everything is zoomed out", () => {
    expect(zoomAround(shown, FULL, 24_000, 10)).toEqual(ALL);
    expect(zoomTo(FULL, 30_000, 10_000)).toEqual(ALL);
  });

  test("takes a selection from either side", () => {
    expect(zoomTo(FULL, 24_500, 23_500)).toEqual({ kind: "CustomZoomIn", min: 23_500, max: 24_500 });
  });

  test("by steps goes from all to near, then by halves, and back by doubles", () => {
    expect(stepZoom(ALL, FULL, FULL, "in")).toEqual(NEAR);
    expect(stepZoom(NEAR, shown, FULL, "in")).toEqual({ kind: "CustomZoomIn", min: 23_500, max: 24_500 });
    expect(stepZoom(NEAR, shown, FULL, "out")).toEqual({ kind: "CustomZoomIn", min: 22_000, max: 26_000 });
  });
});

describe("the money axis", () => {
  test("always holds zero and what is drawn, with room for labels", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        (a, b) => {
          const [least, most] = [Math.min(a, b), Math.max(a, b)];
          const [low, high] = moneyRange(least, most);
          expect(low).toBeLessThanOrEqual(Math.min(0, least));
          expect(high).toBeGreaterThanOrEqual(Math.max(0, most));
          expect(high).toBeGreaterThan(low);
        },
      ),
    );
  });

  test("is a rupee either way for what rounding leaves of nothing", () => {
    for (const least of [0, -0, -5e-324, -1e-9]) expect(moneyRange(least, 5e-324)).toEqual([-1, 1]);
  });

  test("stands still while figures tick", () => {
    expect(moneyRange(-17_312, 8740)).toEqual(moneyRange(-17_298, 8751));
  });

  test("of nothing, of NaN and of nothing but zeros is a rupee either way", () => {
    expect(moneyRange(0, 0)).toEqual([-1, 1]);
    expect(moneyRange(Number.NaN, Number.NaN)).toEqual([-1, 1]);
  });

  test("writes its ticks in one unit, with the decimals that their step needs", () => {
    expect(axisMoney([-10_000, -5000, 0, 5000], 5000)).toEqual(["−10K", "−5K", "0", "5K"]);
    expect(axisMoney([0, 2500, 5000], 2500)).toEqual(["0", "2.5K", "5.0K"]);
    expect(axisMoney([-2e6, 0, 2e6], 2e6)).toEqual(["−20L", "0", "20L"]);
    expect(axisMoney([0, 5e8], 5e8)).toEqual(["0", "50Cr"]);
    expect(axisCounts([0, 250_000, 500_000], 250_000)).toEqual(["0", "2.5L", "5.0L"]);
    expect(axisMoney([0, 0.5, 1], 0.5)).toEqual(["0", "0.5", "1.0"]);
  });
});

describe("open interest behind the payoff", () => {
  test("stands on the ground and takes a third at most", () => {
    const { baseline, perUnit } = oiScale([
      { call: 100, put: 40 },
      { call: 0, put: 250 },
    ]);
    expect(baseline).toBe(0);
    expect(250 * perUnit).toBeCloseTo(OI_SHARE, 12);
  });

  test("that fell hangs from a line inside the same third", () => {
    const { baseline, perUnit } = oiScale([{ call: 100, put: -300 }]);
    expect(baseline - 300 * perUnit).toBeCloseTo(0, 12);
    expect(baseline + 100 * perUnit).toBeCloseTo(OI_SHARE, 12);
  });

  test("of nothing has no height", () => {
    expect(oiScale([])).toEqual({ baseline: 0, perUnit: 0 });
    expect(oiScale([{ call: 0, put: 0 }])).toEqual({ baseline: 0, perUnit: 0 });
  });
});
