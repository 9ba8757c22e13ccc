import { expect, test } from "vitest";
import { createFrameRequests, LATE_MS, STAND_IN_MS } from "#workers/painter/frame-requests.ts";

/** Frames and timers that happen when the test says so. */
function fakeSource() {
  const frames: (() => void)[] = [];
  const timers = new Map<number, { readonly run: () => void; readonly ms: number }>();
  let last = 0;
  return {
    frames,
    timers,
    requestAnimationFrame: (callback: () => void) => void frames.push(callback),
    setTimeout(run: () => void, ms: number) {
      timers.set(++last, { run, ms });
      return last;
    },
    clearTimeout: (timer: unknown) => void timers.delete(timer as number),
    waits: () => [...timers.values()].map(({ ms }) => ms),
    fireTimers() {
      for (const [id, { run }] of [...timers]) {
        timers.delete(id);
        run();
      }
    },
  };
}

test("a callback runs once, in the next frame", () => {
  const source = fakeSource();
  const request = createFrameRequests(source);
  let runs = 0;
  request(() => runs++);
  expect(runs).toBe(0);
  source.frames.shift()?.();
  expect(runs).toBe(1);
  expect(source.waits()).toEqual([]);
});

test("a frame that never comes is stood in for, soon the first time and at once from then on", () => {
  const source = fakeSource();
  const request = createFrameRequests(source);
  let runs = 0;
  request(() => runs++);
  expect(source.waits()).toEqual([LATE_MS]);
  source.fireTimers();
  expect(runs).toBe(1);
  request(() => runs++);
  expect(source.waits()).toEqual([STAND_IN_MS]);
  source.fireTimers();
  expect(runs).toBe(2);
  // One request is enough to learn that frames are back; more would pile up.
  expect(source.frames).toHaveLength(1);
});

test("when frames come back, they are used again and nothing runs twice", () => {
  const source = fakeSource();
  const request = createFrameRequests(source);
  let runs = 0;
  request(() => runs++);
  source.fireTimers();
  request(() => runs++);
  source.frames.shift()?.();
  expect(runs).toBe(2);
  source.fireTimers();
  expect(runs).toBe(2);
  request(() => runs++);
  expect(source.frames).toHaveLength(1);
  expect(source.waits()).toEqual([LATE_MS]);
});

test("several grids are painted in one frame, each once", () => {
  const source = fakeSource();
  const request = createFrameRequests(source);
  const painted: string[] = [];
  const first = () => void painted.push("first");
  const second = () => void painted.push("second");
  request(first);
  request(second);
  request(first);
  expect(source.frames).toHaveLength(1);
  source.frames.shift()?.();
  expect(painted).toEqual(["first", "second"]);
  expect(source.waits()).toEqual([]);
  // What asks while it is painted waits for the next frame.
  request(() => request(first));
  source.frames.shift()?.();
  expect(painted).toHaveLength(2);
  source.frames.shift()?.();
  expect(painted).toEqual(["first", "second", "first"]);
});
