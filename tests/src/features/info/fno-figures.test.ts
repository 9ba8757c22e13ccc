import { describe, expect, test } from "vitest";
import { type FnoId, fnoFigures, NO_VIX } from "#src/features/info/fno-figures.ts";
import type { InfoView } from "#src/features/info/info-view.ts";
import { CRUDE_FUTURES, CRUDEOIL, expiryStats, stats, view } from "./world.ts";

const VIX = { value: 11.9, previous: 12.14 };
const all = (of: InfoView, vix = VIX) => new Map(fnoFigures(of, vix).map((each) => [each.id, each]));
const written = (of: InfoView, id: FnoId, vix = VIX) => {
  const { value, note, reading } = all(of, vix).get(id)!;
  return [value, note, reading?.word ?? null];
};
const withStats = (more: Parameters<typeof expiryStats>[1]) =>
  view({ ofExpiry: expiryStats("2026-11-24", more) });

describe("[INFO-5] the first tab", () => {
  test("writes every figure, with its change and what it reads", () => {
    const of = view();
    expect([...all(of).keys()]).toEqual([
      "futureOi",
      "lotSize",
      "atmStrike",
      "atmIv",
      "ivp",
      "vix",
      "pcr",
      "maxPain",
    ]);
    expect(written(of, "futureOi")).toEqual(["+3.00%", "Long build-up", null]);
    expect(written(of, "lotSize")).toEqual(["65", null, null]);
    expect(written(of, "atmStrike")).toEqual(["24,250", null, null]);
    expect(written(of, "atmIv")).toEqual(["13.5 %", "+0.4", null]);
    expect(written(of, "ivp")).toEqual(["41", null, null]);
    expect(written(of, "vix")).toEqual(["11.90", "−1.98%", null]);
    expect(written(of, "pcr")).toEqual(["0.92", null, "Bullish"]);
    expect(written(of, "maxPain")).toEqual(["24,300", null, "Bullish"]);
  });

  test.each([
    [0.9, "Bullish", "▲"],
    [0.7, "Neutral", ""],
    [0.6, "Bearish", "▼"],
  ])("reads a PCR of %s as %s, by a mark too", (pcr, word, mark) => {
    expect(all(withStats({ pcr })).get("pcr")?.reading).toMatchObject({ word, mark });
  });

  test.each([
    [24_300, "Bullish"],
    [24_250, "Neutral"],
    [24_200, "Bearish"],
  ])("reads max pain at %s as %s", (maxPain, word) => {
    expect(written(withStats({ maxPain }), "maxPain")[2]).toBe(word);
  });

  test.each([
    [81, "High"],
    [80, null],
    [20, null],
    [19, "Low"],
  ])("reads a percentile of %s as %s", (atmIvPercentile, word) => {
    expect(written(withStats({ atmIvPercentile }), "ivp")[2]).toBe(word);
  });

  test("has neither percentile nor India VIX on MCX, and says what a lot holds", () => {
    const crude = view({
      underlying: CRUDEOIL,
      futures: CRUDE_FUTURES,
      ofExpiry: expiryStats("2026-12-16", { lotSize: 1 }),
    });
    expect([...all(crude).keys()]).toEqual(["futureOi", "lotSize", "atmStrike", "atmIv", "pcr", "maxPain"]);
    expect(written(crude, "lotSize")[0]).toBe("1 × 100");
  });

  test("is -- where nothing is told, and reads nothing into it", () => {
    const none = view({ stats: null, ofExpiry: null });
    for (const id of ["futureOi", "atmStrike", "atmIv", "ivp", "vix", "pcr", "maxPain"] as const) {
      expect(written(none, id, NO_VIX), id).toEqual(["--", null, null]);
    }
    // A lot is the contract's, whatever trades.
    expect(written(none, "lotSize")).toEqual(["65", null, null]);
    const young = view({ stats: stats(1, { futureOiPrevious: 0 }) });
    expect(written(young, "futureOi")).toEqual(["--", null, null]);
  });
});

describe("[INFO-6] a figure says when it is pressed", () => {
  const formula = (id: FnoId) => all(view()).get(id)!.story.formula;

  test("what PCR, max pain, future OI and India VIX are", () => {
    expect(formula("pcr")).toMatch(/Around 1 .*bullish, around 0\.5 .*bearish/);
    expect(formula("maxPain")).toMatch(/writers of options pay out least/);
    expect(formula("futureOi")).toMatch(/first three expiries of futures/);
    expect(formula("vix")).toMatch(/India VIX.*30 days/);
  });

  test("what it was made of, and that it is stale", () => {
    const { story } = all(view({ isStale: true })).get("pcr")!;
    expect(story.inputs).toEqual([
      ["Call OI", "1.20Cr"],
      ["Put OI", "1.10Cr"],
    ]);
    expect(story.state).toBe("stale");
    expect(all(view()).get("ivp")!.story.closes).toEqual({ count: 250, origins: 8 });
    expect(all(view()).get("pcr")!.story.state).toBeUndefined();
  });
});
