/** What every page of a growing chart has: when its first picture was there, and points that come at a steady rate. */

declare global {
  interface Window {
    /** Points come: its first picture is there. */
    isGrowing: boolean;
    appended: number;
    /** ms that the first picture took, from the call to the end of its frame */
    first: number;
  }
}
window.isGrowing = false;
window.appended = 0;
window.first = Number.NaN;

/** Resolves when the frame that is next is over: what was drawn by now is in it. */
export function frameOver(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    // A message that is posted in a frame arrives when that is over.
    requestAnimationFrame(() => port2.postMessage(0));
  });
}

/** @param everyMs 50: twenty times a second, which a cost is counted by */
export function grow(append: () => void, everyMs = 50): void {
  window.isGrowing = true;
  setInterval(() => {
    append();
    window.appended++;
  }, everyMs);
}

/** Notes how long a picture took to the end of the frame that shows it. @param drawn when the chart has drawn it */
export async function noteFirst(startedAt: number, drawn: Promise<void> = Promise.resolve()): Promise<void> {
  await drawn;
  await frameOver();
  window.first = performance.now() - startedAt;
}
