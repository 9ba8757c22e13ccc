/** A hand that holds something and moves it to and fro by real pointer events: the same moves on every page. */
import type { Tab } from "./tab.ts";

/** 60 moves a second, and one more in each minute of frames, so that they come at every phase of the screen's clock. */
const PERIOD_MS = 1000 / 60 + 1000 / 3600;
/** There and back again. */
const LAP_MS = 2000;

/** CSS pixels of the window. */
export interface Held {
  readonly x: number;
  readonly y: number;
  /** Where it is at a turn of its lap, in radians; 0 is where it was taken. */
  along(turn: number): number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Holds it until `during` is over. @param letGo what is done before it is let go where it was taken */
export async function holdWhile<T>(
  tab: Tab,
  { x, y, along }: Held,
  during: () => Promise<T>,
  letGo: (tab: Tab) => Promise<void> = async () => {},
): Promise<T> {
  const mouse = (type: string, at: number) =>
    tab.session.send("Input.dispatchMouseEvent", {
      type,
      x: at,
      y,
      button: "left",
      buttons: type === "mouseReleased" ? 0 : 1,
      clickCount: type === "mouseMoved" ? 0 : 1,
      pointerType: "mouse",
    });
  await mouse("mouseMoved", x);
  await mouse("mousePressed", x);
  let isOn = true;
  const startedAt = performance.now();
  const hand = (async () => {
    for (let n = 1; isOn; n += 1) {
      await wait(Math.max(0, startedAt + n * PERIOD_MS - performance.now()));
      const turn = ((performance.now() - startedAt) / LAP_MS) * 2 * Math.PI;
      // Not awaited: a page that is late does not slow the hand.
      void mouse("mouseMoved", along(turn)).catch(() => {});
    }
  })();
  try {
    return await during();
  } finally {
    isOn = false;
    await hand;
    await mouse("mouseMoved", x);
    await letGo(tab);
    await mouse("mouseReleased", x);
  }
}
