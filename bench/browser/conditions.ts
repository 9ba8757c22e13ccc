/**
 * The machines a browser bench runs on. DevTools' own throttling slows the page's main thread and spares its workers, so
 * the slow laptop is made of a core shared with busy loops, and proved by a loop timed in page, worker and SharedWorker.
 */
import type { Ratio } from "../lib/types.ts";
import { type Chromium, type ChromiumOptions, canPin, launchChromium } from "./chromium.ts";

export interface Condition {
  readonly name: string;
  readonly options: ChromiumOptions;
  readonly isSlow: boolean;
}

export const PLAIN: Condition = { name: "this machine", options: {}, isSlow: false };
export const ONE_CORE: Condition = { name: "one core", options: { oneCore: true }, isSlow: false };
export const SLOW_LAPTOP: Condition = {
  name: "slow laptop",
  options: { oneCore: true, busyLoops: 2 },
  isSlow: true,
};

/** What page, worker and SharedWorker may differ by before a slow run says nothing. */
export const AGREEMENT = 1.15;
const PLACES = ["page", "worker", "SharedWorker"] as const;

export interface Calibration {
  /** Slowed by this factor against the same loop on a free core. */
  readonly slowdown: Readonly<Record<(typeof PLACES)[number], number>>;
  /** Largest over smallest. */
  readonly spread: number;
  /** ms the loop takes on the page of the slow browser: times of this laptop are held as multiples of it */
  readonly loopMs: number;
  /** Why its priority makes the run say nothing, or null. */
  readonly priorityFault: string | null;
  readonly agrees: boolean;
}

/** A sum that no compiler can drop, some 150 ms on a laptop of today. */
const LOOP = `function loop() {
  const start = performance.now();
  let x = 1;
  for (let i = 0; i < 30000000; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; }
  return performance.now() - start + (x === 0 ? 1 : 0);
}`;

const TIMES = `(async () => {
  ${LOOP}
  const source = (handler) => URL.createObjectURL(new Blob([\`${LOOP.replaceAll("`", "")}\n\` + handler], { type: "text/javascript" }));
  const worker = new Worker(source("onmessage = () => postMessage(loop())"));
  const shared = new SharedWorker(source("onconnect = (e) => { const [port] = e.ports; port.onmessage = () => port.postMessage(loop()); }")).port;
  const ask = (port) => new Promise((resolve) => { port.onmessage = (e) => resolve(e.data); port.postMessage(0); });
  await Promise.all([ask(worker), ask(shared)]);
  const times = [[], [], []];
  for (let round = 0; round < 9; round++) {
    times[0].push(loop());
    times[1].push(await ask(worker));
    times[2].push(await ask(shared));
  }
  worker.terminate();
  return times.map((list) => list.sort((a, b) => a - b)[4]);
})()`;

async function loopTimes(browser: Chromium, origin: string): Promise<number[]> {
  const tab = await browser.open(origin);
  const times = await tab.evaluate<number[]>(TIMES);
  await tab.close();
  return times;
}

/** Times the loop on a free core and in the slow browser; `origin` is any page of ours. */
export async function calibrate(
  slow: Chromium,
  origin: string,
  free: readonly number[],
): Promise<Calibration> {
  const times = await loopTimes(slow, origin);
  const factors = times.map((time, i) => time / free[i]!);
  const spread = Math.max(...factors) / Math.min(...factors);
  const priorityFault = await slow.priorityFault();
  return {
    slowdown: { page: factors[0]!, worker: factors[1]!, SharedWorker: factors[2]! },
    spread,
    loopMs: times[0]!,
    priorityFault,
    agrees: spread <= AGREEMENT && priorityFault === null,
  };
}

export async function freeLoopTimes(origin: string): Promise<number[]> {
  const browser = await launchChromium({ oneCore: true });
  try {
    return await loopTimes(browser, origin);
  } finally {
    await browser.stop();
  }
}

export function calibrationNote({ slowdown, spread, priorityFault, agrees }: Calibration): string {
  const factors = PLACES.map((place) => `${place} ${slowdown[place].toFixed(2)}x`).join(", ");
  const apart = `${((spread - 1) * 100).toFixed(0)} %`;
  if (agrees) return `slow laptop: a fixed loop takes ${factors}; they agree within ${apart}`;
  const why = priorityFault ?? `which differ by ${apart}`;
  return `slow laptop VOID: a fixed loop takes ${factors}; ${why}`;
}

const VOID_LAPTOP =
  "the loop did not slow page, worker and SharedWorker alike, or another priority did (the notes)";

/** What a time on the slow laptop is held by, and whether it counts; nothing of another machine. */
export function onSlowLaptop(calibration: Calibration | null): Pick<Ratio, "loopMs" | "voidBecause"> {
  if (calibration === null) return {};
  return { loopMs: calibration.loopMs, ...(calibration.agrees ? {} : { voidBecause: VOID_LAPTOP }) };
}

export const NO_SLOW_LAPTOP = "the slow laptop needs taskset (util-linux) to pin the browser: not run";

export const slowLaptopPossible = canPin;
