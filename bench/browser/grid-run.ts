/** One implementation of the grid in one browser: mounted, warmed up, metered at each rate. */
import type { Chromium } from "./chromium.ts";
import { createDisplayedFrames, type DisplayedFrames } from "./displayed.ts";
import { scroll, type Wheel } from "./scroll.ts";
import type { Tab } from "./tab.ts";
import { traceTasks } from "./tasks.ts";
import { type Part, partsBetween, threadTimes } from "./threads.ts";

export interface Load {
  /** cell updates a second */
  readonly rate: number;
  readonly scrolling: boolean;
}

export interface GridSample {
  /** CPU ms of the main thread a second */
  readonly main: number;
  /** CPU ms of all processes a second */
  readonly all: number;
  /** The same by part of the browser, null where they cannot be told apart. */
  readonly parts: Readonly<Record<Part, number>> | null;
  /** animation frames of the page a second */
  readonly fps: number;
  /** frames that reached the display a second, the page's own idle ones not among them */
  readonly displayed: number;
  readonly longestTask: number;
  /** ms of processor that the page's dearest task took while it was scrolled; NaN when it was not */
  readonly dearestTask: number;
  /** Share of its core that programs other than the browser and its busy loops took, while it was metered; NaN unknown. */
  readonly others: number;
}

interface Reading {
  readonly frames: number;
  readonly ms: number;
  readonly longTasks: readonly number[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Over the middle of the grid. */
const WHEEL: Wheel = { x: 700, y: 700, distance: 1300 };

/** Nothing of the meter runs in the page while its CPU is read: counting frames alone would keep it awake for each of them. */
async function sampleCpu(
  browser: Chromium,
  tab: Tab,
  ms: number,
): Promise<
  Pick<GridSample, "main" | "all" | "parts" | "others"> & { readonly longTasks: readonly number[] }
> {
  const pids = await browser.pids();
  await tab.evaluate("meter.start({ frames: false })");
  const [mainBefore, cpuBefore, coreBefore] = [
    await tab.mainMs(),
    await browser.cpu(),
    await browser.coreLoad(),
  ];
  const threadsBefore = threadTimes(pids);
  const start = performance.now();
  await wait(ms);
  const threadsAfter = threadTimes(pids);
  const seconds = (performance.now() - start) / 1000;
  const [mainAfter, cpuAfter, coreAfter] = [
    await tab.mainMs(),
    await browser.cpu(),
    await browser.coreLoad(),
  ];
  const { longTasks } = await tab.evaluate<Reading>("meter.read()");
  const parts = partsBetween(threadsBefore, threadsAfter);
  return {
    main: (mainAfter - mainBefore) / seconds,
    all: (cpuAfter.all - cpuBefore.all) / seconds,
    parts:
      parts &&
      (Object.fromEntries(
        Object.entries(parts).map(([part, used]) => [part, used / seconds]),
      ) as typeof parts),
    others:
      coreBefore && coreAfter
        ? Math.max(0, coreAfter.busy - coreBefore.busy - (coreAfter.own - coreBefore.own)) / (seconds * 1000)
        : Number.NaN,
    longTasks,
  };
}

async function sampleFrames(
  tab: Tab,
  displayed: DisplayedFrames,
  ms: number,
): Promise<Pick<GridSample, "fps" | "displayed"> & { readonly longTasks: readonly number[] }> {
  await displayed.start();
  await tab.evaluate("meter.start({ frames: true })");
  await wait(ms);
  const reading = await tab.evaluate<Reading>("meter.read()");
  await tab.evaluate("meter.start({ frames: false })");
  const seconds = reading.ms / 1000;
  return {
    fps: reading.frames / seconds,
    displayed: (await displayed.stop()) / seconds,
    longTasks: reading.longTasks,
  };
}

async function sample(
  browser: Chromium,
  tab: Tab,
  displayed: DisplayedFrames,
  load: Load,
  ms: number,
): Promise<GridSample> {
  await tab.evaluate(`setRate(${load.rate})`);
  const wheel = load.scrolling ? scroll(tab, WHEEL) : null;
  await wait(1000);
  const cpu = await sampleCpu(browser, tab, ms);
  const frames = await sampleFrames(tab, displayed, ms);
  const dearestTask = wheel === null ? Number.NaN : (await traceTasks(tab.session, ms)).cpu;
  await wheel?.stop();
  const { longTasks, ...used } = cpu;
  const { longTasks: alsoLong, ...shown } = frames;
  return { ...used, ...shown, longestTask: Math.max(0, ...longTasks, ...alsoLong), dearestTask };
}

/** MB of the page and its workers, the market's left out. */
export interface Heap {
  readonly javascript: number;
  /** with the DOM and what the isolates share */
  readonly all: number;
}

interface Memory {
  readonly bytes: number;
  readonly types: readonly string[];
  readonly attribution: readonly { readonly url: string }[];
}

/** Garbage collected first; null where the browser cannot tell. */
async function heapOf(tab: Tab): Promise<Heap | null> {
  await tab.session.send("HeapProfiler.collectGarbage");
  const parts = await tab.evaluate<readonly Memory[] | null>(
    "performance.measureUserAgentSpecificMemory ? performance.measureUserAgentSpecificMemory().then((m) => m.breakdown) : null",
  );
  if (parts === null) return null;
  const ours = parts.filter(
    ({ attribution }) => !attribution.some(({ url }) => url?.includes("feed.worker")),
  );
  const sum = (list: readonly Memory[]): number => list.reduce((total, { bytes }) => total + bytes, 0) / 1e6;
  return { javascript: sum(ours.filter(({ types }) => types.includes("JavaScript"))), all: sum(ours) };
}

export async function runGrid(
  browser: Chromium,
  origin: string,
  query: string,
  loads: readonly Load[],
  options: { readonly ms: number; readonly heap: boolean },
): Promise<{ samples: GridSample[]; heap: Heap | null }> {
  const tab = await browser.open(`${origin}/?${query}`);
  try {
    await tab.until("window.mounted && window.isShown()", 60_000);
    await wait(500);
    const samples: GridSample[] = [];
    const displayed = createDisplayedFrames(tab.session);
    for (const load of loads) samples.push(await sample(browser, tab, displayed, load, options.ms));
    return { samples, heap: options.heap ? await heapOf(tab) : null };
  } finally {
    await tab.close();
  }
}
