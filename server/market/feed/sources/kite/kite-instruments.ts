import { parse } from "csv-parse/sync";
import { parseDate } from "#analysis/market-files/csv.ts";
import { KITE_COLUMNS } from "#analysis/market-files/file-kinds.ts";
import type { Exchange } from "#domain/calendar/exchange.ts";
import { AppError } from "#domain/errors.ts";
import { exchangeTokenOf, segmentOf, tokenOf } from "#domain/units/segments.ts";
import type { ListedContract, ListedRows, ListedSpot } from "../broker/listing.ts";
import { createLeftOut, placeOf } from "../left-out.ts";

type Column = (typeof KITE_COLUMNS)[number];

const CONTRACTS: ReadonlySet<string> = new Set(["NFO", "BFO", "CDS", "MCX"]);
const SPOTS: ReadonlySet<string> = new Set(["NSE", "BSE"]);
const TYPES: ReadonlySet<string> = new Set(["CE", "PE", "FUT"]);

/** Cells of a line: split at commas unless something is quoted, which only a few names are. */
function cellsOf(line: string): readonly string[] {
  if (!line.includes('"')) return line.split(",");
  try {
    return (parse(line, { relax_quotes: true }) as string[][])[0] ?? [];
  } catch {
    return [];
  }
}

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

interface Faults {
  count: number;
  first: string | null;
}

/** @returns null when the row makes no sense */
function tokenIn(cell: (column: Column) => string): number | null {
  const token = numberOf(cell("instrument_token"));
  const exchangeToken = numberOf(cell("exchange_token"));
  if (!Number.isInteger(token) || token < 1 || token > 0xffffffff) return null;
  // Source: Kite Connect, instrument_token = exchange_token × 256 + segment; holds for every row of its dumps.
  return token === tokenOf(exchangeToken, segmentOf(token)) ? token : null;
}

/** @returns what is wrong with the row when it is a text */
function contractOf(cell: (column: Column) => string, exchange: Exchange): ListedContract | string {
  const token = tokenIn(cell);
  if (token === null || token !== tokenOf(exchangeTokenOf(token), segmentOf(token)))
    return "its token is none";
  const expiry = parseDate(cell("expiry"));
  const type = cell("instrument_type") as ListedContract["type"];
  const strike = type === "FUT" ? 0 : numberOf(cell("strike"));
  const lotSize = numberOf(cell("lot_size"));
  const tickSize = numberOf(cell("tick_size"));
  const underlying = cell("name");
  if (expiry === null) return `its expiry is "${cell("expiry").slice(0, 20)}"`;
  if (type !== "FUT" && !(strike > 0 && strike < 1e7))
    return `its strike is "${cell("strike").slice(0, 20)}"`;
  if (!(Number.isInteger(lotSize) && lotSize > 0)) return `its lot is "${cell("lot_size").slice(0, 20)}"`;
  if (!(tickSize > 0)) return `its tick is "${cell("tick_size").slice(0, 20)}"`;
  if (underlying === "") return "it names no underlying";
  const tradingsymbol = cell("tradingsymbol");
  return { token, tradingsymbol, underlying, exchange, expiry, strike, type, lotSize, tickSize, key: "" };
}

function spotOf(cell: (column: Column) => string, exchange: "NSE" | "BSE"): ListedSpot | string {
  const token = tokenIn(cell);
  if (token === null) return "its token is none";
  const tickSize = numberOf(cell("tick_size"));
  return {
    token,
    tradingsymbol: cell("tradingsymbol"),
    name: cell("name"),
    exchange,
    isIndex: cell("segment") === "INDICES",
    tickSize: tickSize > 0 ? tickSize : 0,
    key: "",
  };
}

/**
 * Rows of Kite Connect's instrument dump (CSV of all tradables): shares and indices of NSE and BSE, contracts of NFO,
 * BFO, CDS and MCX. Other exchanges are counted by name (`leftOut`). A row that makes no sense is left out and counted. `last_price` is not read: it is always 0.
 * Source: Kite Connect 3, "Instruments".
 * @throws AppError feed.instruments when this is no such dump, or its last line is cut
 */
export function readKiteDump(text: string): ListedRows {
  const lines = text.split("\n");
  const header = cellsOf(lines[0]?.replace(/^\uFEFF/, "").trim() ?? "").map((name) => name.trim());
  const place = new Map(KITE_COLUMNS.map((column) => [column, header.indexOf(column)] as const));
  const missing = KITE_COLUMNS.filter((column) => place.get(column) === -1);
  if (missing.length > 0) {
    const shown = header.join(",").slice(0, 60);
    throw new AppError("feed.instruments", `Kite's list of instruments is none: its header is "${shown}".`);
  }
  if (lines.at(-1)?.trim() !== "" && cellsOf(lines.at(-1)!).length < header.length) {
    throw new AppError("feed.instruments", "Kite's list of instruments is cut short.");
  }
  const spots: ListedSpot[] = [];
  const contracts: ListedContract[] = [];
  const faults: Faults = { count: 0, first: null };
  const leftOut = createLeftOut();
  for (let n = 1; n < lines.length; n++) {
    const line = lines[n]!.trimEnd();
    if (line === "") continue;
    const cells = cellsOf(line);
    const cell = (column: Column): string => cells[place.get(column)!]?.trim() ?? "";
    const exchange = cell("exchange");
    const type = cell("instrument_type");
    let row: ListedContract | ListedSpot | string;
    if (cells.length !== header.length) row = `it has ${cells.length} cells`;
    else if (CONTRACTS.has(exchange) && TYPES.has(type)) row = contractOf(cell, exchange as Exchange);
    else if (SPOTS.has(exchange) && type === "EQ") row = spotOf(cell, exchange as "NSE" | "BSE");
    else {
      leftOut.add(placeOf(exchange, cell("segment")), cell("name") || cell("tradingsymbol"));
      continue;
    }
    if (typeof row === "string") {
      faults.count++;
      faults.first ??= `row ${n + 1} of Kite's list: ${row}`;
    } else if ("isIndex" in row) spots.push(row);
    else contracts.push(row);
  }
  return { spots, contracts, faults: faults.count, firstFault: faults.first, leftOut };
}
