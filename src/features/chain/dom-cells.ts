/** One cell of the plain renderer: its elements, and what they say. */
import { CHAIN_FIELDS } from "#domain/chain/fields.ts";
import { companionText, isSigned, signOf, strikeText } from "#domain/format/chain-cells.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { cellMarks } from "#protocol/frames/cell-marks.ts";
import { cellTextAt } from "#protocol/frames/cell-text.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import type { GridState } from "#protocol/frames/grid-state.ts";
import { type ContractTag, tagText } from "#protocol/frames/grid-tags.ts";
import css from "./DomRows.module.css";
import { buildBar, showMarks } from "./dom-marks.ts";
import { standAt } from "./pinned-strike.ts";
import { FOCUSED_CELL } from "./use-grid-focus.ts";

const FIELDS = CHAIN_FIELDS.length;

export interface DomCell {
  readonly element: HTMLElement;
  readonly text: Text;
  readonly note: HTMLElement | null;
  readonly noteText: Text | null;
  /** What the attributes say: writing one costs a style recalculation even when it says the same. */
  itm: boolean;
  tone: string;
  noteTone: string;
  /** As `cellMarks` has them. */
  marks: number;
  /** What its tags are and say. */
  tags: string;
  readonly bar: HTMLElement | null;
}

const tone = (text: string): string => ["down", "", "up"][signOf(text) + 1] ?? "";

/** An empty cell at its place in the line. */
export function buildCell(
  line: HTMLElement,
  layout: ChainViewLayout,
  column: ChainColumn,
  index: number,
): DomCell {
  const element = document.createElement("span");
  element.className = css.cell ?? "";
  element.setAttribute("role", column.id === "strike" ? "rowheader" : "gridcell");
  element.setAttribute("aria-colindex", String(index + 1));
  element.dataset.column = column.id;
  standAt(element, layout, index);
  if (column.quote !== null) element.dataset.quote = column.quote;
  const text = document.createTextNode("");
  element.append(text);
  let note: HTMLElement | null = null;
  let noteText: Text | null = null;
  if (column.companion !== null && !layout.compact) {
    note = document.createElement("span");
    note.className = css.note ?? "";
    // The space keeps price and change apart for readers and copy.
    element.append(" ", note);
    noteText = note.appendChild(document.createTextNode(""));
  }
  const bar = column.bar ? buildBar(element, column) : null;
  line.append(element);
  return { element, text, note, noteText, itm: false, tone: "", noteTone: "", marks: 0, tags: "", bar };
}

/** Has the cell say what the grid says of its row and column. @returns whether its figure reads otherwise than before */
export function writeCell(
  cell: DomCell,
  grid: GridState,
  row: number,
  column: ChainColumn,
  layout: ChainViewLayout,
): boolean {
  const strike = grid.strikes[row]!;
  const forward = grid.head[HEAD_INDEX.forward]!;
  const text = column.field === null ? strikeText(strike, layout) : cellTextAt(grid, row, column, layout);
  const isOther = cell.text.data !== text;
  if (isOther) {
    cell.text.data = text;
    // How wide a box around it is.
    if (column.id === "ltp") cell.element.style.setProperty("--letters", String(text.length));
  }
  const itm = column.side === "call" ? strike < forward : column.side === "put" ? strike > forward : false;
  const marks = cellMarks(grid, row, column);
  if (cell.marks !== marks) showMarks(cell.element, cell.text, column, (cell.marks = marks));
  if (cell.itm !== itm) cell.element.dataset.itm = String((cell.itm = itm));
  if (isSigned(column.format)) {
    const next = tone(text);
    if (cell.tone !== next) cell.element.dataset.tone = cell.tone = next;
  }
  if (cell.note === null || cell.noteText === null || column.companion === null) return isOther;
  const note = companionText(grid.values[row * FIELDS + CHAIN_FIELD_INDEX[column.companion]] ?? Number.NaN);
  if (cell.noteText.data !== note) cell.noteText.data = note;
  const next = tone(note);
  if (cell.noteTone !== next) cell.note.dataset.tone = cell.noteTone = next;
  return isOther;
}

/** Shows what is planned and held of the contract, before its price. @returns whether that is another than before */
export function writeTags(cell: DomCell, tags: readonly ContractTag[]): boolean {
  if (tags.length === 0 && cell.tags === "") return false;
  const wanted = tags.map(
    (tag) => `${tagText(tag)} ${tag.kind} ${tag.side}${tag.isOld === true ? " old" : ""} ${tag.spoken}`,
  );
  const all = wanted.join();
  if (cell.tags === all) return false;
  cell.tags = all;
  const { element } = cell;
  for (const old of element.querySelectorAll("[data-tag]")) old.remove();
  element.prepend(
    ...tags.map((tag, i) => {
      const mark = document.createElement("span");
      mark.className = css.tag ?? "";
      mark.dataset.tag = wanted[i]!;
      mark.dataset.kind = tag.kind;
      mark.dataset.side = tag.side;
      if (tag.isOld === true) mark.dataset.old = "";
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", tag.spoken);
      mark.textContent = tagText(tag);
      return mark;
    }),
  );
  return true;
}

/** The focused cell carries the id that the grid names as its active one. */
export function markFocused({ element }: DomCell, isFocused: boolean): void {
  if (isFocused === (element.id === FOCUSED_CELL)) return;
  if (isFocused) {
    element.id = FOCUSED_CELL;
    element.setAttribute("aria-selected", "true");
  } else {
    element.removeAttribute("id");
    element.removeAttribute("aria-selected");
  }
}
