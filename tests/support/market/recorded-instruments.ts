import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/** A recorded file of real market data, kept beside the project; tests that need one skip without it. */
export function recordedPath(name: string): string {
  return resolve(process.cwd(), "../shared/data", name);
}

export const KITE_NFO_BFO = recordedPath("instruments/kite_instruments_NFO_BFO_20260818.csv.gz");
export const KITE_NSE = recordedPath("instruments/kite_instruments_NSE_20260730.csv.gz");
export const NSE_FO_EOD_20260818 = recordedPath("eod/nse_fo_eod_2026-08-18.csv.gz");

export function isRecorded(...paths: readonly string[]): boolean {
  return paths.every((path) => existsSync(path));
}

export type CsvRow = Readonly<Record<string, string>>;

/** Rows of a gzipped CSV without quoted commas, keyed by the header. */
export function readGzippedCsv(path: string): CsvRow[] {
  const [header = "", ...lines] = gunzipSync(readFileSync(path)).toString("utf8").trim().split(/\r?\n/);
  const columns = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""]));
  });
}

export interface RecordedContract {
  readonly token: number;
  readonly tradingsymbol: string;
  readonly name: string;
  readonly expiry: string;
  readonly strike: number;
  readonly tickSize: number;
  readonly lotSize: number;
  readonly type: "CE" | "PE" | "FUT";
  readonly exchange: string;
  readonly isWeekly: boolean;
}

/** Every NFO and BFO contract of 18 Aug 2026. Weekly: not the last expiry of its name in its month. */
export function recordedContracts(): RecordedContract[] {
  const rows = readGzippedCsv(KITE_NFO_BFO);
  const lastOfMonth = new Map<string, string>();
  for (const { name, expiry = "" } of rows) {
    const month = `${name} ${expiry.slice(0, 7)}`;
    if (expiry > (lastOfMonth.get(month) ?? "")) lastOfMonth.set(month, expiry);
  }
  return rows.map((row) => ({
    token: Number(row.instrument_token),
    tradingsymbol: row.tradingsymbol!,
    name: row.name!,
    expiry: row.expiry!,
    strike: Number(row.strike),
    tickSize: Number(row.tick_size),
    lotSize: Number(row.lot_size),
    type: row.instrument_type as RecordedContract["type"],
    exchange: row.exchange!,
    isWeekly: row.expiry !== lastOfMonth.get(`${row.name} ${row.expiry!.slice(0, 7)}`),
  }));
}

/** Closing level of each NSE F&O underlying on 18 Aug 2026, rupees. */
export function recordedSpots(): Map<string, number> {
  return new Map(readGzippedCsv(NSE_FO_EOD_20260818).map((row) => [row.SYMBOL!, Number(row.UNDERLYING)]));
}
