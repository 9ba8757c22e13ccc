import { describe, expect, it } from "vitest";
import { rowsOf, stepFrom } from "#src/components/virtual-list/list-rows.ts";

it("a list is its headings and options one below another, without empty sections, options counted over all", () => {
  const rows = rowsOf([
    { id: "a", title: "A", options: ["x", "y"] },
    { id: "b", title: "B", options: [] },
    { id: "c", title: "C", options: ["z"] },
  ]);
  expect(rows).toEqual([
    { section: 0, heading: "A", option: null },
    { section: 0, heading: null, option: "x", place: 0 },
    { section: 0, heading: null, option: "y", place: 1 },
    { section: 2, heading: "C", option: null },
    { section: 2, heading: null, option: "z", place: 2 },
  ]);
});

describe("keys walk", () => {
  it.each([
    ["from none to the first", -1, 1, 0],
    ["from none up to the last", -1, -1, 4],
    ["round the end", 4, 1, 0],
    ["round the beginning", 0, -1, 4],
    ["a page, and not past the end", 3, 10, 4],
    ["a page up, and not past the beginning", 3, -10, 0],
  ])("%s", (_, place, step, to) => {
    expect(stepFrom(place, step, 5)).toBe(to);
  });
  it("nowhere in an empty list", () => {
    expect(stepFrom(-1, 1, 0)).toBe(-1);
  });
});
