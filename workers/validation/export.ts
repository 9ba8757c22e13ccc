import type { CheckedFigure, TableSummary } from "./api.ts";

/** A table with its figures, as it is written out. */
export interface WholeTable {
  readonly summary: TableSummary;
  readonly figures: readonly CheckedFigure[];
}

const HEAD = ["table", "case", "figure", "expected", "ours", "error", "unit", "allowed", "right"];

/** Quoted where it must be; what a spreadsheet would take for a formula is made a text. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row a figure; numbers as doubles are written, with the ASCII minus. */
export function asCsv(tables: readonly WholeTable[]): string {
  const rows = tables.flatMap(({ summary: { id, measure }, figures }) =>
    figures.map(({ of, figure, wanted, got, error, isRight }) =>
      [id, of, figure, wanted, got, error, measure.unit, measure.allowed, isRight].map(cell).join(","),
    ),
  );
  return `${[HEAD.join(","), ...rows].join("\n")}\n`;
}

/** What a JSON cannot say is said in words: infinities are text. */
const sayable = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

/** @param head what was computed, where and by what */
export function asJson(tables: readonly WholeTable[], head: Readonly<Record<string, string>>): string {
  const whole = { ...head, tables: tables.map(({ summary, figures }) => ({ ...summary, figures })) };
  return JSON.stringify(whole, sayable, 1);
}
