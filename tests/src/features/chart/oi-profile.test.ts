import { describe, expect, test } from "vitest";
import { shownStrikes } from "#src/components/chart/prices/paint-profile.ts";
import { mostText, profiledBy, shownExpiries } from "#src/features/chart/profile/oi-profile.ts";

const profile = { strikes: [100, 110, 120, 130], call: [9, 1, null, 4], put: [2, 3, 30_000, null] };

describe("[CHART-14] open interest at the price axis", () => {
  test("is that of the underlying on charts of spot and futures; a chart of an option has none", () => {
    expect(profiledBy("NIFTY", "INDEX")).toBe("NIFTY");
    expect(profiledBy("M&M", "EQ")).toBe("M&M");
    expect(profiledBy("NIFTY26NOVFUT", "FUT")).toBe("NIFTY");
    expect(profiledBy("NIFTY26NOV24000CE", "CE")).toBeNull();
  });

  test("is of the expiries asked for that are listed, else of the nearest", () => {
    const listed = ["2026-11-24", "2026-12-01", "2026-12-29"];
    expect(shownExpiries(["2026-12-29", "2026-12-01", "2020-01-01"], listed)).toEqual([
      "2026-12-01",
      "2026-12-29",
    ]);
    expect(shownExpiries(["2020-01-01"], listed)).toEqual(["2026-11-24"]);
    expect(shownExpiries([], [])).toEqual([]);
  });

  test("has the strikes that the axis shows, the largest of which is the longest", () => {
    expect(shownStrikes(profile, [100, 110])).toEqual({ from: 0, to: 2, most: 9 });
    expect(shownStrikes(profile, [105, 125])).toEqual({ from: 1, to: 3, most: 30_000 });
    expect(shownStrikes(profile, [131, 140])).toEqual({ from: 4, to: 4, most: 0 });
    expect(shownStrikes({ strikes: [], call: [], put: [] }, [1, 2])).toEqual({ from: 0, to: 0, most: 0 });
  });

  test("is told by the strikes at which most stand", () => {
    expect(mostText("Calls", profile, profile.call)).toBe("Calls: most at 100 (9)");
    expect(mostText("Puts", profile, profile.put)).toContain("most at 120 (30");
    expect(mostText("Puts", profile, [null, null, null, null])).toBe("Puts: not known");
    expect(mostText("Puts", profile, [0, 0, 0, 0])).toBe("Puts: most at -- (0)");
  });
});
