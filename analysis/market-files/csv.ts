import { parse } from "csv-parse/sync";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { Problems } from "./problems.ts";

/** Cells of the wanted columns of a CSV file, trimmed, with the lines they stand on. */
export interface Sheet<Column extends string> {
  readonly file: string;
  readonly count: number;
  /** Line of each row in the file; the header is line 1. */
  readonly lines: readonly number[];
  readonly cells: Readonly<Record<Column, readonly string[]>>;
  /** Faults this sheet's rows have are added here. */
  readonly problems: Problems;
}

/** Column names of a file, without byte-order mark and blanks. */
export function headerOf(text: string): string[] {
  const end = text.indexOf("\n");
  return recordsOf(end < 0 ? text : text.slice(0, end))[0]?.cells ?? [];
}

interface Row {
  readonly cells: string[];
  readonly line: number;
}

/** Every row with the line it stands on, cells trimmed; rows of any length, stray quotes taken as they are. */
export function recordsOf(text: string): Row[] {
  const parsed = parse(text, {
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return parsed.map(({ record, info }) => ({ cells: record, line: info.lines }));
}

/**
 * Reads the columns wanted. A row with another number of cells than the header is a fault: the last one of a
 * file without a line end says that the file is cut short.
 * @param wanted present in the header: the caller has told the file's kind by them
 */
export function readSheet<Column extends string>(
  file: string,
  text: string,
  wanted: readonly Column[],
  problems: Problems,
): Sheet<Column> {
  const [head, ...rows] = recordsOf(text);
  const header = head?.cells ?? [];
  const positions = wanted.map((column) => header.indexOf(column));
  const columns = wanted.map((): string[] => []);
  const lines: number[] = [];
  const isWhole = /\n\s*$/.test(text);
  rows.forEach(({ cells, line }, i) => {
    if (cells.length !== header.length) {
      const what = `the row has ${cells.length} cells and the header ${header.length}`;
      const isCut = i === rows.length - 1 && !isWhole;
      if (isCut) problems.add(file, line, `${what}: the file is cut short`, "download it again");
      else problems.add(file, line, what, "correct the row or download the file again");
      return;
    }
    lines.push(line);
    for (let c = 0; c < positions.length; c++) columns[c]!.push(cells[positions[c]!]!);
  });
  if (lines.length === 0 && problems.count === 0) {
    problems.add(file, null, "there are no rows below the header", "download it again");
  }
  const cells = Object.fromEntries(wanted.map((column, c) => [column, columns[c]!]));
  return { file, count: lines.length, lines, cells: cells as Record<Column, string[]>, problems };
}

const CORRECT = "correct the row or download the file again";

function fault<Column extends string>(sheet: Sheet<Column>, row: number, what: string): void {
  sheet.problems.add(sheet.file, sheet.lines[row]!, what, CORRECT);
}

/**
 * A number of a row.
 * @param least smallest that makes sense; 0 lets prices through, a negative one is a fault
 * @param whole integers only
 * @returns NaN after adding the fault
 */
export function numberOf<Column extends string>(
  sheet: Sheet<Column>,
  row: number,
  column: Column,
  least = Number.NEGATIVE_INFINITY,
  whole = false,
): number {
  const text = sheet.cells[column][row]!;
  const value = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) {
    fault(sheet, row, `${column} is ${text === "" ? "empty" : `"${text.slice(0, 40)}"`}, not a number`);
    return Number.NaN;
  }
  if (whole && !Number.isInteger(value)) {
    fault(sheet, row, `${column} is ${text}, not a whole number`);
    return Number.NaN;
  }
  if (value < least) {
    fault(sheet, row, `${column} is ${text}, ${least === 0 ? "below 0" : `less than ${least}`}`);
    return Number.NaN;
  }
  return value;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** "2026-08-18" or "18-Aug-2026" as an IST date, null for anything else. */
export function parseDate(text: string): IsoDate | null {
  const named = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text);
  const month = named === null ? -1 : MONTHS.indexOf(named[2]!.toLowerCase());
  const iso =
    month < 0 ? text : `${named![3]}-${String(month + 1).padStart(2, "0")}-${named![1]!.padStart(2, "0")}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? null : iso;
}

/** The date in a cell; null after adding the fault. */
export function dateOf<Column extends string>(
  sheet: Sheet<Column>,
  row: number,
  column: Column,
): IsoDate | null {
  const text = sheet.cells[column][row]!;
  const date = parseDate(text);
  if (date === null) fault(sheet, row, `${column} is "${text.slice(0, 40)}", not a date`);
  return date;
}

/** The one date that all rows carry; null after adding the fault. */
export function dateOfAll<Column extends string>(sheet: Sheet<Column>, column: Column): IsoDate | null {
  if (sheet.count === 0) return null;
  const first = dateOf(sheet, 0, column);
  if (first === null) return null;
  const text = sheet.cells[column];
  for (let row = 1; row < sheet.count; row++) {
    if (text[row] === text[0]) continue;
    const date = dateOf(sheet, row, column);
    if (date === null) return null;
    if (date === first) continue;
    sheet.problems.add(
      sheet.file,
      sheet.lines[row]!,
      `${column} is ${date} where the first row says ${first}`,
      "give one file a day",
    );
    return null;
  }
  return first;
}
