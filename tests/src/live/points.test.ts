import { expect, test } from "vitest";
import { createPoints } from "#src/live/points.ts";

test("a point more grows the columns that were given, and nothing is copied", () => {
  const points = createPoints();
  points.append(1, 50);
  const { times, values } = points;
  points.append(2, 51);
  expect(points.times).toBe(times);
  expect(points.values).toBe(values);
  expect([times, values]).toEqual([
    [1, 2],
    [50, 51],
  ]);
});

test("what was before stands in front in other columns, which then grow in place", () => {
  const points = createPoints();
  points.append(10, 50);
  const alone = points.times;
  points.before({ times: [1, 2, 10, 11], values: [40, 41, 42, 43] });
  expect(alone).toEqual([10]);
  const { times } = points;
  points.append(12, 51);
  expect(points.times).toBe(times);
  expect([points.times, points.values]).toEqual([
    [1, 2, 10, 12],
    [40, 41, 50, 51],
  ]);
});

test("what was before and reaches beyond the first point that streams ends there; columns that were given stay as they were", () => {
  const points = createPoints();
  const past = { times: [1, 2, 3, 4], values: [40, 41, 42, 43] };
  points.before(past);
  const shown = points.times;
  points.append(3, 50);
  expect([points.times, points.values]).toEqual([
    [1, 2, 3],
    [40, 41, 50],
  ]);
  expect(shown).toEqual([1, 2, 3, 4]);
  expect(past.times).toEqual([1, 2, 3, 4]);
  points.append(4, 51);
  expect(points.times).toEqual([1, 2, 3, 4]);
});

test("what was before is told anew in place of what was told of it", () => {
  const points = createPoints();
  points.before({ times: [1, 2], values: [40, 41] });
  points.append(3, 50);
  points.before({ times: [2], values: [45] });
  expect([points.times, points.values]).toEqual([
    [2, 3],
    [45, 50],
  ]);
});

test("another market begins with nothing, in columns of its own", () => {
  const points = createPoints();
  points.append(1, 50);
  const { times } = points;
  points.clear();
  points.append(2, 60);
  expect(times).toEqual([1]);
  expect([points.times, points.values]).toEqual([[2], [60]]);
});
