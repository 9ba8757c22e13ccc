/** The product's chain page, driven and read as a test reads it. */
import type { PaintedFrame } from "#workers/painter/api.ts";
import type { Tab } from "./tab.ts";

export const IS_LIVE = `document.querySelector('[data-testid="feed-state"]')?.textContent.trim() === "Live" && document.querySelector('[data-testid="chain-grid"]') !== null`;

/** What the painter has painted since a time, newest last: from its own log, whatever the main thread did meanwhile. */
export async function paintedSince(tab: Tab, since: number): Promise<PaintedFrame[]> {
  const frames = await tab.evaluate<PaintedFrame[]>(`new Promise((resolve) => {
    addEventListener("strikewise:frames", (event) => resolve(event.detail), { once: true });
    dispatchEvent(new Event("strikewise:frame-log"));
    setTimeout(() => resolve([]), 5000);
  })`);
  return frames.filter((frame) => frame.paintedAt > since);
}
