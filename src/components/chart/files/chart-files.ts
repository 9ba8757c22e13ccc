/** What can be kept of a chart, made when it is asked for. */

import { istClock, istDate } from "#domain/calendar/ist.ts";
import { asciiMinus } from "#domain/format/number.ts";
import type { PlotFrame } from "../frame/plot-frame.ts";
import type { ChartSource } from "../types.ts";

/** A column of the figures: as a reader sees them, and as a program reads them. */
interface FileColumn {
  readonly name: string;
  text(row: number): string;
  /** "" unknown */
  value(row: number): string;
}

export interface ChartFiles {
  readonly source: ChartSource;
  readonly columns: readonly FileColumn[];
  readonly rows: number;
  /** Names in the picture: what each is drawn in. */
  readonly legend: readonly {
    readonly name: string;
    readonly colour: string;
    readonly dash: readonly number[];
  }[];
  frame(): PlotFrame | null;
}

const QUOTED = /[",\r\n]/;
const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A figure as a program reads it: no grouping, an ASCII minus; nothing of what is not known. */
export const plainNumber = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value) ? "" : asciiMinus(String(value));

/** "2026-11-24T09:15:00+05:30" */
export function isoInIndia(time: number): string {
  const seconds = String(Math.floor((time / 1000) % 60)).padStart(2, "0");
  return `${istDate(time)}T${istClock(time)}:${seconds}+05:30`;
}

/** Comma-separated values with a header (RFC 4180); each row says where its figures come from. */
export function csvOf({ columns, rows, source }: ChartFiles, sourceName: string): string {
  const lines = [[...columns.map(({ name }) => name), sourceName].map(quoted).join(",")];
  const origin = quoted(`${source.symbol}, ${source.title}, ${source.origin}`);
  for (let row = 0; row < rows; row++) {
    lines.push([...columns.map((column) => quoted(column.value(row))), origin].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** "NIFTY OI over time 2026-11-24 1012.csv" */
export function fileName({ symbol, title, asOf }: ChartSource, ending: string): string {
  const time = asOf === null ? "" : ` ${istDate(asOf)} ${istClock(asOf).replace(":", "")}`;
  const name = `${symbol} ${title}${time}`.replace(/[\\/:*?"<>|]+/g, "-");
  return `${name}.${ending}`;
}
