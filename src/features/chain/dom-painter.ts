/**
 * The plain renderer behind the painter's interface: rows of text in the document, for forced colours and for readers who
 * prefer a real table. It paints a few times a second, whatever the tick rate.
 */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import { createBarScale } from "#protocol/frames/bar-scale.ts";
import { HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { applyFrame, createGridState } from "#protocol/frames/grid-state.ts";
import { gridTable } from "#protocol/frames/grid-table.ts";
import { createGridTags, tagText } from "#protocol/frames/grid-tags.ts";
import { rowPrices } from "#protocol/frames/row-prices.ts";
import { createCredit } from "#workers/engine/tabs/credit.ts";
import type { Painter, PainterCommand, PainterEvent } from "#workers/painter/api.ts";
import css from "./DomRows.module.css";
import { buildCell, type DomCell, markFocused, writeCell, writeTags } from "./dom-cells.ts";
import { sizeBar } from "./dom-marks.ts";
import { createDomRuler } from "./dom-ruler.ts";

const FIELDS = CHAIN_FIELDS.length;
const HEAD_INTERVAL_MS = 250;
/** Text cells cost the browser up to 45 ms a paint, where the table is wide: four times a second is what a laptop spares. */
const PAINT_INTERVAL_MS = 250;

export function createDomPainter(body: HTMLElement, onEvent: (event: PainterEvent) => void): Painter {
  const grid = createGridState();
  const credit = createCredit();
  const tags = createGridTags(grid);
  const bars = createBarScale(grid);
  const ruler = createDomRuler(body);
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
  /** Rows whose figures came since the last paint. */
  const changed = new Set<number>();
  /** What all rows are shown by, as the last paint had it: where it is another, each is looked at anew. "" unknown. */
  let common = "";
  let scheduled = false;
  let headAt = 0;
  let paintedAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let focus = { row: -1, column: -1 };

  function build(current: ChainViewLayout): void {
    common = "";
    ruler.needs.clear();
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
    host.dataset.sides = String(current.columns[0]?.side !== "centre");
    host.replaceChildren(...rows);
  }

  function write(current: ChainViewLayout): void {
    const { atmRow, forwardLine, maxPainRow, spotLine } = HEAD_INDEX;
    const atm = grid.head[atmRow]!;
    const [forward, spot] = [grid.head[forwardLine]!, grid.head[spotLine]!];
    bars.update();
    const figure = ruler.width(bars.text);
    const level = grid.head[HEAD_INDEX.forward]!;
    const below = grid.strikes.filter((strike) => strike < level).length;
    const above = grid.strikes.filter((strike) => strike > level).length;
    const next = [atm, forward, spot, grid.head[maxPainRow], below, above, bars.largest].join();
    const isEveryRow = next !== common;
    common = next;
    for (let row = 0; row < rows.length; row++) {
      if (!isEveryRow && !changed.has(row)) continue;
      const isAtm = String(row === atm);
      if (rows[row]!.dataset.atm !== isAtm) rows[row]!.dataset.atm = isAtm;
      const line = row === forward ? "forward" : row === spot ? "spot" : "";
      if ((rows[row]!.dataset.line ?? "") !== line) rows[row]!.dataset.line = line;
      current.columns.forEach((column, i) => {
        const cell = cells[row]?.[i];
        if (cell === undefined) return;
        if (writeCell(cell, grid, row, column, current)) ruler.measure(current, i, cell.text.data);
        if (cell.bar !== null) sizeBar(cell.bar, grid, row, i, current, bars.largest, figure);
        const held = tags.of(row, column);
        // A digit more than they say is the room around them.
        if (writeTags(cell, held))
          ruler.measure(current, i, `${held.map((tag) => `0${tagText(tag)}`).join("")}${cell.text.data}`);
        markFocused(cell, row === focus.row && i === focus.column);
      });
    }
    changed.clear();
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
    if (grid.rows > 0 && !isDrawn) onEvent({ type: "drawn" });
    isDrawn ||= grid.rows > 0;
    const widths = ruler.needs.take();
    if (widths === null) return;
    const { [HEAD_INDEX.underlying]: underlying = 0, [HEAD_INDEX.expiry]: expiry = 0 } = grid.head;
    onEvent({ type: "widths", underlying, expiry, widths });
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(paint);
  }

  function takeFrame(buffer: ArrayBuffer): void {
    const full = applyFrame(grid, buffer);
    if (full) rebuild = true;
    for (const cell of grid.changed) changed.add(Math.floor(cell / FIELDS));
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
        tags.place(layout);
        bars.place(layout);
        rebuild = true;
      } else if (command.type === "geometry") {
        rowHeight = command.geometry.rowHeight;
        rebuild = true;
      } else if (command.type === "focus") {
        focus = { row: command.row, column: command.column };
        common = "";
      } else if (command.type === "tags") {
        tags.set(command.kind, command.underlying, command.tags);
        common = "";
        command.port?.postMessage(true);
      } else if (command.type === "read") {
        command.port.postMessage(rowPrices(grid, command.row));
        return;
      } else if (command.type === "table") {
        command.port.postMessage(layout === null ? null : gridTable(grid, layout));
        return;
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
