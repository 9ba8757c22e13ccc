import path from "node:path";
import { parseArgs } from "node:util";
import { parseDate } from "#analysis/market-files/csv.ts";
import { nextTradingDay } from "#domain/calendar/market-sessions.ts";
import { AppError } from "#domain/errors.ts";
import { type ImportFiles, importMarket } from "./import-market.ts";
import type { Market } from "./imported-market.ts";
import { encodeMarket, writeMarketFile } from "./market-file.ts";

export const USAGE = `Usage: npm run market:import -- --instruments <Kite dump>… --eod <F&O end of day>… [--cash <cash end of day>…]
                                  [--date YYYY-MM-DD] [--out <file>]

  --instruments  Kite's instrument dumps (CSV, plain or .gz): NFO or BFO with the contracts, NSE for the shares' tokens;
                 may be left out when the end of day is a UDiFF bhavcopy
  --eod          end of day of the derivatives (CSV, .csv.gz, UDiFF .csv.zip); the newest is the session, older ones history
  --cash         end of day of the cash market (sec_bhavdata_full) of the same dates
  --date         the session, when it is not the newest
  --out          market file to write, by default market-<date>.json.gz in DATA_DIR

Options may be repeated or take several files. docs/market-files.md says more.
`;

interface Output {
  out(text: string): void;
  error(text: string): void;
}

interface Order {
  readonly files: ImportFiles;
  readonly out: string | null;
}

const FILE_OPTIONS = ["instruments", "eod", "cash"] as const;

function usageFault(what: string): AppError {
  return new AppError("market.file_invalid", `${what}; npm run market:import -- --help lists the options`);
}

/** Files that follow an option belong to it until the next one. @returns null when help is asked for */
function parseOrder(argv: readonly string[]): Order | null {
  const lists: Record<(typeof FILE_OPTIONS)[number], string[]> = { instruments: [], eod: [], cash: [] };
  let out: string | null = null;
  let date: string | null = null;
  let open: string[] | null = null;
  const { tokens } = parseArgs({
    args: [...argv],
    options: {
      instruments: { type: "string" },
      eod: { type: "string" },
      cash: { type: "string" },
      out: { type: "string" },
      date: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "positional") {
      if (open === null) throw usageFault(`"${token.value}" follows no option that takes files`);
      open.push(token.value);
      continue;
    }
    if (token.kind === "option-terminator") continue;
    open = null;
    if (token.name === "help" || token.name === "h") return null;
    const list = FILE_OPTIONS.find((name) => name === token.name);
    const { value } = token;
    if (list === undefined && token.name !== "out" && token.name !== "date") {
      throw usageFault(`there is no option ${token.rawName}`);
    }
    if (value === undefined || value === "" || value.startsWith("--")) {
      throw usageFault(`${token.rawName} needs a value`);
    }
    if (list !== undefined) {
      open = lists[list];
      open.push(value);
    } else if (token.name === "out") out = value;
    else {
      date = parseDate(value);
      if (date === null) throw usageFault(`--date is "${value}", not a date like 2026-08-18`);
    }
  }
  if (lists.eod.length === 0) throw usageFault("--eod names no file");
  return { files: { ...lists, date }, out };
}

function summary(market: Market, file: string): string {
  let chains = 0;
  let contracts = 0;
  for (const underlying of market.underlyings) {
    chains += underlying.chains.length;
    contracts += underlying.futures.length;
    for (const { call, put } of underlying.chains) {
      for (const token of call.token) if (token > 0) contracts += 1;
      for (const token of put.token) if (token > 0) contracts += 1;
    }
  }
  const opens = nextTradingDay("NFO", market.date);
  return `${file}: ${market.underlyings.length} underlyings, ${chains} expiries, ${contracts} contracts at the close of ${market.date}
Open the session of ${opens} with: MARKET_SOURCE=import MARKET_FILE=${file} npm start
`;
}

/**
 * The import as a command.
 * @param dataDir where the market file goes unless told otherwise
 * @returns exit code: 0 when the market file is in place, 1 when nothing was written
 */
export function runMarketImport(argv: readonly string[], dataDir: string, output: Output): number {
  try {
    const order = parseOrder(argv);
    if (order === null) {
      output.out(USAGE);
      return 0;
    }
    const { market, notices } = importMarket(order.files);
    const file = order.out ?? path.join(dataDir, `market-${market.date}.json.gz`);
    writeMarketFile(file, encodeMarket(market));
    for (const notice of notices) output.out(`Note: ${notice}\n`);
    output.out(summary(market, file));
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    output.error(`${error.message}\n`);
    return 1;
  }
}
