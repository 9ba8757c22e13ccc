import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";

/** Real exchange files outside the repository; tests that need one are skipped without it. */
export function marketFile(name: string): string {
  return join(process.cwd(), "../shared/data", name);
}

export function hasMarketFile(name: string): boolean {
  return existsSync(marketFile(name));
}

/** Text of a plain, .gz or .zip (first entry) file. */
export function readMarketFile(name: string): string {
  const bytes = readFileSync(marketFile(name));
  if (name.endsWith(".gz")) return gunzipSync(bytes).toString("utf8");
  if (!name.endsWith(".zip")) return bytes.toString("utf8");
  const [entry] = Object.values(unzipSync(bytes));
  return Buffer.from(entry as Uint8Array).toString("utf8");
}

/** Rows of a CSV file whose fields hold no comma, by column name; quotes and a byte-order mark are dropped. */
export function readMarketCsv(name: string): Record<string, string>[] {
  const [head = "", ...lines] = readMarketFile(name).replace("\uFEFF", "").trim().split(/\r?\n/);
  const columns = head.split(",").map(unquote);
  return lines.map((line) => {
    const fields = line.split(",");
    return Object.fromEntries(columns.map((column, i) => [column, unquote(fields[i] ?? "")]));
  });
}

function unquote(text: string): string {
  return text.trim().replace(/^"|"$/g, "").trim();
}

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");

/** "31-Aug-2026" or "31-AUG-2026" to "2026-08-31". */
export function isoFromDayMonth(text: string): string {
  const [day = "", month = "", year = ""] = text.split("-");
  return `${year}-${String(MONTHS.indexOf(month.toUpperCase()) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Distinct values, ascending. */
export function distinct(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}
