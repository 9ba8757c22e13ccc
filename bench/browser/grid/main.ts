/** The page of the grid bench: `?impl=` says what is mounted; the bench sets the rate and reads the meter. */
import { feed } from "./feed.ts";

interface Reading {
  /** Animation frames of the page. */
  readonly frames: number;
  readonly ms: number;
  /** Longest time between two of them, ms. */
  readonly longestGap: number;
  /** Durations of long tasks, ms. */
  readonly longTasks: readonly number[];
}

declare global {
  interface Window {
    /** Frames are counted only when asked for: a loop of animation frames costs a page as much as a quiet grid does. */
    meter: { start(counts: { readonly frames: boolean }): void; read(): Reading };
    setRate(perSecond: number): void;
    mounted: boolean;
    /** Whether a screenful of rows is there: nothing is measured of a grid that shows nothing. */
    isShown(): boolean;
  }
}

const impl = new URLSearchParams(location.search).get("impl") ?? "empty";
/** Changes a second: ten conflated, or every tick. */
const asked = (name: string): number => Number(new URLSearchParams(location.search).get(name));
const root = document.getElementById("root");
if (root === null) throw new Error("no #root");

let frames = 0;
let since = performance.now();
let lastFrame = since;
let longestGap = 0;
let longTasks: number[] = [];
let isCounting = false;
const count = (now: number): void => {
  if (!isCounting) return;
  frames += 1;
  longestGap = Math.max(longestGap, now - lastFrame);
  lastFrame = now;
  requestAnimationFrame(count);
};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.startTime >= since) longTasks.push(entry.duration);
}).observe({ entryTypes: ["longtask"] });

window.meter = {
  start(counts) {
    if (counts.frames && !isCounting) requestAnimationFrame(count);
    isCounting = counts.frames;
    frames = 0;
    longestGap = 0;
    longTasks = [];
    lastFrame = since = performance.now();
  },
  read: () => ({ frames, ms: performance.now() - since, longestGap, longTasks }),
};

window.isShown = () =>
  impl === "empty" ||
  (impl === "still" && document.querySelector("canvas") !== null) ||
  ((document.querySelector('[data-testid="chain-grid"]')?.getAttribute("data-state") ?? "live") === "live" &&
    document.querySelectorAll('.peer-row, [role="row"][aria-rowindex]').length >= 50);

const isOurs = impl.startsWith("ours-");
const isPeer = !isOurs && impl !== "empty" && impl !== "still";
window.setRate = (perSecond) =>
  feed.postMessage({ type: "rate", perSecond, pageRate: isPeer ? asked("rate") : 0 });

if (isOurs) {
  const { mountOurs } = await import("./ours.tsx");
  const renderer = ({ "ours-worker": "auto", "ours-canvas": "canvas", "ours-dom": "dom" } as const)[impl];
  mountOurs(root, renderer ?? "auto");
} else if (impl === "still") {
  const { mountStill } = await import("./still.ts");
  mountStill(root);
} else if (impl !== "empty") {
  const peers = await import("./peers.tsx");
  if (impl === "ag-grid") peers.mountAgGrid(root);
  else if (impl === "react") peers.mountReact(root);
  else if (impl === "text") peers.mountText(root);
}
window.mounted = true;
