// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorkerPainter } from "#src/live/start-painter.ts";
import type { GridCommand, GridEvent, Painter, PainterEvent } from "#workers/painter/api.ts";

class FakeWorker {
  static all: FakeWorker[] = [];
  readonly got: GridCommand[] = [];
  isTerminated = false;
  onmessage: ((event: { data: GridEvent }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(command: GridCommand): void {
    this.got.push(command);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

let painters: Painter[] = [];
beforeEach(() => {
  FakeWorker.all = [];
  painters = [];
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  for (const painter of painters) painter.dispose();
  vi.unstubAllGlobals();
});

function open(): { readonly painter: Painter; readonly heard: PainterEvent[] } {
  const heard: PainterEvent[] = [];
  const painter = createWorkerPainter((event) => void heard.push(event));
  painters.push(painter);
  return { painter, heard };
}

test("four grids of a tab are painted by one worker, and each hears of its own", () => {
  const grids = [open(), open(), open(), open()];
  expect(FakeWorker.all).toHaveLength(1);
  const worker = FakeWorker.all[0]!;
  for (const { painter } of grids) painter.post({ type: "log" });
  const numbers = worker.got.map(({ grid }) => grid);
  expect(new Set(numbers).size).toBe(4);
  worker.onmessage?.({ data: { grid: numbers[2]!, event: { type: "drawn" } } });
  expect(grids.map(({ heard }) => heard.length)).toEqual([0, 0, 1, 0]);
});

test("a grid that closes is told to the worker, which ends with the last one; the next grid has another", () => {
  const [first, second] = [open(), open()];
  const worker = FakeWorker.all[0]!;
  first.painter.post({ type: "log" });
  const [{ grid = -1 } = {}] = worker.got;
  first.painter.dispose();
  expect(worker.got.at(-1)).toEqual({ grid, command: null });
  expect(worker.isTerminated).toBe(false);
  // What comes late does not begin it anew.
  first.painter.post({ type: "log" });
  expect(worker.got.at(-1)).toEqual({ grid, command: null });
  second.painter.dispose();
  second.painter.dispose();
  expect(worker.isTerminated).toBe(true);
  open();
  expect(FakeWorker.all).toHaveLength(2);
});

test("a worker that breaks fails every grid it paints, and a grid that comes later tries another", () => {
  const [first, second] = [open(), open()];
  FakeWorker.all[0]?.onerror?.({ message: "no such file" });
  expect([first.heard, second.heard]).toEqual([
    [{ type: "failed", message: "no such file" }],
    [{ type: "failed", message: "no such file" }],
  ]);
  open();
  expect(FakeWorker.all).toHaveLength(2);
});
