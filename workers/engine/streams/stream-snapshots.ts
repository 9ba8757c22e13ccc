/** What streams tell a tab: the newest state of what was asked for. Unknown is NaN. */

import type { MarketTerms } from "#analysis/market-packets.ts";
import type { ScreenerRow, StatsRoot, StatsRow } from "#protocol/generated/records.ts";
import type { PolledPrices } from "../chains/polled-prices.ts";

/** The newest quote of an instrument; prices in rupees. What its mode, or an index, does not have is NaN. */
export interface QuoteSnapshot {
  readonly token: number;
  readonly lastPrice: number;
  readonly previousClose: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly averagePrice: number;
  readonly volume: number;
  readonly oi: number;
  /** Epoch ms. */
  readonly lastTradeTime: number;
  readonly bid: number;
  readonly ask: number;
  /** As in `StatsSnapshot`. */
  readonly stale: boolean;
}

/** Orders at one price of a book. */
export interface DepthLevel {
  readonly price: number;
  readonly quantity: number;
  readonly orders: number;
}

/** The newest quote of an instrument with its book; prices in rupees, quantities in units. */
export interface DepthSnapshot extends QuoteSnapshot {
  readonly lastQuantity: number;
  /** Of the whole book, not of these levels alone. */
  readonly buyQuantity: number;
  readonly sellQuantity: number;
  readonly oiDayHigh: number;
  readonly oiDayLow: number;
  /** Best first, without those that nothing stands at; null until the relay has told a book. */
  readonly buy: readonly DepthLevel[] | null;
  readonly sell: readonly DepthLevel[] | null;
}

/** A bar of an instrument, a minute long unless asked; prices in rupees, `time` is the bar's start, epoch ms. */
export interface BarFigures {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The running bar of an instrument. */
export interface BarSnapshot extends BarFigures {
  readonly token: number;
  /** The bar before it as it ended; null unless it was watched to its end without a break. */
  readonly previous: BarFigures | null;
  /** Nothing was heard of it for 5 s. */
  readonly stale: boolean;
}

/**
 * Stats of an underlying and of each of its expiries: prices in rupees, IV as a fraction, OI in units of the underlying.
 * Unknown is also what needs more history than there is (`volumeSpike`, `atmIvPercentile`).
 */
export interface StatsSnapshot extends Readonly<Omit<StatsRoot, "rowCount" | "rowLength">> {
  /** Not said since the connection was lost or the tab was hidden, or the whole feed is late. */
  readonly stale: boolean;
  /** Nearest first. */
  readonly expiries: readonly Readonly<StatsRow>[];
}

/** Columns of a screener row, in units as in `StatsSnapshot`; those from `forward` on are of its nearest expiry. */
export const SCREENER_FIELDS = [
  "spot",
  "spotPreviousClose",
  "spotOpen",
  "spotHigh",
  "spotLow",
  "volumeSpike",
  "futureOi",
  "futureOiPrevious",
  "forward",
  "atmIv",
  "atmIvPrevious",
  "atmIvPercentile",
  "pcr",
  "maxPain",
  "ivCloses",
] as const satisfies readonly (keyof ScreenerRow)[];
export type ScreenerField = (typeof SCREENER_FIELDS)[number];

/** Stats of every underlying with derivatives; no rows until the relay has said some. */
export interface ScreenerSnapshot {
  /** Another one when figures are. */
  readonly version: number;
  /** As in `StatsSnapshot`. */
  readonly stale: boolean;
  /** Instrument token of each row's underlying. */
  readonly tokens: Uint32Array;
  /** Nearest expiry of each row, YYYYMMDD; 0 none. */
  readonly expiries: Uint32Array;
  /** SCREENER_FIELDS.length figures a row. */
  readonly values: Float64Array;
}

/** The market of some expiries of an underlying, for a compute worker. */
export interface StrategyMarketNews {
  /** What the frame is of, where the receiver does not know it: with the first frame, and when the instruments are others. */
  readonly terms: MarketTerms | null;
  /** As `protocol/frames/strategy-market.ts` lays it out; transferred. */
  readonly frame: ArrayBuffer;
}

/** Prices, OI and volume of every option of one underlying, as HTTP answers them every 30 s. */
export interface LivePricesSnapshot extends PolledPrices {
  /** The newest question was not answered; these are older than they should be. */
  readonly stale: boolean;
}
