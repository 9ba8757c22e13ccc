// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { takeEarlyEngine, takeEarlyPainter } from "#src/live/early-workers.ts";

const engine = {} as SharedWorker;
const painter = {} as Worker;
beforeEach(() => {
  Object.assign(window, {
    strikewiseWorkers: { engine: { name: "of-this-build", worker: engine }, painter },
  });
});

test("a worker that the first script started is had once", () => {
  expect([takeEarlyEngine("of-this-build"), takeEarlyEngine("of-this-build")]).toEqual([engine, null]);
  expect([takeEarlyPainter(), takeEarlyPainter()]).toEqual([painter, null]);
});

test("an engine of another build is none, nor is one that was never started", () => {
  expect(takeEarlyEngine("of-another-build")).toBeNull();
  Reflect.deleteProperty(window, "strikewiseWorkers");
  expect([takeEarlyEngine("of-this-build"), takeEarlyPainter()]).toEqual([null, null]);
});
