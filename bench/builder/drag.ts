/** A hand that drags what a payoff can be dragged by: the same moves on every page. */
import { holdWhile } from "../browser/hand.ts";
import { key } from "../browser/keys.ts";
import type { Tab } from "../browser/tab.ts";

/** What is dragged: the target price, a leg's strike, the target date, all implied volatilities. */
export const DRAGGED = ["target", "strike", "date", "iv"] as const;
export type Dragged = (typeof DRAGGED)[number];

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

/** Holds the handle and moves it to and fro until `during` is over; then Escape puts everything where it was. */
export async function dragWhile<T>(tab: Tab, dragged: Dragged, during: () => Promise<T>): Promise<T> {
  const { x, y, room } = await placeOf(tab, dragged);
  const along = (turn: number): number => x + room * Math.sin(turn);
  return holdWhile(tab, { x, y, along }, during, (held) => key(held, "Escape", 27));
}
