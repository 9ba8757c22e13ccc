// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A worker that takes all messages and answers none. */
class SilentWorker extends EventTarget {
  static all: SilentWorker[] = [];
  isTerminated = false;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    SilentWorker.all.push(this);
  }
  postMessage(): void {}
  start(): void {}
  terminate(): void {
    this.isTerminated = true;
  }
}

const running = () => SilentWorker.all.filter(({ isTerminated }) => !isTerminated).length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  SilentWorker.all = [];
  vi.stubGlobal("Worker", SilentWorker);
  Object.defineProperty(navigator, "locks", {
    configurable: true,
    value: { request: (_name: string, held: () => Promise<never>) => held() },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "locks");
});

async function start() {
  const { engine } = await import("#src/live/engine-client.ts");
  const { live } = await import("#src/live/live-state.ts");
  engine();
  await vi.advanceTimersByTimeAsync(0);
  return live;
}

test("a tab without SharedWorker has one engine, however slowly it starts", async () => {
  const live = await start();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(SilentWorker.all).toHaveLength(1);
  expect(live.link.phase).toBe("starting");
});

test("an engine of the tab's own that is given up is ended before the next one starts, and the tab says so at last", async () => {
  const live = await start();
  await vi.advanceTimersByTimeAsync(95_000);
  expect(SilentWorker.all.length).toBeGreaterThan(3);
  expect(running()).toBe(1);
  expect(live.link.phase).toBe("failed");
});

test("a shared engine is asked again soon: the worker may be on its way out", async () => {
  class Shared {
    static count = 0;
    readonly port = new SilentWorker();
    constructor() {
      Shared.count++;
    }
  }
  vi.stubGlobal("SharedWorker", Shared);
  await start();
  await vi.advanceTimersByTimeAsync(1_700);
  expect(Shared.count).toBe(2);
  expect(SilentWorker.all.every(({ isTerminated }) => !isTerminated)).toBe(true);
});
