/** Option chains as exchanges and brokers published them, in one shape; the recordings' README has their sources. */
import type { OptionType } from "#domain/pricing/black76.ts";
import { readMarketFile } from "../../domain/calendar/market-files.ts";

export const CHAIN_MINUTES = "chain/nifty_chain_minutes_2026-08-19.csv.gz";
export const NSE_NIFTY_2025 = "chain/nse_option-chain-indices_NIFTY_20250805_135923.json.gz";
export const NSE_BANKNIFTY_2023 = "chain/nse_option-chain-indices_BANKNIFTY_20230503_1530.json.gz";
export const NSE_WEBSITE_CSV = "chain/nse_website_option-chain-ED-NIFTY-30-Jun-2026.csv";
export const UPSTOX_NIFTY = "chain/upstox_option_chain_NIFTY_exp20260407_recorded_20260402.json.gz";

/** One option as published. */
export interface PublishedOption {
  readonly type: OptionType;
  /** "25-Aug-2026". */
  readonly expiry: string;
  readonly strike: number;
  /** NaN where the publication does not say it. */
  readonly spot: number;
  /** Last price; 0 = none. */
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  /** Per cent; 0 = none. */
  readonly iv: number;
  /** Contracts. */
  readonly oi: number;
  readonly oiChange: number;
  readonly volume: number;
}

const DAY = 86_400_000;

/** Years as NSE counts them: whole days to the expiry date, over 365. Dates as "25-Aug-2026". */
export function wholeDayYears(expiry: string, today: string): number {
  return Math.round((Date.parse(`${expiry} UTC`) - Date.parse(`${today} UTC`)) / DAY) / 365;
}

/** 46,502 options of 102 minutes; `minute` is "202608191127". */
export function chainMinutes(): (PublishedOption & { readonly minute: string })[] {
  const [, ...lines] = readMarketFile(CHAIN_MINUTES).trim().split("\n");
  return lines.map((line) => {
    const [minute = "", , expiry = "", strike, type, spot, price, volume, oi, oiChange, iv] = line.split(",");
    return {
      minute,
      type: type as OptionType,
      expiry,
      strike: Number(strike),
      spot: Number(spot),
      price: Number(price),
      bid: 0,
      ask: 0,
      iv: Number(iv),
      oi: Number(oi),
      oiChange: Number(oiChange),
      volume: Number(volume),
    };
  });
}

interface NseOption {
  readonly expiryDate: string;
  readonly strikePrice: number;
  readonly underlyingValue: number;
  readonly impliedVolatility: number;
  readonly lastPrice: number;
  readonly bidprice: number;
  readonly askPrice: number;
  readonly openInterest: number;
  readonly changeinOpenInterest: number;
  readonly totalTradedVolume: number;
}

interface NseAnswer {
  readonly records: {
    readonly underlyingValue: number;
    readonly data: readonly Partial<Record<OptionType, NseOption>>[];
  };
  readonly filtered: Readonly<Record<OptionType, { readonly totOI: number; readonly totVol: number }>>;
}

export interface NseChain {
  readonly options: readonly PublishedOption[];
  /** Of the nearest expiry, contracts, as the exchange adds them up. */
  readonly totals: Readonly<Record<OptionType, { readonly totOI: number; readonly totVol: number }>>;
}

/** The exchange's own answer, as its site asks for it. */
export function nseChain(file: string): NseChain {
  const { records, filtered } = JSON.parse(readMarketFile(file)) as NseAnswer;
  const options = records.data.flatMap((row) =>
    (["CE", "PE"] as const).flatMap((type) => {
      const option = row[type];
      if (option === undefined) return [];
      return {
        type,
        expiry: option.expiryDate,
        strike: option.strikePrice,
        spot: records.underlyingValue,
        price: option.lastPrice,
        bid: option.bidprice,
        ask: option.askPrice,
        iv: option.impliedVolatility,
        oi: option.openInterest,
        oiChange: option.changeinOpenInterest,
        volume: option.totalTradedVolume,
      };
    }),
  );
  return { options, totals: filtered };
}

/** Columns of the site's download, calls from the left, puts mirrored. */
const CALL_COLUMNS = { oi: 1, oiChange: 2, volume: 3, iv: 4, price: 5, bid: 8, ask: 9 } as const;
const PUT_COLUMNS = { oi: 21, oiChange: 20, volume: 19, iv: 18, price: 17, bid: 13, ask: 14 } as const;
const STRIKE_COLUMN = 11;

/** The CSV of NSE's site for 30 Jun 2026: it names neither the spot nor the time. */
export function websiteOptions(): PublishedOption[] {
  const [, , ...lines] = readMarketFile(NSE_WEBSITE_CSV).replace("\uFEFF", "").trim().split(/\r?\n/);
  return lines.flatMap((line) => {
    const cells = Array.from(line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g), ([, cell = ""]) =>
      Number(cell.replace(/[",]/g, "")),
    ).map((value) => (Number.isNaN(value) ? 0 : value));
    return [["CE", CALL_COLUMNS] as const, ["PE", PUT_COLUMNS] as const].map(([type, at]) => ({
      type,
      expiry: "30-Jun-2026",
      strike: cells[STRIKE_COLUMN]!,
      spot: Number.NaN,
      price: cells[at.price]!,
      bid: cells[at.bid]!,
      ask: cells[at.ask]!,
      iv: cells[at.iv]!,
      oi: cells[at.oi]!,
      oiChange: cells[at.oiChange]!,
      volume: cells[at.volume]!,
    }));
  });
}

interface UpstoxSide {
  readonly market_data: { readonly ltp: number; readonly bid_price: number; readonly ask_price: number };
  readonly option_greeks: {
    readonly iv: number;
    readonly delta: number;
    readonly gamma: number;
    readonly theta: number;
    readonly vega: number;
  };
}

interface UpstoxRow {
  readonly strike_price: number;
  readonly underlying_spot_price: number;
  readonly call_options: UpstoxSide;
  readonly put_options: UpstoxSide;
}

export interface UpstoxOption {
  readonly type: OptionType;
  readonly strike: number;
  readonly spot: number;
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  /** Delta and gamma to the spot, theta a day, vega a point, IV in per cent. */
  readonly greeks: UpstoxSide["option_greeks"];
}

/** Recorded 2 Apr 2026 at 12:04:54 IST, expiry 7 Apr; options without an IV left out. */
export function upstoxOptions(): UpstoxOption[] {
  const { response } = JSON.parse(readMarketFile(UPSTOX_NIFTY)) as { response: { data: UpstoxRow[] } };
  return response.data.flatMap((row) =>
    [["CE", row.call_options] as const, ["PE", row.put_options] as const]
      .filter(([, side]) => side.option_greeks.iv > 0)
      .map(([type, side]) => ({
        type,
        strike: row.strike_price,
        spot: row.underlying_spot_price,
        price: side.market_data.ltp,
        bid: side.market_data.bid_price,
        ask: side.market_data.ask_price,
        greeks: side.option_greeks,
      })),
  );
}
