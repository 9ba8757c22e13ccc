/**
 * The text mirror's rows, written by hand: at a thousand changed figures a second React's comparing costs more than all else
 * on the main thread. A row keeps its element while it is on screen, so that what a reader selected in it stays selected.
 */
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { MirrorRow } from "#workers/painter/api.ts";
import css from "./ChainGrid.module.css";
import { markWords } from "./marks/mark-words.ts";
import { standAt } from "./pinned-strike.ts";
import { FOCUSED_CELL } from "./use-grid-focus.ts";

/**
 * Longest stretch of writing in a frame, which lays out for as long again what was written: text of a whole screen at once
 * would make a slow laptop stumble in its scrolling.
 */
const SLICE_MS = 2;

/** A row's element; cells and texts are asked of it, for holding thousands of nodes costs more than finding them now and then. */
type Line = HTMLElement;

const cellOf = (line: Line, column: number): HTMLElement | null =>
  line.children.item(column) as HTMLElement | null;

export interface MirrorRows {
  /** Where columns and rows lie; what was shown before is gone. */
  place(layout: ChainViewLayout, rowHeight: number): void;
  /** Rows in ascending order; others leave. */
  show(rows: readonly MirrorRow[]): void;
  /** Row and column of the focused cell, -1 none. */
  focus(row: number, column: number): void;
  /** Writes nothing more: rows of another layout take the place. */
  stop(): void;
}

export function createMirrorRows(host: HTMLElement): MirrorRows {
  let lines = new Map<number, Line>();
  let layout: ChainViewLayout | null = null;
  let rowHeight = 0;
  let focused: HTMLElement | null = null;
  let focus = { row: -1, column: -1 };
  let rest = 0;
  /** The row that was to be written next when others came: those go on there, or on a slow machine the last rows would never have a turn. */
  let due = -1;

  function makeLine(current: ChainViewLayout): Line {
    const element = document.createElement("div");
    element.className = css.mirrorRow ?? "";
    element.setAttribute("role", "row");
    element.style.height = `${rowHeight}px`;
    current.columns.forEach((column, i) => {
      const cell = document.createElement("span");
      cell.className = css.mirrorCell ?? "";
      cell.setAttribute("role", column.id === "strike" ? "rowheader" : "gridcell");
      cell.setAttribute("aria-colindex", String(i + 1));
      standAt(cell, current, i);
      cell.style.lineHeight = `${rowHeight}px`;
      cell.append(document.createTextNode(""));
      element.append(cell);
    });
    return element;
  }

  function markFocus(): void {
    const line = lines.get(focus.row);
    const next = line === undefined ? null : cellOf(line, focus.column);
    if (next === focused) return;
    focused?.removeAttribute("id");
    focused?.removeAttribute("aria-selected");
    focused = next;
    if (next === null) return;
    next.id = FOCUSED_CELL;
    next.setAttribute("aria-selected", "true");
  }

  /** Writes so many rows from the i-th on, after the last the first, for a moment; the others in the frames that follow. */
  function fill(
    current: ChainViewLayout,
    rows: readonly MirrorRow[],
    from: number,
    count: number,
    spare: Line[],
  ): void {
    const until = performance.now() + SLICE_MS;
    let i = from;
    let left = count;
    do {
      const row = rows[i];
      if (row !== undefined) write(current, row, i, spare);
      i = i + 1 < rows.length ? i + 1 : 0;
      left--;
    } while (left > 0 && performance.now() < until);
    due = left > 0 ? rows[i]!.row : -1;
    markFocus();
    if (left > 0) rest = requestAnimationFrame(() => fill(current, rows, i, left, spare));
  }

  /** Rows that have no line yet come first: what is written before them stands in its place already. */
  function firstOf(rows: readonly MirrorRow[]): number {
    const missing = rows.findIndex(({ row }) => !lines.has(row));
    return Math.max(0, missing >= 0 ? missing : rows.findIndex(({ row }) => row >= due));
  }

  function write(
    current: ChainViewLayout,
    { row, cells, marks }: MirrorRow,
    place: number,
    spare: Line[],
  ): void {
    let line = lines.get(row);
    if (line === undefined) {
      line = spare.pop() ?? makeLine(current);
      lines.set(row, line);
      line.setAttribute("aria-rowindex", String(row + 2));
      line.style.top = `${row * rowHeight}px`;
    }
    let cell = line.firstElementChild as HTMLElement | null;
    for (let column = 0; cell !== null; column++, cell = cell.nextElementSibling as HTMLElement | null) {
      const node = cell.firstChild as Text;
      const text = cells[column] ?? "";
      if (node.data !== text) node.data = text;
      const words = markWords(marks[column] ?? 0);
      if (cell.title !== words) cell.title = words;
    }
    const there = host.children[place] ?? null;
    if (there !== line) host.insertBefore(line, there);
  }

  return {
    place(next, height) {
      layout = next;
      rowHeight = height;
      cancelAnimationFrame(rest);
      lines = new Map();
      focused = null;
      due = -1;
      host.replaceChildren();
    },
    show(rows) {
      if (layout === null) return;
      const kept = new Map<number, Line>();
      for (const { row } of rows) {
        const line = lines.get(row);
        if (line !== undefined) kept.set(row, line);
      }
      const spare = [...lines].filter(([row]) => !kept.has(row)).map(([, line]) => line);
      for (const line of spare) line.remove();
      lines = kept;
      cancelAnimationFrame(rest);
      fill(layout, rows, firstOf(rows), rows.length, spare);
    },
    focus(row, column) {
      focus = { row, column };
      markFocus();
    },
    stop: () => cancelAnimationFrame(rest),
  };
}
