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

/** Acts 60 times a second until `during` is over. @param act told the turn of the lap, in radians */
async function actWhile<T>(act: (turn: number) => void, during: () => Promise<T>): Promise<T> {
  let isOn = true;
  const startedAt = performance.now();
  const hand = (async () => {
    for (let n = 1; isOn; n += 1) {
      await wait(Math.max(0, startedAt + n * PERIOD_MS - performance.now()));
      act(((performance.now() - startedAt) / LAP_MS) * 2 * Math.PI);
    }
  })();
  try {
    return await during();
  } finally {
    isOn = false;
    await hand;
  }
}

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
  try {
    // Not awaited: a page that is late does not slow the hand.
    return await actWhile((turn) => void mouse("mouseMoved", along(turn)).catch(() => {}), during);
  } finally {
    await mouse("mouseMoved", x);
    await letGo(tab);
    await mouse("mouseReleased", x);
  }
}

/** CSS pixels of the window, and those of the wheel each time. */
interface Wheeled {
  readonly x: number;
  readonly y: number;
  readonly pixels: number;
}

/** Turns the wheel to one side for half a lap and back for the other, until `during` is over. */
export function wheelWhile<T>(tab: Tab, { x, y, pixels }: Wheeled, during: () => Promise<T>): Promise<T> {
  return actWhile((turn) => {
    const deltaY = turn % (2 * Math.PI) < Math.PI ? -pixels : pixels;
    const event = { type: "mouseWheel", x, y, deltaX: 0, deltaY, pointerType: "mouse" };
    void tab.session.send("Input.dispatchMouseEvent", event).catch(() => {});
  }, during);
}
