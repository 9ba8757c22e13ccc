/** Marks and bars of the plain renderer's cells. */
import { FLAG_ODD_STRIKE } from "#domain/chain/flags.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { type LiquidityMark, markOf } from "#domain/format/liquidity-marks.ts";
import { type BarShape, barOf } from "#protocol/frames/bar-scale.ts";
import { MARK_MAX_PAIN, MARK_OUTSIDE } from "#protocol/frames/cell-marks.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import css from "./DomRows.module.css";
import { markPath } from "./marks/mark-shape.ts";
import { markWords } from "./marks/mark-words.ts";

const SVG = "http://www.w3.org/2000/svg";

function drawn(mark: LiquidityMark): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", css.mark ?? "");
  svg.setAttribute("viewBox", "0 0 8 8");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.mark = mark.name;
  svg.dataset.about = mark.about;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", markPath(mark));
  if (mark.strokes.length === 0) path.setAttribute("class", css.dot ?? "");
  svg.append(path);
  return svg;
}

/**
 * Shows the marks of a cell, and says them to who points at it or hears it.
 * @param before what the marks stand before: the figure
 * @param marks as `cellMarks` has them
 */
export function showMarks(element: HTMLElement, before: Node, { id }: ChainColumn, marks: number): void {
  element.title = markWords(marks);
  if (id === "strike") {
    element.dataset.odd = String((marks & FLAG_ODD_STRIKE) !== 0);
    element.dataset.pain = String((marks & MARK_MAX_PAIN) !== 0);
  }
  if (id !== "ltp") return;
  element.dataset.outside = String((marks & MARK_OUTSIDE) !== 0);
  for (const old of element.querySelectorAll("[data-mark]")) old.remove();
  const shown = [markOf(marks, "quotes"), markOf(marks, "trades")].filter((mark) => mark !== null);
  if (shown.length === 0) return;
  const host = document.createElement("span");
  host.className = css.marks ?? "";
  host.dataset.mark = "";
  host.append(...shown.map(drawn));
  element.insertBefore(host, before);
}

/** A figure's own end of its cell: padding, and air. */
const BESIDE_PX = 14;
/** A shorter bar lies under its figure, along the row's lower edge, as all of a phone's do. */
const SHORTEST_BAR_PX = 24;

const shape: BarShape = { filled: 0, grown: 0, gone: 0 };

export function buildBar(cell: HTMLElement, { side }: ChainColumn): HTMLElement {
  const bar = document.createElement("i");
  bar.className = css.bar ?? "";
  bar.dataset.side = side;
  bar.hidden = true;
  cell.append(bar);
  return bar;
}

/** @param largest figure, of a bar of full length @param figure CSS pixels that the widest takes */
export function sizeBar(
  bar: HTMLElement,
  grid: GridState,
  row: number,
  index: number,
  { columns, edges, compact }: ChainViewLayout,
  largest: number,
  figure: number,
): void {
  const column = columns[index]!;
  const isShown = barOf(grid, row, column, largest, shape);
  if (bar.hidden === isShown) bar.hidden = !isShown;
  if (!isShown) return;
  const width = edges[index + 1]! - edges[index]!;
  const free = width - 4 - figure - BESIDE_PX;
  const isBeside = !compact && free >= SHORTEST_BAR_PX;
  const room = isBeside ? free : width - 4;
  const filled = Math.round(shape.filled * room);
  const gone = isBeside ? Math.round(shape.gone * room) : 0;
  const grown = isBeside ? Math.round(shape.grown * room) : 0;
  // From the strike's side of its room: calls grow to the left, puts to the right.
  const from = column.side === "call" ? 2 + room - filled - gone : isBeside ? 2 : width - 2 - room;
  const look = `left:${from}px;width:${filled + gone}px;--gone:${gone}px;--grown:${grown}px`;
  if (bar.dataset.look === look) return;
  bar.dataset.look = look;
  bar.dataset.foot = String(!isBeside);
  bar.style.cssText = look;
}
