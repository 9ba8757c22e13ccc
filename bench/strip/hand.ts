/** A hand on the chain: it goes to a row, finds B and S there, and presses. The same on the product and on the peer. */
import type { Tab } from "../browser/tab.ts";

export type Button = "BUY-CE" | "SELL-CE" | "BUY-PE" | "SELL-PE";

interface Place {
  readonly x: number;
  readonly y: number;
}

/** As long as a hand takes from a row to a button on it. */
const REACH_MS = 300;
const MOVE_MS = 20;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const find = (button: Button): string => `document.querySelector('[data-testid="${button}"]')`;

export const mouse = (tab: Tab, type: string, { x, y }: Place): Promise<void> =>
  tab.session.send("Input.dispatchMouseEvent", {
    type,
    x,
    y,
    button: type === "mouseMoved" ? "none" : "left",
    buttons: type === "mousePressed" ? 1 : 0,
    clickCount: type === "mouseMoved" ? 0 : 1,
    pointerType: "mouse",
  });

/** The middle of the grid, so many pixels below. */
export const placeInGrid = (tab: Tab, below: number): Promise<Place> =>
  tab.evaluate<Place>(`(() => {
    const { left, top, width, height } = document.querySelector('[data-testid="chain-grid"]').getBoundingClientRect();
    return { x: left + width / 2, y: top + Math.min(height, innerHeight - top) / 2 + ${below} };
  })()`);

/** Puts the pointer on a button of a row and holds it there. */
export async function reach(tab: Tab, button: Button, below: number): Promise<Place> {
  const row = await placeInGrid(tab, below);
  await mouse(tab, "mouseMoved", { x: row.x - 5, y: row.y });
  await mouse(tab, "mouseMoved", row);
  await tab.until(`${find(button)} !== null`);
  await wait(REACH_MS);
  const place = await tab.evaluate<Place>(`(() => {
    const { left, top, width, height } = ${find(button)}.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  })()`);
  await mouse(tab, "mouseMoved", place);
  await wait(MOVE_MS);
  return place;
}

export async function tap(tab: Tab, button: Button, below: number): Promise<void> {
  const place = await reach(tab, button, below);
  await mouse(tab, "mousePressed", place);
  await mouse(tab, "mouseReleased", place);
}
