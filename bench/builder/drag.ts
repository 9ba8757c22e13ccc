/** A hand that drags what a payoff can be dragged by: the same moves on every page. */
import type { Tab } from "../browser/tab.ts";

/** What is dragged: the target price, a leg's strike, the target date, all implied volatilities. */
export const DRAGGED = ["target", "strike", "date", "iv"] as const;
export type Dragged = (typeof DRAGGED)[number];

/** 60 moves a second, and one more in each minute of frames, so that they come at every phase of the screen's clock. */
const PERIOD_MS = 1000 / 60 + 1000 / 3600;
/** There and back again. */
const LAP_MS = 2000;
/** CSS pixels to either side. */
const REACH = 200;

/** The handle of the target price, on our page and on the peer's: the first slider of its chart. */
export const TARGET = '[data-testid="payoff-chart"] [role="slider"]:not([hidden]), .box > [role="slider"]';
/** Those of the legs' strikes, ascending. */
export const STRIKES =
  '[data-testid="payoff-chart"] [role="group"] > [role="slider"], .strikes > [role="slider"]';
export const DATE = '[data-testid="date-slider"] input';
export const IV = '[data-testid="iv-slider"] input';

/** The third strike of an iron condor is the sold call's. */
const HANDLES: Readonly<Record<Dragged, string>> = {
  target: `document.querySelector('${TARGET}')`,
  strike: `document.querySelectorAll('${STRIKES}')[2]`,
  date: `document.querySelector('${DATE}')`,
  iv: `document.querySelector('${IV}')`,
};

interface Place {
  readonly x: number;
  readonly y: number;
  /** CSS pixels that it may be moved to either side */
  readonly room: number;
}

/** Of a slider its thumb, or the middle where that stands at an end. */
const placeOf = (tab: Tab, dragged: Dragged): Promise<Place> =>
  tab.evaluate<Place>(`(() => {
    const handle = ${HANDLES[dragged]};
    handle.scrollIntoView({ block: "center" });
    const { left, right, top, width, height } = handle.getBoundingClientRect();
    const y = top + height / 2;
    if (handle.matches("input")) {
      const thumb = 8;
      const share = (handle.value - handle.min) / (handle.max - handle.min);
      const x = left + thumb + (width - 2 * thumb) * (share > 0.25 && share < 0.75 ? share : 0.5);
      return { x, y, room: Math.min(${REACH}, x - left - thumb, right - thumb - x) };
    }
    const canvas = document.querySelector('[data-testid="payoff-chart"] canvas, .peer-chart canvas').getBoundingClientRect();
    const x = left + width / 2;
    return { x, y, room: Math.min(${REACH}, x - canvas.left - 80, canvas.right - 40 - x) };
  })()`);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function letGoUndone(tab: Tab): Promise<void> {
  const event = { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 };
  await tab.session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
  await tab.session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}

/** Holds the handle and moves it to and fro until `during` is over; then Escape puts everything where it was. */
export async function dragWhile<T>(tab: Tab, dragged: Dragged, during: () => Promise<T>): Promise<T> {
  const { x, y, room } = await placeOf(tab, dragged);
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
    await letGoUndone(tab);
    await mouse("mouseReleased", x);
  }
}
