/** A chain as rows of plain numbers under their names: what copy and the CSV file give. */
import type { GridTable, TableColumn } from "#protocol/frames/grid-table.ts";
import { TEXTS as OWN } from "../own-columns/texts.ts";
import { TEXTS } from "./texts.ts";

/** What the page writes over each column. */
export type Headings = Readonly<
  Record<Exclude<TableColumn["id"], keyof typeof OWN.columns>, { readonly heading: string }>
>;

/** Rows and places of columns, both ends included. */
export interface TablePart {
  readonly rows: readonly number[];
  readonly isIn: (row: number, at: number) => boolean;
}

const PRICES: readonly TableColumn["id"][] = ["ltp", "bid", "ask", "breakeven", "straddle"];
/** More digits than these a double of the feed does not mean. */
const DIGITS = 10;

/** A number as a spreadsheet takes it: no grouping, a point, an ASCII minus; nothing where it is not known. */
function plain(value: number, { id }: TableColumn): string {
  // A price of 0 never was one.
  if (Number.isNaN(value) || (PRICES.includes(id) && !(value > 0))) return "";
  return String(Number(value.toPrecision(DIGITS)));
}

function headingOf({ id, side }: TableColumn, headings: Headings): string {
  const { heading } = { ...headings, ...OWN.columns }[id];
  return side === "centre" ? heading : TEXTS.sides[side](heading);
}

/** The whole table, or of a part the columns that it touches; the heads come first where there is more than one figure. */
export function tableRows({ columns }: GridTable, headings: Headings, part?: TablePart): string[][] {
  const rows = part?.rows ?? [...(columns[0]?.values.keys() ?? [])];
  const taken = columns.filter(({ at }) => part === undefined || rows.some((row) => part.isIn(row, at)));
  const lines = rows.map((row) =>
    taken.map((column) =>
      part === undefined || part.isIn(row, column.at) ? plain(column.values[row] ?? Number.NaN, column) : "",
    ),
  );
  return lines.length * taken.length > 1
    ? [taken.map((column) => headingOf(column, headings)), ...lines]
    : lines;
}

/** For spreadsheets, by the clipboard. */
export const asTabs = (rows: readonly string[][]): string => rows.map((row) => row.join("\t")).join("\n");

/** A field of a file: quoted where a comma would end it. */
const quoted = (text: string): string => (text.includes(",") ? `"${text}"` : text);

/** For a file (RFC 4180: lines end with both). No name and no number here has quotes of its own. */
export const asCsv = (rows: readonly string[][]): string =>
  rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
