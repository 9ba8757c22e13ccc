import type { Tab } from "./tab.ts";

/** CSS pixels. */
export interface Wheel {
  readonly x: number;
  readonly y: number;
  /** There and back again. */
  readonly distance: number;
}

/** A reader's wheel over the grid, down and up again, until told to stop. */
export function scroll(tab: Tab, { x, y, distance }: Wheel): { stop(): Promise<void> } {
  let on = true;
  const done = (async () => {
    for (let down = true; on; down = !down) {
      await tab.session.send("Input.synthesizeScrollGesture", {
        x,
        y,
        yDistance: down ? -distance : distance,
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
