/** One implementation of the grid in one browser: mounted, warmed up, metered at each rate. */
import type { Chromium } from "./chromium.ts";
import type { Tab } from "./tab.ts";

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
  /** animation frames of the page a second */
  readonly fps: number;
  /** long tasks a second */
  readonly longTasks: number;
  readonly longestTask: number;
}

interface Reading {
  readonly frames: number;
  readonly ms: number;
  readonly longTasks: readonly number[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A reader's wheel over the middle of the grid, down and up again, until told to stop. */
function scroll(tab: Tab): { stop(): Promise<void> } {
  let on = true;
  const done = (async () => {
    for (let down = true; on; down = !down) {
      await tab.session.send("Input.synthesizeScrollGesture", {
        x: 700,
        y: 700,
        yDistance: down ? -1300 : 1300,
        speed: 1600,
        gestureSourceType: "mouse",
      });
    }
  })();
  return {
    async stop() {
      on = false;
      await done;
    },
  };
}

async function sample(browser: Chromium, tab: Tab, load: Load, ms: number): Promise<GridSample> {
  await tab.evaluate(`setRate(${load.rate})`);
  const wheel = load.scrolling ? scroll(tab) : null;
  await wait(1000);
  const [mainBefore, cpuBefore] = [await tab.mainMs(), await browser.cpu()];
  await tab.evaluate("meter.start()");
  await wait(ms);
  const reading = await tab.evaluate<Reading>("meter.read()");
  const [mainAfter, cpuAfter] = [await tab.mainMs(), await browser.cpu()];
  await wheel?.stop();
  const seconds = reading.ms / 1000;
  return {
    main: (mainAfter - mainBefore) / seconds,
    all: (cpuAfter.all - cpuBefore.all) / seconds,
    fps: reading.frames / seconds,
    longTasks: reading.longTasks.length / seconds,
    longestTask: Math.max(0, ...reading.longTasks),
  };
}

/** MB of JavaScript and DOM of the page and its workers, garbage collected first; NaN where the browser cannot tell. */
async function heapOf(tab: Tab): Promise<number> {
  await tab.session.send("HeapProfiler.collectGarbage");
  const bytes = await tab.evaluate<number | null>(
    "performance.measureUserAgentSpecificMemory ? performance.measureUserAgentSpecificMemory().then((m) => m.bytes) : null",
  );
  return bytes === null ? Number.NaN : bytes / 1e6;
}

export async function runGrid(
  browser: Chromium,
  origin: string,
  query: string,
  loads: readonly Load[],
  options: { readonly ms: number; readonly heap: boolean },
): Promise<{ samples: GridSample[]; heap: number }> {
  const tab = await browser.open(`${origin}/?${query}`);
  try {
    await tab.until("window.mounted && window.isShown()", 60_000);
    await wait(500);
    const samples: GridSample[] = [];
    for (const load of loads) samples.push(await sample(browser, tab, load, options.ms));
    return { samples, heap: options.heap ? await heapOf(tab) : Number.NaN };
  } finally {
    await tab.close();
  }
}
