/**
 * Frames that reached the display, which is what a reader sees: a page's own animation frames come from its main thread, and
 * neither scrolling nor a canvas painted by a worker waits for that.
 */
import type { Session } from "./cdp.ts";

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
