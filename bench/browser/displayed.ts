/**
 * Frames that reached the display, which is what a reader sees: a page's own animation frames come from its main thread, and
 * neither scrolling nor a canvas painted by a worker waits for that.
 */
import type { Session } from "./cdp.ts";
import type { Tab } from "./tab.ts";

const CATEGORY = "disabled-by-default-display.framedisplayed";

export interface DisplayedFrames {
  start(): Promise<void>;
  /** Frames displayed since the start. */
  stop(): Promise<number>;
}

export function createDisplayedFrames(session: Session): DisplayedFrames {
  let frames = 0;
  let complete: (() => void) | null = null;
  session.on("Tracing.dataCollected", ({ value }: { value: readonly { readonly name: string }[] }) => {
    for (const { name } of value) if (name === "Display::FrameDisplayed") frames += 1;
  });
  session.on("Tracing.tracingComplete", () => complete?.());
  return {
    async start() {
      frames = 0;
      await session.send("Tracing.start", {
        transferMode: "ReportEvents",
        traceConfig: { includedCategories: [CATEGORY], excludedCategories: ["*"] },
      });
    },
    async stop() {
      const done = new Promise<void>((resolve) => (complete = resolve));
      await session.send("Tracing.end");
      await done;
      return frames;
    },
  };
}

/**
 * A mark of two pixels that the page moves in each of its animation frames: every frame that its main thread is in time for then has
 * something to display, whether or not a move of the hand changed anything.
 */
const MARK = `(() => {
  const mark = document.createElement("div");
  mark.style.cssText = "position:fixed;left:0;top:0;width:2px;height:2px;background:#888;will-change:transform";
  document.body.append(mark);
  let n = 0;
  let frame = requestAnimationFrame(function move() {
    mark.style.transform = "translateX(" + (n++ % 2) + "px)";
    frame = requestAnimationFrame(move);
  });
  globalThis.unmark = () => {
    cancelAnimationFrame(frame);
    mark.remove();
  };
})()`;

/** @returns frames a second that reached the display, of a page that has something to show in each */
export async function displayedRate(tab: Tab, displayed: DisplayedFrames, ms: number): Promise<number> {
  await tab.evaluate(MARK);
  await displayed.start();
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const seconds = (performance.now() - from) / 1000;
  const rate = (await displayed.stop()) / seconds;
  await tab.evaluate("unmark()");
  return rate;
}
