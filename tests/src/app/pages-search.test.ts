import { expect, test } from "vitest";
import { ANGEL, ANONYMOUS } from "#domain/access/brokers.ts";
import { createPageSearch, startsWord } from "#src/app/palette/pages-search.ts";

const search = createPageSearch({ broker: ANONYMOUS, plan: "no_plan", isMobileApp: false });
const labels = (text: string): string[] => search(text).map(({ entry }) => entry.label);

test("the beginning of any word of a page's name finds it first", () => {
  expect(labels("strad")[0]).toBe("Multi Straddle-Strangle Charts");
  expect(labels("open in")[0]).toBe("Open Interest");
  expect(labels("heat")[0]).toBe("Heatmap");
  expect(startsWord("Multi Strike OI", "oi")).toBe(true);
  expect(startsWord("Multi Strike OI", "ike")).toBe(false);
});

test("a slip of the finger still finds it, nothing typed finds nothing, and never more than six", () => {
  expect(labels("screner")).toContain("Screener");
  expect(labels("  ")).toEqual([]);
  expect(labels("o").length).toBeLessThanOrEqual(6);
});

test("pages that are not this visitor's are not found", () => {
  expect(labels("covered")).not.toContain("Covered Calls");
  expect(labels("account")).not.toContain("Account details");
  const angel = createPageSearch({ broker: ANGEL, plan: "pro", isMobileApp: false });
  expect(angel("account").map(({ entry }) => entry.label)).toContain("Account details");
  expect(angel("mindful").map(({ entry }) => entry.label)).not.toContain("Mindful Trading");
});
