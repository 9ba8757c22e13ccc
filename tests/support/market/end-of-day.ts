/** NSE's F&O end-of-day files in one shape; the recordings' README has their sources. */
import { type ChainColumns, createChainColumns } from "#domain/chain/chain-columns.ts";
import { readMarketFile } from "../../domain/calendar/market-files.ts";

/** Days the reduced bhavcopy is at hand for, in order; each is the session after the one before. */
export const REDUCED_DAYS = ["2026-08-14", "2026-08-17", "2026-08-18", "2026-08-19"] as const;
/** NSE's own UDiFF files; the first two are consecutive sessions. */
export const UDIFF_DAYS = ["2025-02-24", "2025-02-25", "2025-09-11"] as const;
export const END_OF_DAY_DAYS = [...UDIFF_DAYS, ...REDUCED_DAYS];
/** Pairs of consecutive sessions among them. */
export const CONSECUTIVE_DAYS = [
  ["2025-02-24", "2025-02-25"],
  ["2026-08-14", "2026-08-17"],
  ["2026-08-17", "2026-08-18"],
  ["2026-08-18", "2026-08-19"],
] as const;

export interface ClosedContract {
  /** Name, expiry, strike and type: the same on every day. */
  readonly key: string;
  readonly symbol: string;
  readonly isIndex: boolean;
  readonly type: "CE" | "PE" | "FUT";
  /** ISO date. */
  readonly expiry: string;
  readonly strike: number;
  /** Rupees; an old one where the contract did not trade. */
  readonly close: number;
  readonly previousClose: number;
  readonly underlying: number;
  /** Units. */
  readonly oi: number;
  readonly oiChange: number;
  /** Contracts. */
  readonly volume: number;
}

export function endOfDayFile(day: string): string {
  const isUdiff = (UDIFF_DAYS as readonly string[]).includes(day);
  return isUdiff
    ? `eod/udiff/BhavCopy_NSE_FO_0_0_0_${day.replaceAll("-", "")}_F_0000.csv.zip`
    : `eod/nse_fo_eod_${day}.csv.gz`;
}

/** Columns of the reduced bhavcopy and of the UDiFF one. */
const COLUMNS = {
  kind: ["TYPE", "FinInstrmTp"],
  symbol: ["SYMBOL", "TckrSymb"],
  expiry: ["EXPIRY", "XpryDt"],
  strike: ["STRIKE", "StrkPric"],
  side: ["OPT", "OptnTp"],
  close: ["CLOSE", "ClsPric"],
  previousClose: ["PREV_CLOSE", "PrvsClsgPric"],
  underlying: ["UNDERLYING", "UndrlygPric"],
  oi: ["OI", "OpnIntrst"],
  oiChange: ["CHG_OI", "ChngInOpnIntrst"],
  volume: ["VOLUME", "TtlTradgVol"],
} as const;

function parseDay(text: string): ClosedContract[] {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const header = head.split(",");
  const at = (column: keyof typeof COLUMNS) =>
    header.findIndex((name) => COLUMNS[column].includes(name as never));
  const where = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, at(name as never)])) as Record<
    keyof typeof COLUMNS,
    number
  >;
  return lines.map((line) => {
    const cells = line.split(",");
    const kind = cells[where.kind]!;
    const symbol = cells[where.symbol]!;
    const expiry = cells[where.expiry]!;
    const strike = Number(cells[where.strike]);
    const type = kind.endsWith("F") ? "FUT" : (cells[where.side] as "CE" | "PE");
    return {
      key: `${symbol} ${expiry} ${strike} ${type}`,
      symbol,
      isIndex: kind.startsWith("ID"),
      type,
      expiry,
      strike,
      close: Number(cells[where.close]),
      previousClose: Number(cells[where.previousClose]),
      underlying: Number(cells[where.underlying]),
      oi: Number(cells[where.oi]),
      oiChange: Number(cells[where.oiChange]),
      volume: Number(cells[where.volume]),
    };
  });
}

const days = new Map<string, ClosedContract[]>();

/** Every F&O contract of a day; read once a process. */
export function closedContracts(day: string): readonly ClosedContract[] {
  const known = days.get(day) ?? parseDay(readMarketFile(endOfDayFile(day)));
  days.set(day, known);
  return known;
}

/** One expiry of one underlying at the close. */
export interface ClosedExpiry {
  readonly symbol: string;
  readonly isIndex: boolean;
  readonly expiry: string;
  readonly underlying: number;
  /** Options by strike, ascending; a side that is not listed is undefined. */
  readonly rows: readonly {
    readonly strike: number;
    readonly CE?: ClosedContract;
    readonly PE?: ClosedContract;
  }[];
  readonly future: ClosedContract | undefined;
}

/** The day's contracts by underlying and expiry; expiries that have only a future are left out. */
export function closedExpiries(contracts: readonly ClosedContract[]): ClosedExpiry[] {
  const futures = new Map<string, ClosedContract>();
  const chains = new Map<string, Map<number, { strike: number; CE?: ClosedContract; PE?: ClosedContract }>>();
  for (const contract of contracts) {
    const key = `${contract.symbol} ${contract.expiry}`;
    if (contract.type === "FUT") {
      futures.set(key, contract);
      continue;
    }
    const rows = chains.get(key) ?? new Map();
    chains.set(key, rows);
    const row = rows.get(contract.strike) ?? { strike: contract.strike };
    rows.set(contract.strike, row);
    row[contract.type] = contract;
  }
  return Array.from(chains, ([key, byStrike]) => {
    const rows = [...byStrike.values()].sort((a, b) => a.strike - b.strike);
    const { symbol, expiry, underlying, isIndex } = (rows[0]!.CE ?? rows[0]!.PE)!;
    return { symbol, isIndex, expiry, underlying, rows, future: futures.get(key) };
  });
}

const DAY = 86_400_000;

/**
 * The expiry as a solver sees it at the close: no book, the closing price for last trade, fresh where the contract traded.
 * @param at the session's close, epoch ms
 */
export function closingColumns(expiry: ClosedExpiry, at: number): ChainColumns {
  const chain = createChainColumns(expiry.rows.length);
  chain.count = expiry.rows.length;
  expiry.rows.forEach((row, i) => {
    chain.strikes[i] = row.strike;
    for (const [side, option] of [[chain.call, row.CE] as const, [chain.put, row.PE] as const]) {
      if (option === undefined) continue;
      side.ltp[i] = option.close;
      side.oi[i] = option.oi;
      side.volume[i] = option.volume;
      side.lastTradeTime[i] = option.volume > 0 ? at - 30_000 : at - DAY;
    }
  });
  return chain;
}
