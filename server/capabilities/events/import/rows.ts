import type { Sheet } from "#analysis/market-files/csv.ts";
import type { Problems } from "#analysis/market-files/problems.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { EventBatch } from "../repository.ts";

/** A file as it is to be kept. */
export interface EventFile {
  readonly batch: EventBatch;
  /** one line: what was in it */
  readonly says: string;
}

/** @returns null after adding its faults */
export type EventReader = (file: string, text: string, problems: Problems) => EventFile | null;

const CORRECT = "correct the row or download the file again";
const SYMBOL = /^[A-Z0-9][A-Z0-9&._-]{0,23}$/;

export const isSymbol = (text: string): boolean => SYMBOL.test(text);

/** Adds a fault of one field of a row. */
export function fault<Column extends string>(
  { problems, file, lines }: Sheet<Column>,
  row: number,
  what: string,
  fix = CORRECT,
): null {
  problems.add(file, lines[row] ?? null, what, fix);
  return null;
}

/** A share's symbol, in capitals; null after adding the fault. */
export function symbolOf<Column extends string>(
  sheet: Sheet<Column>,
  row: number,
  column: Column,
): string | null {
  const text = sheet.cells[column][row] ?? "";
  const symbol = text.toUpperCase();
  if (isSymbol(symbol)) return symbol;
  const is = text === "" ? "empty" : `"${text.slice(0, 40)}"`;
  return fault(sheet, row, `${column} is ${is}, not a symbol such as RELIANCE`);
}

/** Words of a cell; null after adding the fault. @param least letters; @param most letters */
export function wordsOf<Column extends string>(
  sheet: Sheet<Column>,
  row: number,
  column: Column,
  least: number,
  most: number,
): string | null {
  const text = (sheet.cells[column][row] ?? "").replace(/\s+/g, " ");
  if (text.length < least) return fault(sheet, row, `${column} is empty`);
  if (text.length <= most) return text;
  return fault(sheet, row, `${column} has ${text.length} letters, more than ${most}`, "shorten it");
}

/** From the first date to the last; null of none. */
export function spanOf(dates: readonly IsoDate[]): { readonly from: IsoDate; readonly to: IsoDate } | null {
  const [from, to] = [dates.toSorted()[0], dates.toSorted().at(-1)];
  return from === undefined || to === undefined ? null : { from, to };
}

/** "1 event", "2 events" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
