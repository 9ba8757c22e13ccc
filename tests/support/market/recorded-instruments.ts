import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { listedTypes } from "#domain/instruments/expiry-types.ts";
import { isoFromDayMonth, readMarketCsv } from "../../domain/calendar/market-files.ts";
import type { RealContract } from "./real-contracts.ts";

/** A recorded file of real market data, kept beside the project; tests that need one skip without it. */
export function recordedPath(name: string): string {
  return resolve(process.cwd(), "../shared/data", name);
}

export const KITE_NFO_BFO = recordedPath("instruments/kite_instruments_NFO_BFO_20260818.csv.gz");
export const KITE_NSE = recordedPath("instruments/kite_instruments_NSE_20260730.csv.gz");
const CURRENCY_FILE = "instruments/upstox_NCD_FO_NSE_INDEX_202608.csv.gz";
const MCX_FILE = "instruments/breeze_MCXScripMaster_20260730.csv.gz";
export const UPSTOX_CURRENCY = recordedPath(CURRENCY_FILE);
export const UPSTOX_NIFTY = recordedPath(
  "instruments/upstox_option_contracts_NIFTY_recorded_20260402.json.gz",
);
export const MCX_BREEZE = recordedPath(MCX_FILE);
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

export interface RecordedContract extends RealContract {
  readonly token: number;
  readonly name: string;
  readonly tickSize: number;
  readonly lotSize: number;
  readonly isWeekly: boolean;
}

/** Every NFO and BFO contract of 18 Aug 2026. */
export function recordedContracts(): RecordedContract[] {
  const contracts = readGzippedCsv(KITE_NFO_BFO).map((row) => ({
    token: Number(row.instrument_token),
    tradingsymbol: row.tradingsymbol!,
    name: row.name!,
    underlying: row.name!,
    expiry: row.expiry!,
    strike: Number(row.strike),
    tickSize: Number(row.tick_size),
    lotSize: Number(row.lot_size),
    type: row.instrument_type as RecordedContract["type"],
    exchange: row.exchange as "NFO" | "BFO",
  }));
  const { typeOf } = listedTypes(contracts, "2026-08-18");
  return contracts.map((each) => ({ ...each, isWeekly: typeOf(each) === "weekly" }));
}

/** NSE's currency derivatives in the first days of August 2026, by Upstox's list. */
export function currencyContracts(): (RealContract & { readonly exchangeToken: string })[] {
  return readMarketCsv(CURRENCY_FILE)
    .filter((row) => row.exchange === "NCD_FO")
    .map((row) => {
      const type = row.instrument_type === "FUTCUR" ? "FUT" : (row.option_type as "CE" | "PE");
      return {
        exchange: "CDS",
        underlying: row.name!,
        type,
        expiry: row.expiry!,
        strike: type === "FUT" ? 0 : Number(row.strike),
        tradingsymbol: row.tradingsymbol!,
        exchangeToken: row.exchange_token!,
      };
    });
}

type Unnamed = Omit<RealContract, "tradingsymbol">;

/** MCX's contracts of 30 July 2026, by ICICI Breeze's master. */
export function breezeContracts(): Unnamed[] {
  return readMarketCsv(MCX_FILE).map((row) => {
    const type = row.OptionType === "XX" ? "FUT" : (row.OptionType as "CE" | "PE");
    return {
      exchange: "MCX",
      underlying: row.ExchangeCode!,
      type,
      expiry: isoFromDayMonth(row.ExpiryDate!),
      strike: type === "FUT" ? 0 : Number(row.StrikePrice),
    };
  });
}

interface UpstoxOption {
  readonly expiry: string;
  readonly weekly: boolean;
  readonly instrument_type: "CE" | "PE";
  readonly strike_price: number;
}

/** NIFTY's options as Upstox answered them on 2 Apr 2026, and whether it calls them weekly. */
export function upstoxNifty(): (Unnamed & { readonly isWeekly: boolean })[] {
  const { response } = JSON.parse(gunzipSync(readFileSync(UPSTOX_NIFTY)).toString("utf8")) as {
    response: { data: UpstoxOption[] };
  };
  return response.data.map((each) => ({
    exchange: "NFO",
    underlying: "NIFTY",
    type: each.instrument_type,
    expiry: each.expiry,
    strike: each.strike_price,
    isWeekly: each.weekly,
  }));
}

/** Closing level of each NSE F&O underlying on 18 Aug 2026, rupees. */
export function recordedSpots(): Map<string, number> {
  return new Map(readGzippedCsv(NSE_FO_EOD_20260818).map((row) => [row.SYMBOL!, Number(row.UNDERLYING)]));
}
