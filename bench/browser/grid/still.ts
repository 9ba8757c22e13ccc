/**
 * The least that can be scrolled: canvases of the grid's size with the grid's texts, painted once by hand and left alone. No
 * React, no worker, no update: what scrolling it costs is the browser's own.
 */
import { COLUMNS, LAYOUT, LOOK, ROW_HEIGHT, ROWS, startValue, textOf } from "./columns.ts";

const STRIP_ROWS = 12;
const WIDTH = LOOK === null ? 1700 : LAYOUT.edges.at(-1)!;

export function mountStill(root: HTMLElement): void {
  const scroller = document.createElement("div");
  scroller.className = "peer-scroller";
  for (let first = 0; first < ROWS; first += STRIP_ROWS) {
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = STRIP_ROWS * ROW_HEIGHT;
    canvas.style.cssText = "display:block";
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("no 2D canvas");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, WIDTH, STRIP_ROWS * ROW_HEIGHT);
    context.fillStyle = "#000";
    context.textAlign = "right";
    for (let row = 0; row < STRIP_ROWS; row++) {
      COLUMNS.forEach((_, column) => {
        const text = textOf(first + row, column, startValue(first + row, column));
        context.fillText(text, ((column + 1) * WIDTH) / COLUMNS.length - 10, row * ROW_HEIGHT + 16);
      });
    }
    scroller.append(canvas);
  }
  root.append(scroller);
}
