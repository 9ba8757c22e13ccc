/**
 * The plain renderer behind the painter's interface: rows of text in the document, for forced colours and for readers who
 * prefer a real table. It paints a few times a second, whatever the tick rate.
 */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { companionText, isSigned, signOf, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";
import { createCredit } from "#workers/engine/tabs/credit.ts";
import type { Painter, PainterCommand, PainterEvent } from "#workers/painter/api.ts";
import css from "./DomRows.module.css";
import { FOCUSED_CELL } from "./use-grid-focus.ts";

const FIELDS = CHAIN_FIELDS.length;
const HEAD_INTERVAL_MS = 250;
/** The browser paints a screen of text cells in 15 ms, whichever of them changed: four times a second is what a laptop spares. */
const PAINT_INTERVAL_MS = 250;

const tone = (text: string): string => ["down", "", "up"][signOf(text) + 1] ?? "";

interface DomCell {
  readonly element: HTMLElement;
  readonly text: Text;
  readonly note: HTMLElement | null;
  readonly noteText: Text | null;
  /** What the attributes say: writing one costs a style recalculation even when it says the same. */
  itm: boolean;
  tone: string;
  noteTone: string;
}

export function createDomPainter(body: HTMLElement, onEvent: (event: PainterEvent) => void): Painter {
  const grid = createGridState();
  const credit = createCredit();
  const host = document.createElement("div");
  host.className = `${css.rows} dom-rows`;
  host.setAttribute("role", "rowgroup");
  body.append(host);
  let layout: ChainViewLayout | null = null;
  let rowHeight = 28;
  let port: MessagePort | null = null;
  let rows: HTMLElement[] = [];
  let cells: DomCell[][] = [];
  let rebuild = true;
  let scheduled = false;
  let headAt = 0;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let focus = { row: -1, column: -1 };

  const valueAt = (row: number, name: NonNullable<ChainColumn["field"]>): number =>
    grid.values[row * FIELDS + CHAIN_FIELD_INDEX[name]] ?? Number.NaN;

  function build(current: ChainViewLayout): void {
    rows = [];
    cells = [];
    for (let row = 0; row < grid.rows; row++) {
      const line = document.createElement("div");
      line.className = css.row ?? "";
      line.setAttribute("role", "row");
      line.setAttribute("aria-rowindex", String(row + 2));
      line.style.height = `${rowHeight}px`;
      line.style.lineHeight = `${rowHeight - 1}px`;
      cells.push(current.columns.map((column, i) => buildCell(line, current, column, i)));
      rows.push(line);
    }
    host.replaceChildren(...rows);
  }

  function buildCell(
    line: HTMLElement,
    current: ChainViewLayout,
    column: ChainColumn,
    index: number,
  ): DomCell {
    const element = document.createElement("span");
    element.className = css.cell ?? "";
    element.setAttribute("role", column.id === "strike" ? "rowheader" : "gridcell");
    element.setAttribute("aria-colindex", String(index + 1));
    element.dataset.column = column.id;
    element.style.left = `${current.edges[index]}px`;
    element.style.width = `${(current.edges[index + 1] ?? 0) - (current.edges[index] ?? 0)}px`;
    const text = document.createTextNode("");
    element.append(text);
    let note: HTMLElement | null = null;
    let noteText: Text | null = null;
    if (column.companion !== null && !current.compact) {
      note = document.createElement("span");
      note.className = css.note ?? "";
      // The space keeps price and change apart for readers and copy.
      element.append(" ", note);
      noteText = note.appendChild(document.createTextNode(""));
    }
    line.append(element);
    return { element, text, note, noteText, itm: false, tone: "", noteTone: "" };
  }

  function write(current: ChainViewLayout): void {
    const forward = grid.head[HEAD_INDEX.forward]!;
    const atm = grid.head[HEAD_INDEX.atmRow]!;
    for (let row = 0; row < rows.length; row++) {
      const isAtm = String(row === atm);
      if (rows[row]!.dataset.atm !== isAtm) rows[row]!.dataset.atm = isAtm;
      current.columns.forEach((column, i) => {
        const cell = cells[row]?.[i];
        if (cell !== undefined) writeCell(cell, row, column, current, forward);
      });
    }
  }

  function writeCell(
    cell: DomCell,
    row: number,
    column: ChainColumn,
    current: ChainViewLayout,
    forward: number,
  ): void {
    const strike = grid.strikes[row]!;
    const text = column.field === null ? strikeText(strike, current) : cellTextAt(grid, row, column, current);
    if (cell.text.data !== text) cell.text.data = text;
    const itm = column.side === "call" ? strike < forward : column.side === "put" ? strike > forward : false;
    if (cell.itm !== itm) cell.element.dataset.itm = String((cell.itm = itm));
    if (isSigned(column.format)) {
      const next = tone(text);
      if (cell.tone !== next) cell.element.dataset.tone = cell.tone = next;
    }
    if (cell.note !== null && cell.noteText !== null && column.companion !== null) {
      const note = companionText(valueAt(row, column.companion));
      if (cell.noteText.data !== note) cell.noteText.data = note;
      const next = tone(note);
      if (cell.noteTone !== next) cell.note.dataset.tone = cell.noteTone = next;
    }
    const selected = row === focus.row && column === current.columns[focus.column];
    if (selected === (cell.element.id === FOCUSED_CELL)) return;
    if (selected) {
      cell.element.id = FOCUSED_CELL;
      cell.element.setAttribute("aria-selected", "true");
    } else {
      cell.element.removeAttribute("id");
      cell.element.removeAttribute("aria-selected");
    }
  }

  function paint(): void {
    scheduled = false;
    clearTimeout(waiting);
    waiting = undefined;
    if (layout === null) return;
    paintedAt = performance.now();
    if (rebuild || rows.length !== grid.rows) build(layout);
    rebuild = false;
    write(layout);
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(paint);
  }

  function takeFrame(buffer: ArrayBuffer): void {
    const full = applyFrame(grid, buffer);
    if (full) rebuild = true;
    const now = performance.now();
    if (full || now - headAt >= HEAD_INTERVAL_MS) {
      headAt = now;
      onEvent({ type: "head", head: grid.head.slice(), strikes: full ? grid.strikes.slice() : null });
    }
    if (full) schedule();
    else waiting ??= setTimeout(schedule, Math.max(0, paintedAt + PAINT_INTERVAL_MS - now));
    credit.took();
    requestAnimationFrame(credit.give);
  }

  return {
    post(command: PainterCommand) {
      if (command.type === "attach") {
        port?.close();
        port = command.port;
        port.onmessage = (event: MessageEvent<unknown>) => {
          if (event.data instanceof ArrayBuffer) takeFrame(event.data);
        };
        credit.open(port);
      } else if (command.type === "layout") {
        layout = command.layout;
        rebuild = true;
      } else if (command.type === "geometry") {
        rowHeight = command.geometry.rowHeight;
        rebuild = true;
      } else if (command.type === "focus") {
        focus = { row: command.row, column: command.column };
      } else if (command.type === "log") {
        onEvent({ type: "log", frames: [] });
        return;
      } else return;
      schedule();
    },
    dispose() {
      clearTimeout(waiting);
      port?.close();
      host.remove();
    },
  };
}
