/** A hand that drags a target price: the same moves on every page. */
import type { Tab } from "../browser/tab.ts";

/** 60 moves a second, and one more in each minute of frames, so that they come at every phase of the screen's clock. */
const PERIOD_MS = 1000 / 60 + 1000 / 3600;
/** There and back again. */
const LAP_MS = 2000;

/** The handle of the target price, on our page and on the peer's: the first slider of its chart. */
export const HANDLE = '[data-testid="payoff-chart"] [role="slider"]:not([hidden]), .box > [role="slider"]';

interface Place {
  readonly x: number;
  readonly y: number;
  /** CSS pixels that it may be moved to either side */
  readonly room: number;
}

const placeOf = (tab: Tab): Promise<Place> =>
  tab.evaluate<Place>(`(() => {
    const handle = document.querySelector('${HANDLE}');
    handle.scrollIntoView({ block: "center" });
    const { left, top, width, height } = handle.getBoundingClientRect();
    const canvas = document.querySelector('[data-testid="payoff-chart"] canvas, .peer-chart canvas').getBoundingClientRect();
    const x = left + width / 2;
    return { x, y: top + height / 2, room: Math.min(200, x - canvas.left - 80, canvas.right - 40 - x) };
  })()`);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Holds the handle and moves it to and fro until `during` is over, then lets it go where it was. */
export async function dragWhile<T>(tab: Tab, during: () => Promise<T>): Promise<T> {
  const { x, y, room } = await placeOf(tab);
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
      const lap = ((performance.now() - startedAt) / LAP_MS) * 2 * Math.PI;
      // Not awaited: a page that is late does not slow the hand.
      void mouse("mouseMoved", x + room * Math.sin(lap)).catch(() => {});
    }
  })();
  try {
    return await during();
  } finally {
    isOn = false;
    await hand;
    await mouse("mouseMoved", x);
    await mouse("mouseReleased", x);
  }
}
