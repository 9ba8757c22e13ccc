/** The product's chain page, driven and read as a test reads it. */
import type { PaintedFrame } from "#workers/painter/api.ts";
import type { Tab } from "./tab.ts";

export const IS_LIVE = `document.querySelector('[data-testid="feed-state"]')?.textContent.trim() === "Live" && document.querySelector('[data-testid="chain-grid"]') !== null`;

/**
 * Notes on `window.milestones` when the page is live and when its painter first painted figures, in ms since navigation; and of when
 * by the server's clock those figures were, epoch ms. A load that begins with the last picture of its page has `pictured` too: the
 * second frame after it came into the document, when the first is on its way to the screen.
 */
export const WATCH_MILESTONES = `(() => {
  const seen = (globalThis.milestones = { live: 0, painted: 0, paintedOf: 0, pictured: 0 });
  const early = new MutationObserver(() => {
    if (document.querySelector("[data-last-picture]") === null) return;
    early.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { seen.pictured = performance.now(); }));
  });
  early.observe(document, { childList: true, subtree: true });
  addEventListener("strikewise:frames", ({ detail }) => {
    const first = detail.find((frame) => frame.cells > 0);
    if (!first || seen.painted) return;
    seen.painted = first.paintedAt - performance.timeOrigin;
    seen.paintedOf = first.serverTime;
  });
  const look = () => {
    if (!seen.live && (${IS_LIVE})) seen.live = performance.now();
    if (!seen.painted) dispatchEvent(new Event("strikewise:frame-log"));
    if (!seen.live || !seen.painted) setTimeout(look, 20);
    else early.disconnect();
  };
  look();
})()`;

/** ms from a choice in the page until its painter has painted a frame of another chain. */
export function switchTime(tab: Tab, choose: string): Promise<number> {
  return tab.evaluate<number>(`(async () => {
    const log = () => new Promise((resolve) => {
      addEventListener("strikewise:frames", (event) => resolve(event.detail), { once: true });
      dispatchEvent(new Event("strikewise:frame-log"));
      // A grid between two chains may hear nothing.
      setTimeout(() => resolve([]), 500);
    });
    const chain = (frame) => frame.underlying + ":" + frame.expiry;
    const before = chain((await log()).at(-1));
    const from = performance.timeOrigin + performance.now();
    ${choose};
    for (;;) {
      const found = (await log()).find((frame) => frame.paintedAt > from && frame.cells > 0 && chain(frame) !== before);
      if (found !== undefined) return found.paintedAt - from;
      if (performance.timeOrigin + performance.now() - from > 20000) throw new Error("the choice was not painted");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })()`);
}

/**
 * ms from a press on one of the columns in the open settings until the painter has painted a chain of other columns: whole frames come
 * with those alone, and the frames between them have far fewer cells.
 */
export function columnTime(tab: Tab, label: string): Promise<number> {
  return tab.evaluate<number>(`(async () => {
    const log = () => new Promise((resolve) => {
      addEventListener("strikewise:frames", (event) => resolve(event.detail), { once: true });
      dispatchEvent(new Event("strikewise:frame-log"));
    });
    const columns = () => document.querySelectorAll('[role="columnheader"][data-column]').length;
    const [rows, before] = [Number(document.querySelector('[role="grid"][aria-rowcount]').ariaRowCount) - 1, columns()];
    const box = [...document.querySelectorAll('[data-testid="chain-settings-panel"] label')]
      .find((each) => each.textContent.trim() === ${JSON.stringify(label)})
      .querySelector("input");
    await log();
    const from = performance.timeOrigin + performance.now();
    box.click();
    for (;;) {
      const whole = (await log()).find(({ paintedAt, cells }) => paintedAt > from && cells >= rows * (before - 2));
      if (whole !== undefined && columns() !== before) return whole.paintedAt - from;
      if (performance.timeOrigin + performance.now() - from > 20000) throw new Error("the column was not painted");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })()`);
}

/** What the painter has painted since a time, newest last: from its own log, whatever the main thread did meanwhile. */
export async function paintedSince(tab: Tab, since: number): Promise<PaintedFrame[]> {
  const frames = await tab.evaluate<PaintedFrame[]>(`new Promise((resolve) => {
    addEventListener("strikewise:frames", (event) => resolve(event.detail), { once: true });
    dispatchEvent(new Event("strikewise:frame-log"));
    setTimeout(() => resolve([]), 5000);
  })`);
  return frames.filter((frame) => frame.paintedAt > since);
}
