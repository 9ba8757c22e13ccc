/**
 * Frames to paint in, from a worker's `requestAnimationFrame`, one for all grids that ask for it. Chromium has been seen to forget a worker's request when the
 * canvases on screen are taken away while it is pending (150-odd chain switches in a row); a painter that waits for it then
 * stands still for good. A timer stands in for a frame that does not come, and for all after it until one does.
 */
interface FrameSource {
  requestAnimationFrame(callback: () => void): unknown;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Longer than a slow display's frame, shorter than an eye waits. */
export const LATE_MS = 100;
/** One frame of a usual display: the pace while the source is silent. */
export const STAND_IN_MS = 16;

export function createFrameRequests(source: FrameSource): (callback: () => void) => void {
  let waiting = new Set<() => void>();
  let timer: unknown = null;
  let isAsked = false;
  let isSilent = false;

  function run(): void {
    const callbacks = waiting;
    waiting = new Set();
    if (timer !== null) source.clearTimeout(timer);
    timer = null;
    for (const callback of callbacks) callback();
  }

  return (callback) => {
    waiting.add(callback);
    if (!isAsked) {
      isAsked = true;
      source.requestAnimationFrame(() => {
        isAsked = false;
        isSilent = false;
        run();
      });
    }
    timer ??= source.setTimeout(
      () => {
        timer = null;
        isSilent = true;
        run();
      },
      isSilent ? STAND_IN_MS : LATE_MS,
    );
  };
}
