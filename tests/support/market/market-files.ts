import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expiryInstant } from "#domain/calendar/expiries.ts";
import { sessionClose } from "#domain/calendar/market-sessions.ts";
import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";

/** A made-up market of one index and one share, as the files that a day of it would leave. Prices follow `smileAt`. */

export const SESSION = "2026-08-18";
export const EXPIRIES = ["2026-08-25", "2026-09-29"] as const;

export interface MadeContract {
  symbol: string;
  expiry: string;
  strike: number;
  type: "CE" | "PE" | "FUT";
  close: number;
  previousClose: number;
  underlying: number;
  oi: number;
  change: number;
  volume: number;
  lot: number;
  exchangeToken: number;
  tick: number;
}

/** Annual fraction at ln(K/F). */
export function smileAt(x: number): number {
  return 0.12 - 0.3 * x + 3 * x * x;
}

/** Carry of 6 % a year. */
export function forwardAt(spot: number, expiry: string, date = SESSION): number {
  return spot * Math.exp(0.06 * yearsToExpiry(sessionClose("NFO", date), expiryInstant("NFO", expiry)));
}

const PRODUCTS = [
  { symbol: "NIFTY", spot: 24_000, from: 23_000, step: 100, count: 21, lot: 65 },
  { symbol: "RELIANCE", spot: 1320, from: 1220, step: 20, count: 11, lot: 500 },
] as const;

function round(price: number): number {
  return Math.max(0.05, Math.round(price * 20) / 20);
}

/** Contracts of the session, all traded: a test makes of them what it needs. */
export function madeContracts(date = SESSION): MadeContract[] {
  const contracts: MadeContract[] = [];
  let exchangeToken = 50_000;
  const add = (each: Omit<MadeContract, "exchangeToken" | "tick" | "previousClose" | "change">): void => {
    exchangeToken += 1;
    contracts.push({ ...each, exchangeToken, tick: 0.05, previousClose: each.close, change: each.lot });
  };
  for (const { symbol, spot, from, step, count, lot } of PRODUCTS) {
    for (const expiry of EXPIRIES) {
      const forward = forwardAt(spot, expiry, date);
      const years = yearsToExpiry(sessionClose("NFO", date), expiryInstant("NFO", expiry));
      const shared = { symbol, expiry, underlying: spot, oi: 100 * lot, volume: 500, lot };
      add({ ...shared, strike: 0, type: "FUT", close: Math.round(forward * 100) / 100 });
      for (let i = 0; i < count; i++) {
        const strike = from + i * step;
        const iv = smileAt(Math.log(strike / forward));
        for (const type of ["CE", "PE"] as const) {
          add({ ...shared, strike, type, close: round(blackPrice(type, forward, strike, years, iv, 0)) });
        }
      }
    }
  }
  return contracts;
}

function tradingsymbol({ symbol, expiry, strike, type }: MadeContract): string {
  return type === "FUT"
    ? futureSymbol(symbol, expiry)
    : optionSymbol(symbol, expiry, "monthly", strike, type);
}

export const DUMP_HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";

export function dumpRow(each: MadeContract): string {
  const segment = each.type === "FUT" ? "NFO-FUT" : "NFO-OPT";
  const token = each.exchangeToken * 256 + 2;
  return `${token},${each.exchangeToken},${tradingsymbol(each)},${each.symbol},0.0,${each.expiry},${each.strike},${each.tick},${each.lot},${each.type},${segment},NFO`;
}

export function dumpText(contracts: readonly MadeContract[]): string {
  return `${[DUMP_HEADER, ...contracts.map(dumpRow)].join("\n")}\n`;
}

export const EOD_HEADER =
  "SYMBOL,TYPE,EXPIRY,STRIKE,OPT,CLOSE,PREV_CLOSE,UNDERLYING,OI,CHG_OI,VOLUME,LOT_SIZE,DATE";

export function eodRow(each: MadeContract, date = SESSION): string {
  const kind = `${each.symbol.endsWith("NIFTY") ? "ID" : "ST"}${each.type === "FUT" ? "F" : "O"}`;
  const [strike, right] = each.type === "FUT" ? ["", ""] : [each.strike.toFixed(1), each.type];
  return `${each.symbol},${kind},${each.expiry},${strike},${right},${each.close},${each.previousClose},${each.underlying},${each.oi},${each.change},${each.volume},${each.lot},${date}`;
}

export function eodText(contracts: readonly MadeContract[], date = SESSION): string {
  return `${[EOD_HEADER, ...contracts.map((each) => eodRow(each, date))].join("\n")}\n`;
}

export const UDIFF_HEADER =
  "TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4";

export function udiffText(contracts: readonly MadeContract[], date = SESSION): string {
  const rows = contracts.map((each) => {
    const kind = `${each.symbol.endsWith("NIFTY") ? "ID" : "ST"}${each.type === "FUT" ? "F" : "O"}`;
    const [strike, right] = each.type === "FUT" ? ["", ""] : [each.strike.toFixed(2), each.type];
    return `${date},${date},FO,NSE,${kind},${each.exchangeToken},,${each.symbol},,${each.expiry},${each.expiry},${strike},${right},${tradingsymbol(each)},0.00,0.00,0.00,${each.close},${each.close},${each.previousClose},${each.underlying},${each.close},${each.oi},${each.change},${each.volume},0.00,1,F1,${each.lot},,,,,`;
  });
  return `${[UDIFF_HEADER, ...rows].join("\n")}\n`;
}

export const CASH_HEADER =
  "SYMBOL,SERIES,DATE1,PREV_CLOSE,OPEN_PRICE,HIGH_PRICE,LOW_PRICE,LAST_PRICE,CLOSE_PRICE,AVG_PRICE,TTL_TRD_QNTY,TURNOVER_LACS,NO_OF_TRADES,DELIV_QTY,DELIV_PER";

/** @param date as the exchange writes it, "18-Aug-2026" */
export function cashText(
  closes: Readonly<Record<string, readonly [close: number, previous: number]>>,
  date = "18-Aug-2026",
): string {
  const rows = Object.entries(closes).map(
    ([symbol, [close, previous]]) =>
      `${symbol}, EQ, ${date},${previous},${close},${close},${close},${close},${close},${close},1000,1.0,10, 500, 50.00`,
  );
  return `${[CASH_HEADER, ...rows].join("\n")}\n`;
}

/** A folder of files that goes with the test. */
export interface FileFolder {
  readonly path: string;
  write(name: string, contents: string | Uint8Array): string;
  remove(): void;
}

export function createFileFolder(): FileFolder {
  const path = mkdtempSync(join(tmpdir(), "market-files-"));
  return {
    path,
    write(name, contents) {
      const file = join(path, name);
      writeFileSync(file, contents);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
