/**
 * How far our IVs are from published ones, under the publisher's own convention: the table of docs/quant.md §12. Errors are ours less
 * theirs, in volatility points; nothing is left out but what `published` says.
 */
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { readMarketCsv } from "../../domain/calendar/market-files.ts";
import {
  CHAIN_MINUTES,
  chainMinutes,
  NSE_BANKNIFTY_2023,
  NSE_NIFTY_2025,
  NSE_WEBSITE_CSV,
  nseChain,
  UPSTOX_NIFTY,
  upstoxOptions,
  websiteOptions,
  wholeDayYears,
} from "./published-chains.ts";

const NSE_RATE = 0.1;
const UPSTOX_RATE = 0.065;
const UPSTOX_RECORDED = Date.UTC(2026, 3, 2, 6, 34, 54);
const UPSTOX_EXPIRY = Date.UTC(2026, 3, 7, 10);
const DAILY_CANDLES = "candles/nifty50_daily_20250822_20260821.csv";

interface Published {
  readonly type: "CE" | "PE";
  readonly strike: number;
  readonly price: number;
  /** Per cent. */
  readonly iv: number;
}

export interface ErrorSummary {
  readonly count: number;
  /** Mean of the signed errors, of calls and of puts. */
  readonly biasOfCalls: number;
  readonly biasOfPuts: number;
  readonly meanAbsolute: number;
  /** Of the absolute errors. */
  readonly median: number;
  readonly percentile99: number;
}

export function summariseErrors(errors: { readonly calls: number[]; readonly puts: number[] }): ErrorSummary {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const sizes = [...errors.calls, ...errors.puts].map(Math.abs).sort((a, b) => a - b);
  const middle = sizes.length >> 1;
  return {
    count: sizes.length,
    biasOfCalls: mean(errors.calls),
    biasOfPuts: mean(errors.puts),
    meanAbsolute: mean(sizes),
    median: sizes.length % 2 === 1 ? sizes[middle]! : (sizes[middle - 1]! + sizes[middle]!) / 2,
    // The nearest rank: of a hundred errors the 99th.
    percentile99: sizes[Math.ceil(0.99 * sizes.length) - 1]!,
  };
}

function collect<Each extends Published>(
  options: readonly Each[],
  width: number,
  rate: number,
  marketOf: (option: Each) => { readonly spot: number; readonly years: number },
): ErrorSummary {
  const errors = { calls: [] as number[], puts: [] as number[] };
  for (const option of options) {
    const { spot, years } = marketOf(option);
    // Deep in the money what is published is a placeholder below 1.
    if (option.iv < 1 || !(option.price > 0) || Math.abs(option.strike / spot - 1) > width) continue;
    const growth = Math.exp(rate * years);
    const isCall = option.type === "CE";
    const ours = 100 * impliedVolatility(option.price * growth, spot * growth, option.strike, years, isCall);
    // A price without a volatility where the publisher has one is as large an error as there is.
    (isCall ? errors.calls : errors.puts).push(Number.isNaN(ours) ? 100 : ours - option.iv);
  }
  return summariseErrors(errors);
}

interface ErrorRow {
  /** As the page names it. */
  readonly name: string;
  readonly files: readonly string[];
  measure(): ErrorSummary;
}

const ofNse = (file: string, name: string, today: string): ErrorRow => ({
  name,
  files: [file],
  measure: () =>
    collect(nseChain(file).options, 0.02, NSE_RATE, ({ spot, expiry }) => ({
      spot,
      years: wholeDayYears(expiry, today),
    })),
});

export const ERROR_ROWS: readonly ErrorRow[] = [
  {
    name: "NSE, NIFTY, 19 Aug 2026, 102 minutes, within 1.2 %",
    files: [CHAIN_MINUTES],
    measure: () =>
      collect(chainMinutes(), 0.012, NSE_RATE, ({ spot, expiry }) => ({
        spot,
        years: wholeDayYears(expiry, "19-Aug-2026"),
      })),
  },
  {
    name: "NSE's website, NIFTY, 29 Jun 2026, a day to expiry, within 1 %",
    files: [NSE_WEBSITE_CSV, DAILY_CANDLES],
    measure: () => {
      const close = readMarketCsv(DAILY_CANDLES).find(({ Date: day }) => day === "29-JUN-2026")!.Close;
      return collect(websiteOptions(), 0.01, NSE_RATE, () => ({ spot: Number(close), years: 1 / 365 }));
    },
  },
  {
    name: "Upstox, NIFTY, 2 Apr 2026, within 2 %",
    files: [UPSTOX_NIFTY],
    measure: () => {
      const options = upstoxOptions().map((each) => ({ ...each, iv: each.greeks.iv }));
      const years = yearsToExpiry(UPSTOX_RECORDED, UPSTOX_EXPIRY);
      return collect(options, 0.02, UPSTOX_RATE, ({ spot }) => ({ spot, years }));
    },
  },
  ofNse(NSE_NIFTY_2025, "NSE, NIFTY, 5 Aug 2025, within 2 %", "05-Aug-2025"),
  ofNse(NSE_BANKNIFTY_2023, "NSE, BANKNIFTY, 3 May 2023, within 2 %", "03-May-2023"),
];
